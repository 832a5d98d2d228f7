import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { formatDayAndTime, formatTime, minutesLater } from '#src/core/dates.ts'
import { formatAmount, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import {
  cancelUnpaidOrder,
  findOwnOrder,
  listUnpaidOrdersBefore,
  lockOrder,
} from '#src/features/orders/orders.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import { answerOf, askAbout, lease, QUESTION_LEASE_MINUTES, settle } from './asking.server.ts'
import { byItself } from './by-itself.server.ts'
import type { BankAnswer } from './maker-payments.contract.ts'
import { waitingUtrOf } from './manual-waiting.server.ts'
import type { PaymentRow } from './payment-lock.server.ts'
import type { ProviderReport } from './payment-provider.server.ts'
import type { VerifiedPayment, VerifyPayment } from './payments.contract.ts'
import { mayAskAgainAt } from './payments.reducer.ts'
import { isOpenPayment, OPEN_PAYMENT_STATUSES, type PaymentStatus, shownStatus } from './payments.rules.ts'
import type { Till } from './payments.server.ts'
import { payments } from './payments.table.server.ts'
import { isResting } from './provider-patience.server.ts'
import { closePayment } from './settlement.server.ts'

/**
 * The server looks at a shopper's payment: at our own state, and once at the provider's when a question is due.
 * The browser's word counts for nothing. Somebody else's payment is as unknown as one that does not exist.
 */
export async function verifyPayment(till: Till, userId: string, which: VerifyPayment): Promise<VerifiedPayment> {
  const payment = await ownPayment(till.db, userId, which)
  const isDue = payment.nextCheckAt !== null && payment.nextCheckAt <= till.now()
  if (isDue && isOpenPayment(payment.status)) await askAbout(till, [payment.id])
  const { status } = isDue ? await ownPayment(till.db, userId, which) : payment
  const told = await waitingUtrOf(till.db, { payment })
  return {
    success: status === 'success',
    status: shownStatus(status),
    ...(told && { typedUtr: told.utr, keptUntil: told.keptUntil }),
  }
}

async function ownPayment(db: Db, userId: string, { transactionId, orderId }: VerifyPayment): Promise<PaymentRow> {
  const order = await findOwnOrder(db, userId, orderId)
  const [payment] = await db.select().from(payments).where(eq(payments.id, transactionId))
  if (!payment || payment.orderId !== order?.id) throw new ShopError('not-found', 'There is no such payment.')
  return payment
}

/** The clock's work: asks about every payment whose next question is due, also about late money for closed ones. */
export async function askDueQuestions(till: Till): Promise<number> {
  const due = await till.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.nextCheckAt), lte(payments.nextCheckAt, till.now())))
    .orderBy(asc(payments.nextCheckAt))
    .limit(20)
  await askAbout(
    till,
    due.map(({ id }) => id),
  )
  return due.length
}

/**
 * The maker wants to know now. The same question under the same limits as the clock's: leased, and refused, with the
 * time from which it may be asked, while the provider's rules say no. Who asked stands in the log.
 */
export async function askAgain(till: Till, { paymentId, by }: { paymentId: string; by: Maker }): Promise<BankAnswer> {
  const { db, now } = till
  const claimed = await inTransaction(db, async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
    if (!payment) throw new ShopError('not-found', 'There is no such payment.')
    refuseTooEarly(payment, now())
    const count = (checks: number) => ({ questions: checks })
    await recordChange(tx, {
      by,
      entity: 'payment',
      entityId: payment.id,
      action: 'update',
      before: count(payment.checks),
      after: count(payment.checks + 1),
    })
    return lease(tx, payment, now())
  })
  const answer = await answerOf(till, claimed.payment)
  await settle(till, claimed, answer)
  const after = onlyRow(await db.select().from(payments).where(eq(payments.id, paymentId)))
  return { status: shownStatus(after.status), said: inWords(answer), mayAskAt: mayAskAgainAt(after).toISOString() }
}

function refuseTooEarly(payment: PaymentRow, now: Date): void {
  const mayAskAt = mayAskAgainAt(payment)
  if (mayAskAt <= now) return
  const last = payment.askedAt ? `The bank was asked at ${formatTime(payment.askedAt.toISOString())}. ` : ''
  const when = formatDayAndTime(mayAskAt.toISOString())
  throw new ShopError('conflict', `${last}Its rules allow the next question about this payment on ${when}.`, {
    mayAskAt: mayAskAt.toISOString(),
  })
}

function inWords(answer: ProviderReport | undefined): string {
  if (!answer) return 'The bank gave no answer, or does not know this payment.'
  switch (answer.report?.kind) {
    case 'success':
      return `The bank says that ${formatAmount(rupees(answer.report.amount))} were paid under ${answer.report.upiTxnId}.`
    case 'failure':
      return `The bank says that the payment failed: ${answer.report.reason ?? 'no reason given'}.`
    case 'pending':
      return 'The bank says that nobody has paid yet.'
    default:
      return 'The bank answered something that the shop does not understand.'
  }
}

/**
 * The clock's work: ends payments whose window is over and gives their pieces back, each after its last question. One
 * that somebody is asking about waits; a provider that does not answer keeps no pieces from other shoppers, and money
 * that comes later is late money. Gives back how many it ended.
 */
export async function closeOverduePayments(till: Till): Promise<number> {
  const { db, now } = till
  await askAbout(till, (await overduePayments(till)).filter((one) => isDue(one, now())).map(idOf))
  let closed = 0
  for (const payment of await overduePayments(till)) {
    if (isWaiting(payment, till)) continue
    await byItself(`The end of payment ${payment.clientTxnId}`, async () => {
      const status = await closePayment(db, { paymentId: payment.id, event: { type: 'window-over' }, now: now() })
      if (status === 'expired') closed += 1
    })
  }
  return closed
}

const idOf = ({ id }: PaymentRow) => id

function overduePayments({ db, now }: Till): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(inArray(payments.status, [...OPEN_PAYMENT_STATUSES]), lte(payments.expiresAt, now())))
    .orderBy(asc(payments.expiresAt))
    .limit(100)
}

const isDue = ({ nextCheckAt }: PaymentRow, now: Date) => nextCheckAt !== null && nextCheckAt <= now

/** Its last question is being asked, or is still to be asked by a provider that is worth asking. */
function isWaiting(payment: PaymentRow, { provider, now }: Till): boolean {
  if (isDue(payment, now())) return !isResting(provider, now())
  return payment.nextCheckAt !== null && payment.nextCheckAt <= minutesLater(now(), QUESTION_LEASE_MINUTES)
}

const UNPAID_ORDERS_LIVE_HOURS = 72

/** The clock's work: cancels orders that nobody has paid in the three days in which banks settle late. */
export async function cancelForgottenOrders({ db, now }: Till): Promise<void> {
  const before = new Date(now().getTime() - UNPAID_ORDERS_LIVE_HOURS * 3_600_000)
  for (const id of await listUnpaidOrdersBefore(db, before))
    await byItself(`The end of order ${id}`, () => inTransaction(db, (tx) => cancelForgotten(tx, id)))
}

async function cancelForgotten(tx: Db, id: string): Promise<void> {
  const order = await lockOrder(tx, id)
  const open = await tx.$count(payments, and(eq(payments.orderId, id), inArray(payments.status, STILL_UNDECIDED)))
  if (order.status === 'pending' && !order.paidAt && open === 0)
    await cancelUnpaidOrder(tx, order, { actor: 'clock', reason: 'Not paid within three days' })
}

const STILL_UNDECIDED: PaymentStatus[] = [...OPEN_PAYMENT_STATUSES, 'review']
