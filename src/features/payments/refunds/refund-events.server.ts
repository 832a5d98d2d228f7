import { and, eq, inArray, type SQL, sql, sum } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { type OrderEvents, runHooks } from '#src/features/orders/order-events.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import type { RefundUpdate } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { listRefundableBalances } from '#src/features/payments/ledger/ledger.server.ts'
import { paymentCaptures, refundEvents } from '#src/features/payments/ledger/ledger.table.server.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import { payments, refunds, unmatchedResolutions } from '#src/features/payments/payments.table.server.ts'
import { addRefund, moveRefund, type RefundRow } from '#src/features/payments/refunds/refund-record.server.ts'
import {
  COUNTED_REFUND_STATES,
  computeNextRefundAttempt,
  isCountedRefund,
  mayHaveBeenSent,
  type RefundEvent,
  type RefundSpeed,
  transitionRefund,
} from './refund-state-machine.ts'

type Owner = { order: OrderRow; payment: PaymentRow; events: OrderEvents; now: Date }

export type RefundOutcome = {
  state: Extract<RefundEvent, { type: 'reported' }>['state']
  providerRefundId?: string
  bankReference?: string
  speed?: RefundSpeed
  detail?: string
}

/** From the worker or a webhook, to locked rows. 'double-refund' when the money was refunded otherwise. */
export async function applyRefundOutcome(
  tx: Db,
  { refund, ...owner }: Owner & { refund: RefundRow },
  { state, ...facts }: RefundOutcome,
): Promise<'applied' | 'unchanged' | 'double-refund'> {
  const { payment, now } = owner
  if (state === 'processed' && (await wasRefundedExternally(tx, refund))) return 'double-refund'
  const transition = transitionRefund(refund.state, { type: 'reported', state })
  if (!('to' in transition)) return 'unchanged'
  if (!isCountedRefund(refund.state) && !(await reconcileLateRefund(tx, refund, now))) return 'double-refund'
  const nextAttemptAt = transition.to === 'pending' ? computeNextRefundAttempt('pending', refund.attempts, now) : null
  const moved = await moveRefund(tx, { refund, to: transition.to, now, nextAttemptAt, ...facts })
  if (moved.state === 'processed') await onRefunded(tx, { ...owner, refund: moved })
  if (moved.state === 'failed' && refund.reason !== 'admin') await reopen(tx, payment, refund)
  return 'applied'
}

/** A gateway that reports it too has sent it twice. */
async function wasRefundedExternally(tx: Db, { id }: RefundRow): Promise<boolean> {
  return (await tx.$count(unmatchedResolutions, eq(unmatchedResolutions.refundId, id))) > 0
}

export async function onRefunded(
  tx: Db,
  { order, payment, refund, events, now }: Owner & { refund: RefundRow },
): Promise<void> {
  const isItsMoney = refund.upiTxnId === payment.upiTxnId
  if (payment.status === 'success' && isItsMoney) await markRefundedIfComplete(tx, payment)
  if (payment.status === 'review') await closeReviewIfComplete(tx, payment)
  const method = (await wasRefundedExternally(tx, refund)) ? 'by-hand' : (refund.speed ?? 'normal')
  // Money above the price was never invoiced.
  const isInvoiced = isItsMoney && refund.reason !== 'overpayment'
  await runHooks(events.refunded, tx, { order, refund, method, isInvoiced, now })
}

async function markRefundedIfComplete(tx: Db, payment: PaymentRow): Promise<void> {
  const upiTxnId = payment.upiTxnId ?? ''
  const paidBy = and(eq(paymentCaptures.provider, payment.provider), eq(paymentCaptures.upiTxnId, upiTxnId))
  const { amountPaise } = onlyRow(await tx.select().from(paymentCaptures).where(paidBy))
  if ((await sumProcessed(tx, payment, eq(refunds.upiTxnId, upiTxnId))) >= amountPaise)
    await tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id))
}

/** Closes a review when all unusable money was refunded, so that the order can be paid again. */
async function closeReviewIfComplete(tx: Db, payment: PaymentRow): Promise<void> {
  if ((await sumProcessed(tx, payment)) >= payment.receivedPaise)
    await tx
      .update(payments)
      .set({ status: 'cancelled', remark: `${payment.remark ?? 'The money could not be used'}. It was refunded.` })
      .where(eq(payments.id, payment.id))
}

