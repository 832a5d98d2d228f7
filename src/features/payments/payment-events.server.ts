import { and, eq } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { eventLookups, paymentEvents, payments } from './payments.table.server.ts'

export type PaymentEventResult = (typeof paymentEvents.$inferSelect)['result']

export type ReceivedEvent = GatewayEvent & {
  provider: string
  source: (typeof paymentEvents.$inferSelect)['source']
}

/** The payment that news are about, if it is one of ours. */
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

type Told = { amountPaise: number; upiTxnId: string }

/** Writes the event as it came. 'duplicate' when this very event was written before: then nothing else may happen. */
export async function recordPaymentEvent(
  tx: Db,
  received: ReceivedEvent,
  as: { paymentId: string | null; result: PaymentEventResult } & Partial<Told>,
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

/** Writes an event that names none of our payments. Where only the provider can say whose it is, it is asked later. */
export async function recordUnknownEvent(
  tx: Db,
  received: ReceivedEvent,
  now: Date,
): Promise<PaymentEventResult | 'duplicate'> {
  const recorded = await recordPaymentEvent(tx, received, { paymentId: null, result: 'unknown_payment' })
  if (recorded !== 'duplicate' && received.needsLookup) {
    const { id } = onlyRow(await tx.select({ id: paymentEvents.id }).from(paymentEvents).where(matchesEvent(received)))
    await tx.insert(eventLookups).values({ eventId: id, nextTryAt: now })
  }
  return recorded
}

/** The one event that a sender knows by this id. */
export const matchesEvent = ({ provider, eventId }: Pick<ReceivedEvent, 'provider' | 'eventId'>) =>
  and(eq(paymentEvents.provider, provider), eq(paymentEvents.eventId, eventId))

/** What an event that the shop stumbled over is kept under: the same event may still come again and have its effect. */
export const FAILED_EVENT_PREFIX = 'stuck:'

/**
 * Keeps news that the shop stumbled over, after all that they did was taken back: a person sees the money. Whoever
 * brought them has to hear of the stumbling itself, so a second one here is only logged.
 */
export async function recordFailedEvent(db: Db, received: ReceivedEvent): Promise<void> {
  try {
    const found = await findPayment(db, received)
    const kept = { ...received, eventId: `${FAILED_EVENT_PREFIX}${received.eventId}` }
    await recordPaymentEvent(db, kept, { paymentId: found?.id ?? null, result: 'stuck', ...moneyBackOf(received) })
  } catch (cause) {
    const about = { event: received.eventId, payment: received.clientTxnId }
    log.error('An event about a payment could not be kept', { ...about, err: cause })
  }
}

/** Money that went back has the provider's id of the refund: under the bank's number stands the money that came. */
function moneyBackOf({ refund }: ReceivedEvent): Told | undefined {
  return refund?.state === 'processed' ? { amountPaise: refund.amount, upiTxnId: refund.refundId } : undefined
}
