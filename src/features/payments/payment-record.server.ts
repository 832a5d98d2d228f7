import { and, desc, eq, inArray } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { lockOrder, type OrderRow, payingOrderId } from '#src/features/orders/orders.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { eventLookups, paymentEvents, payments } from '#src/features/payments/payments.table.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Orders the attempts of an order. Of two in one millisecond the open one is later: it began when none was open. */
export const LATEST_FIRST = [desc(payments.createdAt), desc(inArray(payments.status, OPEN_PAYMENT_STATUSES))]

/** Locks the order, then its payment. Every caller uses this order, so none deadlock. */
export async function lockPayment(tx: Db, input: { id: string }): Promise<{ order: OrderRow; payment: PaymentRow }> {
  const [found] = await tx.select({ orderId: payments.orderId }).from(payments).where(eq(payments.id, input.id))
  if (!found) throw noSuchPayment()
  const order = await lockOrder(tx, found.orderId)
  const [payment] = await tx.select().from(payments).where(eq(payments.id, input.id)).for('update')
  if (!payment) throw noSuchPayment()
  return { order, payment }
}

/** Finds the payment that paid an order, or the group of its parcel, unless all of it was refunded. */
export async function findPaidPayment(db: Db, order: OrderRow): Promise<PaymentRow | undefined> {
  const isPaid = and(eq(payments.orderId, payingOrderId(order)), eq(payments.status, 'success'))
  const [payment] = await db.select().from(payments).where(isPaid)
  return payment
}

const noSuchPayment = () => new DomainError('not-found', 'Payment not found.')

export type PaymentEventResult = (typeof paymentEvents.$inferSelect)['result']

export type ReceivedEvent = GatewayEvent & {
  provider: string
  source: (typeof paymentEvents.$inferSelect)['source']
}

export async function findPayment(
  db: Db,
  { provider, clientTxnId }: ReceivedEvent,
): Promise<{ id: string } | undefined> {
  const [found] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.clientTxnId, clientTxnId)))
  return found
}

type ReportedMoney = { amountPaise: number; upiTxnId: string }

/** Stores a raw event; 'duplicate' when it was stored before. */
export async function recordPaymentEvent(
  tx: Db,
  received: ReceivedEvent,
  as: { paymentId: string | null; result: PaymentEventResult } & Partial<ReportedMoney>,
): Promise<PaymentEventResult | 'duplicate'> {
  const written = await tx
    .insert(paymentEvents)
    .values({
      provider: received.provider,
      eventId: received.eventId,
      source: received.source,
      raw: received.raw,
      ...(received.status?.kind === 'success' && {
        amountPaise: received.status.amount,
        upiTxnId: received.status.upiTxnId,
      }),
      ...as,
    })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  return written.length === 0 ? 'duplicate' : as.result
}

/** Stores an event without a payment, and queues a lookup where only the gateway knows it. */
export async function recordUnknownEvent(
  tx: Db,
  received: ReceivedEvent,
  now: Date,
): Promise<PaymentEventResult | 'duplicate'> {
  const recorded = await recordPaymentEvent(tx, received, { paymentId: null, result: 'unknown_payment' })
  if (recorded !== 'duplicate' && received.needsLookup) {
    const { id } = onlyRow(await tx.select({ id: paymentEvents.id }).from(paymentEvents).where(matchesEvent(received)))
    await tx.insert(eventLookups).values({ eventId: id, nextAttemptAt: now })
  }
  return recorded
}

export const matchesEvent = ({ provider, eventId }: Pick<ReceivedEvent, 'provider' | 'eventId'>) =>
  and(eq(paymentEvents.provider, provider), eq(paymentEvents.eventId, eventId))

/** A failed event gets its own id, so that a redelivery can still succeed. */
export const FAILED_EVENT_PREFIX = 'failed:'

/** Stores an event whose processing failed, after the rollback, so that an admin sees the money. */
export async function recordFailedEvent(db: Db, received: ReceivedEvent): Promise<void> {
  try {
    const found = await findPayment(db, received)
    const failed = { ...received, eventId: `${FAILED_EVENT_PREFIX}${received.eventId}` }
    await recordPaymentEvent(db, failed, { paymentId: found?.id ?? null, result: 'failed', ...refundedMoney(received) })
  } catch (cause) {
    const about = { event: received.eventId, payment: received.clientTxnId }
    log.error('An event about a payment could not be stored', { ...about, err: cause })
  }
}

/** A refund event has the gateway's refund id; the bank reference is that of the capture. */
function refundedMoney({ refund }: ReceivedEvent): ReportedMoney | undefined {
  return refund?.state === 'processed' ? { amountPaise: refund.amount, upiTxnId: refund.refundId } : undefined
}
