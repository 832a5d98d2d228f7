import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { lockParcels, type OrderRow } from '#src/features/orders/orders.server.ts'
import { listRefundableBalances, listRefundableOfParcels } from '#src/features/payments/ledger/ledger.server.ts'
import { lockPayment, type PaymentRow } from '#src/features/payments/payment-record.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { addRefund, moveRefund, type RefundMove, type RefundRow, tooMuch } from './refund-record.server.ts'
import { mayHaveBeenSent, type RefundEvent, transitionRefund } from './refund-state-machine.ts'

type RefundRequest = {
  paymentId: string
  orderId?: string | undefined
  amount: Paise
  reason: string
  key: string
  by: Actor
  now: Date
}

export async function requestRefund(db: Db, request: RefundRequest): Promise<RefundRow> {
  const { paymentId, amount, reason, key, by, now } = request
  return inTransaction(db, async (tx) => {
    const { order: paying, payment } = await lockPayment(tx, { id: paymentId })
    const order = await findRefunded(tx, paying, request)
    const [known] = await tx.select().from(refunds).where(eq(refunds.idempotencyKey, key))
    if (known) return sameRefund(known, { ...request, order })
    const captures = await listBalancesOf(tx, { payment, order })
    const capture = captures.find(({ left }) => left >= amount)
    if (!capture)
      throw tooMuch(paise(Math.max(0, ...captures.map(({ left }) => left))), order.groupId ? 'parcel' : 'payment')
    const refund = await addRefund(tx, {
      payment,
      orderId: order.id,
      upiTxnId: capture.upiTxnId,
      amount,
      reason: 'admin',
      requested: { key, note: reason, by: by.email, now },
    })
    await recordChange(tx, {
      by,
      entity: 'payment',
      entityId: paymentId,
      action: 'update',
      before: { refunded: rupees(paise(payment.refundedPaise)) },
      after: {
        refunded: rupees(paise(payment.refundedPaise + amount)),
        ...(order.groupId && { parcel: order.reference }),
        reason,
      },
    })
    return refund
  })
}

async function findRefunded(tx: Db, paying: OrderRow, { orderId }: RefundRequest): Promise<OrderRow> {
  const parcels = await lockParcels(tx, paying)
  if (orderId === undefined && parcels.length > 1)
    throw new DomainError('conflict', `This payment pays ${parcels.length} parcels. Please choose the one to refund.`)
  const order = orderId === undefined ? paying : parcels.find(({ reference }) => reference === orderId)
  if (!order) throw new DomainError('conflict', `This payment does not pay ${orderId}.`)
  return order
}

/** What can still be refunded of each capture; of a parcel only of the one that paid, and up to its own total. */
async function listBalancesOf(tx: Db, { payment, order }: { payment: PaymentRow; order: OrderRow }) {
  if (order.groupId === null) return listRefundableBalances(tx, payment)
  const left = (await listRefundableOfParcels(tx, payment, [order])).get(order.id) ?? paise(0)
  return payment.upiTxnId === null ? [] : [{ upiTxnId: payment.upiTxnId, left }]
}

function sameRefund(known: RefundRow, { paymentId, amount, order }: RefundRequest & { order: OrderRow }): RefundRow {
  if (known.paymentId !== paymentId || known.orderId !== order.id || known.amountPaise !== amount)
    throw new DomainError('conflict', 'This key is already taken by another refund.')
  return known
}

type Decided = Omit<RefundMove, 'to'> & { event: RefundEvent }

export async function applyRefundDecision(tx: Db, { event, ...move }: Decided): Promise<RefundRow> {
  const { state, reason } = move.refund
  const transition = transitionRefund(state, event)
  if (!('to' in transition) || (state === 'failed' && reason !== 'admin'))
    throw new DomainError('conflict', 'why' in transition ? transition.why : 'This payment has already been decided.')
  if (transition.to === 'waived' && state === 'due' && mayHaveBeenSent(move.refund))
    throw new DomainError('conflict', 'This money may have been refunded already, so the refund cannot be waived.')
  return moveRefund(tx, { ...move, to: transition.to })
}
