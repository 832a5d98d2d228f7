import { eq } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import { mailedOrder } from '#src/features/orders/mailed-order.server.ts'
import { mailAboutOrder } from '#src/features/orders/order-messages.server.ts'
import { type OrderRow, releaseHeld } from '#src/features/orders/orders.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { isDatabaseAway } from '#src/platform/database-away.server.ts'
import { ownerOfMoney, receiveMoney } from './ledger.server.ts'
import { waitForMaker, waitForShopper } from './manual-waiting.server.ts'
import { type OnOrderPaid, payOrder, TOO_LATE } from './paying.server.ts'
import {
  type EventResult,
  findPayment,
  isEvent,
  keepStuck,
  type ReceivedReport,
  recordEvent,
  recordUnknown,
} from './payment-events.server.ts'
import { lockPayment, type PaymentRow } from './payment-lock.server.ts'
import { refundDueMail } from './payments.messages.ts'
import {
  decide,
  type PaymentEvent,
  type PaymentSituation,
  type RefundReason,
  type Report,
  type Verdict,
} from './payments.reducer.ts'
import { isOpenPayment, type PaymentStatus } from './payments.rules.ts'
import { paymentEvents, payments } from './payments.table.server.ts'
import { hearOfRefund } from './refund-news.server.ts'
import { addRefund } from './refunds.server.ts'

export { lockPayment, type OnOrderPaid, type PaymentRow, type ReceivedReport, recordEvent }

type Money = Extract<Report, { kind: 'success' }>

/** What news about money needs to have its effect. */
type Settling = { db: Db; now: () => Date; onPaid: OnOrderPaid }

/**
 * The one way in which news about money has an effect: webhooks, answers to our questions, and through them every
 * press of a button. The raw event is written first; the same event a second time changes nothing. What the shop
 * stumbles over is kept as well, for a person; whoever brought it hears of it, and may bring it again.
 */
export async function applyReport(settling: Settling, received: ReceivedReport): Promise<EventResult | 'duplicate'> {
  try {
    return await settleReport(settling, received)
  } catch (error) {
    if (!isDatabaseAway(error)) await keepStuck(settling.db, received)
    throw error
  }
}

async function settleReport(
  { db, now, onPaid }: Settling,
  received: ReceivedReport,
): Promise<EventResult | 'duplicate'> {
  return inTransaction(db, async (tx) => {
    const found = await findPayment(tx, received)
    if (!found) return recordUnknown(tx, received, now())
    const { order, payment } = await lockPayment(tx, found)
    if (received.refund) return applyRefundReport(tx, received, { order, payment, now: now() })
    if (!received.report) return recordEvent(tx, received, { paymentId: payment.id, result: 'unknown_kind' })

    const { report } = received
    const event: PaymentEvent = { type: 'reported', report }
    const verdict = decide(await situationOf(tx, { payment, order, report, now: now() }), event)
    const recorded = await recordEvent(tx, received, { paymentId: payment.id, result: resultOf(verdict) })
    if (recorded !== 'duplicate')
      await carryOut(tx, { payment, order, verdict, money: moneyOf(report), onPaid, now: now() })
    return recorded
  })
}

/** News about money that went back. What it says is decided about the refund; here it is heard once. */
async function applyRefundReport(
  tx: Db,
  received: ReceivedReport,
  owner: { order: OrderRow; payment: PaymentRow; now: Date },
): Promise<EventResult | 'duplicate'> {
  const { refund: report } = received
  if (!report || (await tx.$count(paymentEvents, isEvent(received))) > 0) return 'duplicate'
  const result = await hearOfRefund(tx, { ...owner, report })
  const gone = result === 'refunded_twice' && { amountPaise: report.amount, upiTxnId: report.refundId }
  return recordEvent(tx, received, { paymentId: owner.payment.id, result, ...gone })
}

type WithoutMoney = Exclude<PaymentEvent, { type: 'reported' }>
type Closing = { paymentId: string; event: WithoutMoney; now: Date }

/** Ends an open payment without money: its window is over, or it was given up. Gives back the state it is in now. */
export async function closePayment(db: Db, { paymentId, event, now }: Closing): Promise<PaymentStatus> {
  return inTransaction(db, async (tx) =>
    applyWithoutMoney(tx, { ...(await lockPayment(tx, { id: paymentId })), event, now }),
  )
}

type Happening = { payment: PaymentRow; order: OrderRow; event: WithoutMoney; now: Date }

/** What happens to a payment (locked, as its order) without any money. Gives back the state it is in now. */
export async function applyWithoutMoney(tx: Db, { payment, order, event, now }: Happening): Promise<PaymentStatus> {
  const verdict = decide(await situationOf(tx, { payment, order, now }), event)
  await carryOut(tx, { payment, order, verdict, now })
  switch (verdict.act) {
    case 'await':
      return 'awaiting_confirmation'
    case 'reopen':
      return 'pending'
    default:
      return verdict.act === 'close' ? verdict.to : payment.status
  }
}

