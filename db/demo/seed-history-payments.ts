import type { PlacedOrder } from '#db/demo/data/order-history.ts'
import { addMinutes } from '#src/core/dates.ts'
import { PAYMENT_WINDOW_MINUTES } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { sandboxBank } from '#src/features/payments/gateways/sandbox/sandbox.table.server.ts'
import { SANDBOX } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { paymentCaptures, refundEvents } from '#src/features/payments/ledger/ledger.table.server.ts'
import { redactPayer } from '#src/features/payments/payment-status.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'

/** Adds the payments of the sample orders to the sandbox and the shop. */
export async function addSamplePayments(tx: Db, placed: PlacedOrder[]): Promise<void> {
  await tx.insert(sandboxBank).values(placed.map(toBankEntry))
  const rows = await tx
    .insert(payments)
    .values(placed.map(toPayment))
    .returning({ id: payments.id, orderId: payments.orderId })
  const paymentOf = new Map(rows.map(({ id, orderId }) => [orderId, id]))
  await tx.insert(paymentEvents).values(placed.map((order) => toEvent(order, paymentOf.get(order.id) ?? '')))
  const owed = placed.flatMap((order) => toRefund(order, paymentOf.get(order.id) ?? ''))
  await tx.insert(paymentCaptures).values(placed.map((order) => toReceived(order, paymentOf.get(order.id) ?? '')))
  if (owed.length === 0) return
  const inserted = await tx.insert(refunds).values(owed).returning()
  await tx
    .insert(refundEvents)
    .values(inserted.map(({ id, state, createdAt }) => ({ refundId: id, state, at: createdAt })))
}

/** Payment ids of the shop and UTRs of the bank. */
function namesOf({ number, paidAt }: PlacedOrder) {
  const counted = String(number + 1).padStart(4, '0')
  return { clientTxnId: `KCSAMPLE${counted}`, upiTxnId: `${String(paidAt.getTime()).slice(2, 10)}${counted}` }
}

const vpaOf = ({ customer }: PlacedOrder) => `${customer.email.split('@')[0]}@sandbox`

function toBankEntry(order: PlacedOrder): typeof sandboxBank.$inferInsert {
  return { ...namesOf(order), amountPaise: order.basket.total, outcome: 'success', decidedAt: order.paidAt }
}

function toPayment(order: PlacedOrder): typeof payments.$inferInsert {
  return {
    ...namesOf(order),
    orderId: order.id,
    provider: SANDBOX,
    status: 'success',
    amountPaise: order.basket.total,
    receivedPaise: order.basket.total,
    refundedPaise: cancellationOf(order) ? order.basket.total : 0,
    customerVpa: vpaOf(order),
    paidAt: order.paidAt,
    expiresAt: addMinutes(order.placedAt, PAYMENT_WINDOW_MINUTES),
    createdAt: order.placedAt,
  }
}

function toReceived(order: PlacedOrder, paymentId: string): typeof paymentCaptures.$inferInsert {
  const { upiTxnId } = namesOf(order)
  const { paidAt } = order
  const money = { amountPaise: order.basket.total, paidAt, receivedAt: paidAt }
  return { paymentId, provider: SANDBOX, upiTxnId, ...money }
}

function toEvent(order: PlacedOrder, paymentId: string): typeof paymentEvents.$inferInsert {
  const { clientTxnId, upiTxnId } = namesOf(order)
  const amount = order.basket.total
  const at = order.paidAt.toISOString()
  const told = { clientTxnId, event: 'payment.success', amount, currency: 'INR', upiTxnId, vpa: vpaOf(order), at }
  return {
    provider: SANDBOX,
    eventId: `evt_${clientTxnId}`,
    paymentId,
    source: 'webhook',
    raw: redactPayer(JSON.stringify(told)),
    result: 'applied',
    amountPaise: amount,
    upiTxnId,
    receivedAt: order.paidAt,
  }
}

const cancellationOf = ({ steps }: PlacedOrder) => steps.find(({ to }) => to === 'cancelled')

function toRefund(order: PlacedOrder, paymentId: string): (typeof refunds.$inferInsert)[] {
  const cancelled = cancellationOf(order)
  if (!cancelled) return []
  const { upiTxnId } = namesOf(order)
  const [amountPaise, createdAt] = [order.basket.total, cancelled.at]
  return [
    { paymentId, orderId: order.id, provider: SANDBOX, upiTxnId, amountPaise, reason: 'order-cancelled', createdAt },
  ]
}