async function sumProcessed(tx: Db, payment: PaymentRow, which?: SQL): Promise<number> {
  const [row] = await tx
    .select({ total: sum(refunds.amountPaise) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.state, 'processed'), which))
  return Number(row?.total ?? 0)
}

/** Owed money stays owed after a failed refund. */
async function reopen(tx: Db, payment: PaymentRow, { upiTxnId, amountPaise, reason }: RefundRow): Promise<void> {
  await addRefund(tx, { payment, upiTxnId, amount: paise(amountPaise), reason })
}

/** A failed refund that completes after all cancels its replacement; false when that was sent already. */
async function reconcileLateRefund(tx: Db, refund: RefundRow, now: Date): Promise<boolean> {
  const duplicates = await duplicatesOf(tx, refund)
  const notSent = duplicates.find(isUnsent)
  if (duplicates.length > 0 && !notSent) return false
  if (notSent)
    await moveRefund(tx, {
      refund: notSent,
      to: 'waived',
      note: `The bank made the refund ${refund.id} after all`,
      now,
    })
  const payment = onlyRow(await tx.select().from(payments).where(eq(payments.id, refund.paymentId)))
  return payment.receivedPaise - payment.refundedPaise >= refund.amountPaise
}

const isUnsent = (refund: RefundRow) =>
  (refund.state === 'due' || refund.state === 'requested') && !mayHaveBeenSent(refund)

/** Refunds of the same money that replaced this one, locked. */
async function duplicatesOf(tx: Db, { id, upiTxnId, amountPaise, paymentId }: RefundRow): Promise<RefundRow[]> {
  const stepsOf = (refundId: typeof refunds.id | string) =>
    sql`from ${refundEvents} where ${refundEvents.refundId} = ${refundId}`
  return tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.upiTxnId, upiTxnId),
        eq(refunds.amountPaise, amountPaise),
        inArray(refunds.state, [...COUNTED_REFUND_STATES]),
        sql`(select min(${refundEvents.id}) ${stepsOf(refunds.id)}) >
          (select coalesce(max(${refundEvents.id}), 0) ${stepsOf(id)} and ${refundEvents.state} = 'failed')`,
      ),
    )
    .for('update')
}

/** Processes a webhook about a refund of a locked payment; one made in the gateway's dashboard is matched or added. */
export async function processRefundEvent(
  tx: Db,
  { report, ...owner }: Owner & { report: RefundUpdate },
): Promise<'applied' | 'unchanged' | 'double_refund'> {
  const { state, refundId, bankReference, speed } = report
  const known = await matchRefund(tx, owner.payment, report)
  if (!known && state === 'failed') return 'unchanged'
  const refund = known ?? (await addExternalRefund(tx, owner.payment, report))
  if (refund === 'nothing-left') return doubleRefund(state)
  const news = { state, providerRefundId: refundId, ...(bankReference && { bankReference }), ...(speed && { speed }) }
  const outcome = await applyRefundOutcome(tx, { ...owner, refund }, news)
  return outcome === 'double-refund' ? doubleRefund(state) : outcome
}

/** Only once processed: a refund is also reported when it starts. */
const doubleRefund = (state: RefundUpdate['state']) => (state === 'processed' ? 'double_refund' : 'unchanged')

/** Matches a dashboard refund to the unsent one of the same amount, which would otherwise be sent again. */
async function matchRefund(
  tx: Db,
  payment: PaymentRow,
  { idempotencyKey, refundId, upiTxnId, amount, state }: RefundUpdate,
): Promise<RefundRow | undefined> {
  const all = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id)).for('update')
  const known = all.find((refund) => refund.id === idempotencyKey || refund.providerRefundId === refundId)
  if (known || idempotencyKey || state === 'failed') return known
  const notSent = all.filter(
    (refund) => refund.upiTxnId === upiTxnId && refund.amountPaise === amount && isUnsent(refund),
  )
  return notSent.find((refund) => refund.state === 'due') ?? notSent[0]
}

async function addExternalRefund(
  tx: Db,
  payment: PaymentRow,
  { upiTxnId, amount }: RefundUpdate,
): Promise<RefundRow | 'nothing-left'> {
  const capture = (await listRefundableBalances(tx, payment)).find((one) => one.upiTxnId === upiTxnId)
  if (!capture || capture.left < amount) return 'nothing-left'
  return addRefund(tx, { payment, upiTxnId, amount, reason: 'admin' })
}