type Circumstances = { payment: PaymentRow; order: OrderRow; report?: Report; now: Date }

async function situationOf(tx: Db, { payment, order, report, now }: Circumstances): Promise<PaymentSituation> {
  return {
    status: payment.status,
    amount: paise(payment.amountPaise),
    expiresAt: payment.expiresAt,
    order: order.status === 'cancelled' ? 'cancelled' : order.paidAt ? 'paid' : 'open',
    money: report?.kind === 'success' ? await whoseMoney(tx, payment, report.upiTxnId) : 'new',
    now,
  }
}

async function whoseMoney(tx: Db, payment: PaymentRow, upiTxnId: string): Promise<PaymentSituation['money']> {
  const owner = await ownerOfMoney(tx, payment.provider, upiTxnId)
  if (owner === undefined) return 'new'
  return owner === payment.id ? 'known' : 'of-another-payment'
}

type Consequences = {
  payment: PaymentRow
  order: OrderRow
  verdict: Verdict
  money?: Money
  onPaid?: OnOrderPaid
  now: Date
}

async function carryOut(tx: Db, { payment, order, verdict, money, onPaid, now }: Consequences): Promise<void> {
  switch (verdict.act) {
    case 'nothing':
      return
    case 'fail':
      return update(tx, payment, { status: 'failure', remark: verdict.remark })
    case 'close':
      await releaseHeld(tx, order.id)
      return update(tx, payment, { status: verdict.to, expiresAt: now < payment.expiresAt ? now : payment.expiresAt })
    case 'await':
      return waitForMaker(tx, payment)
    case 'reopen':
      return waitForShopper(tx, payment)
    case 'review':
      return toReview(tx, { payment, order, remark: verdict.remark })
    case 'refund':
      return refund(tx, { payment, order, verdict, money: required(money) })
    case 'pay':
      return pay(tx, { payment, order, late: verdict.late, money: required(money), onPaid, now })
  }
}

type Payment = { payment: PaymentRow; order: OrderRow; money: Money }

type Paying = Payment & { late: boolean; onPaid?: OnOrderPaid; now: Date }

/** Money that came too late to pay for anything goes back. */
async function pay(tx: Db, paying: Paying): Promise<void> {
  await receiveMoney(tx, paying.payment, paying.money)
  const settled = await payOrder(tx, paying)
  if (settled !== 'paid')
    await goesBack(tx, { ...paying, verdict: { to: 'review', reason: settled, remark: TOO_LATE[settled] } })
}

type Refund = Payment & { verdict: { to: 'review' | 'unchanged'; reason: RefundReason; remark: string } }

async function refund(tx: Db, refund: Refund): Promise<void> {
  await receiveMoney(tx, refund.payment, refund.money)
  await goesBack(tx, refund)
}

async function goesBack(tx: Db, { payment, order, money, verdict }: Refund): Promise<void> {
  const { upiTxnId, amount } = money
  await addRefund(tx, { payment, upiTxnId, amount, reason: verdict.reason })
  if (verdict.to === 'review') await toReview(tx, { payment, order, remark: verdict.remark })
  await tellRefundDue(tx, order, money)
}

async function toReview(
  tx: Db,
  { payment, order, remark }: { payment: PaymentRow; order: OrderRow; remark: string },
): Promise<void> {
  // Only an open payment holds pieces; after it, a newer attempt at the same order may be holding them.
  if (isOpenPayment(payment.status)) await releaseHeld(tx, order.id)
  await update(tx, payment, { status: 'review', remark, nextCheckAt: null })
}

async function update(tx: Db, payment: PaymentRow, change: Partial<PaymentRow>): Promise<void> {
  await tx.update(payments).set(change).where(eq(payments.id, payment.id))
}

async function tellRefundDue(tx: Db, order: OrderRow, { amount, upiTxnId }: Money): Promise<void> {
  await mailAboutOrder(tx, order, {
    ...refundDueMail(await mailedOrder(tx, order), { amount, upiTxnId }),
    dedupeKey: `refund-due:${upiTxnId}`,
  })
}

function resultOf(verdict: Verdict): EventResult {
  switch (verdict.act) {
    case 'nothing':
      return verdict.result
    case 'refund':
      return verdict.reason === 'surplus' ? 'surplus' : 'review'
    case 'review':
      return 'review'
    default:
      return 'applied'
  }
}

function moneyOf(report: Report): Money | undefined {
  return report.kind === 'success' ? report : undefined
}

/** Verdicts about money come only from reports of money. */
function required(money: Money | undefined): Money {
  if (!money) throw new Error('A verdict about money without money')
  return money
}
