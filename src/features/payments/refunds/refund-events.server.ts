import { and, asc, eq, inArray, type SQL, sql, sum } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { type OrderEvents, runHooks } from '#src/features/orders/order-events.server.ts'
import { lockOrder, lockParcels, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { RefundUpdate } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { listRefundableBalances, listRefundableOfParcels } from '#src/features/payments/ledger/ledger.server.ts'
import { paymentCaptures, refundEvents } from '#src/features/payments/ledger/ledger.table.server.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import type { RefundReason } from '#src/features/payments/payment-state-machine.ts'
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
  const credited = refund.orderId === order.id ? order : await lockOrder(tx, refund.orderId)
  await runHooks(events.refunded, tx, { order: credited, refund, method, isInvoiced, now })
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
async function reopen(tx: Db, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const { orderId, upiTxnId, amountPaise, reason } = refund
  await addRefund(tx, { payment, orderId, upiTxnId, amount: paise(amountPaise), reason })
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
async function duplicatesOf(
  tx: Db,
  { id, orderId, upiTxnId, amountPaise, paymentId }: RefundRow,
): Promise<RefundRow[]> {
  const stepsOf = (refundId: typeof refunds.id | string) =>
    sql`from ${refundEvents} where ${refundEvents.refundId} = ${refundId}`
  return tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.orderId, orderId),
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
  const known = await matchRefunds(tx, owner.payment, report)
  if (known.length === 0 && state === 'failed') return 'unchanged'
  const matched = known.length > 0 ? known : await addExternalRefunds(tx, owner.payment, report)
  if (matched.length === 0) return doubleRefund(state)
  const news = { state, providerRefundId: refundId, ...(bankReference && { bankReference }), ...(speed && { speed }) }
  const outcomes = []
  for (const refund of matched) outcomes.push(await applyRefundOutcome(tx, { ...owner, refund }, news))
  if (outcomes.includes('double-refund')) return doubleRefund(state)
  return outcomes.includes('applied') ? 'applied' : 'unchanged'
}

/** Only once processed: a refund is also reported when it starts. */
const doubleRefund = (state: RefundUpdate['state']) => (state === 'processed' ? 'double_refund' : 'unchanged')

/** Matches a dashboard refund to the unsent one of the same amount, which would otherwise be sent again. */
async function matchRefunds(
  tx: Db,
  payment: PaymentRow,
  { idempotencyKey, refundId, upiTxnId, amount, state }: RefundUpdate,
): Promise<RefundRow[]> {
  const ofPayment = eq(refunds.paymentId, payment.id)
  const all = await tx.select().from(refunds).where(ofPayment).orderBy(asc(refunds.createdAt)).for('update')
  const known = all.filter((refund) => refund.id === idempotencyKey || refund.providerRefundId === refundId)
  if (known.length > 0 || idempotencyKey || state === 'failed') return known
  const notSent = all.filter(
    (refund) => refund.upiTxnId === upiTxnId && refund.amountPaise === amount && isUnsent(refund),
  )
  return notSent
    .filter((refund) => refund.state === 'due')
    .concat(notSent)
    .slice(0, 1)
}

/** A refund of several parcels becomes one row for each; none if more was refunded than is left. */
async function addExternalRefunds(
  tx: Db,
  payment: PaymentRow,
  { upiTxnId, amount }: RefundUpdate,
): Promise<RefundRow[]> {
  const capture = (await listRefundableBalances(tx, payment)).find((one) => one.upiTxnId === upiTxnId)
  if (!capture || capture.left < amount) return []
  const order = await lockOrder(tx, payment.orderId)
  const isOfParcels = order.groupId !== null && upiTxnId === payment.upiTxnId
  const shares = isOfParcels ? await allocateToParcels(tx, { payment, order, amount }) : [{ orderId: order.id, amount }]
  const added: RefundRow[] = []
  for (const share of shares) added.push(await addRefund(tx, { payment, upiTxnId, reason: 'admin', ...share }))
  return added
}

type Share = { orderId: string; amount: Paise; reason?: RefundReason }

/**
 * The gateway's dashboard does not say which of several parcels it refunds: the first that costs so much, else one
 * after the other. What is above their price was never invoiced.
 */
async function allocateToParcels(
  tx: Db,
  { payment, order, amount }: { payment: PaymentRow; order: OrderRow; amount: Paise },
): Promise<Share[]> {
  const parcels = await lockParcels(tx, order)
  const refundable = await listRefundableOfParcels(tx, payment, parcels)
  const single = parcels.find(({ id }) => (refundable.get(id) ?? 0) >= amount)
  if (single) return [{ orderId: single.id, amount }]
  const shares: Share[] = []
  let rest = amount
  for (const { id: orderId } of parcels) {
    const share = paise(Math.min(rest, refundable.get(orderId) ?? 0))
    if (share > 0) shares.push({ orderId, amount: share })
    rest = paise(rest - share)
  }
  return rest > 0 ? [...shares, { orderId: order.id, amount: rest, reason: 'overpayment' }] : shares
}
