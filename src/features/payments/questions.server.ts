import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import {
  cancelUnpaidOrder,
  findOwnOrder,
  listUnpaidOrdersBefore,
  lockOrder,
} from '#src/features/orders/orders.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import type { VerifiedPayment, VerifyPayment } from './payments.contract.ts'
import { nextQuestionAt } from './payments.reducer.ts'
import { isOpenPayment, OPEN_PAYMENT_STATUSES, type PaymentStatus, shownStatus } from './payments.rules.ts'
import type { Till } from './payments.server.ts'
import { payments } from './payments.table.server.ts'
import { applyReport, closePayment, type PaymentRow } from './settlement.server.ts'

/**
 * The server looks at a shopper's payment: at our own state, and once at the provider's when a question is due.
 * The browser's word counts for nothing. Somebody else's payment is as unknown as one that does not exist.
 */
export async function verifyPayment(till: Till, userId: string, which: VerifyPayment): Promise<VerifiedPayment> {
  const payment = await ownPayment(till.db, userId, which)
  const isDue = payment.nextCheckAt !== null && payment.nextCheckAt <= till.now()
  if (isDue && isOpenPayment(payment.status)) await askAbout(till, payment.id)
  const { status } = isDue ? await ownPayment(till.db, userId, which) : payment
  return { success: status === 'success', status: shownStatus(status) }
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
  for (const { id } of due) await askAbout(till, id)
  return due.length
}

/**
 * Asks the provider once about one payment. Whoever moves `next_check_at` on is the one who asks, so two processes
 * never ask about the same payment at the same moment.
 */
async function askAbout({ db, provider, now }: Till, paymentId: string): Promise<void> {
  const claimed = await inTransaction(db, async (tx) => {
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.id, paymentId))
      .for('update', { skipLocked: true })
    if (!payment?.nextCheckAt || payment.nextCheckAt > now()) return undefined
    const nextCheckAt = nextQuestionAt(payment.createdAt, now())
    await tx
      .update(payments)
      .set({ nextCheckAt, checks: payment.checks + 1 })
      .where(eq(payments.id, paymentId))
    return payment
  })
  if (claimed?.provider !== provider.name) return
  const answer = await provider.ask(claimed.clientTxnId)
  if (answer) await applyReport(db, { ...answer, provider: provider.name, source: 'query' }, now())
}

/**
 * The clock's work: ends payments whose window is over and gives their pieces back. The last question of the window was
 * asked before; a provider that does not answer keeps no pieces from other shoppers, and money that comes later is late money.
 */
export async function closeOverduePayments({ db, now }: Till): Promise<number> {
  const overdue = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.status, [...OPEN_PAYMENT_STATUSES]), lte(payments.expiresAt, now())))
    .orderBy(asc(payments.expiresAt))
    .limit(100)
  for (const { id } of overdue) await closePayment(db, { paymentId: id, event: { type: 'window-over' }, now: now() })
  return overdue.length
}

const UNPAID_ORDERS_LIVE_HOURS = 72

/** The clock's work: cancels orders that nobody has paid in the three days in which banks settle late. */
export async function cancelForgottenOrders({ db, now }: Till): Promise<void> {
  const before = new Date(now().getTime() - UNPAID_ORDERS_LIVE_HOURS * 3_600_000)
  for (const id of await listUnpaidOrdersBefore(db, before))
    await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id)
      const open = await tx
        .select({ status: payments.status })
        .from(payments)
        .where(and(eq(payments.orderId, id), inArray(payments.status, STILL_UNDECIDED)))
      if (order.status === 'pending' && !order.paidAt && open.length === 0)
        await cancelUnpaidOrder(tx, order, { actor: 'clock', reason: 'Not paid within three days' })
    })
}

const STILL_UNDECIDED: PaymentStatus[] = [...OPEN_PAYMENT_STATUSES, 'review']
