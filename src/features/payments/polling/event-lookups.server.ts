import { and, asc, eq, isNotNull, lte, min, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { inTransaction, runIsolated } from '#src/db/database.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { eventLookups, paymentEvents } from '#src/features/payments/payments.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { withTimeout } from '#src/server/http/circuit-breaker.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

const AT_ONCE = 5
/** Minutes after each attempt without an answer; longer than the gateway timeout. */
const BACKOFF_MINUTES = [1, 2, 5, 15, 60]

/** Asks the gateway for the payment of unmatched events. Claims are leases, so a crash only delays them. */
export async function lookUpEvents(context: PaymentContext): Promise<number> {
  const lookups = await claimLookups(context)
  for (const lookup of lookups) await runIsolated(`Event ${lookup.eventId}`, () => lookUpOne(context, lookup))
  return lookups.length
}

export function nextLookupDue({ db, gateway }: PaymentContext) {
  const next = db
    .select({ time: min(eventLookups.nextAttemptAt) })
    .from(eventLookups)
    .innerJoin(paymentEvents, eq(paymentEvents.id, eventLookups.eventId))
    .where(and(eq(paymentEvents.provider, gateway.name), isNotNull(eventLookups.nextAttemptAt)))
  return gateway.lookUpEvent && sql`(${next})`
}

type ClaimedLookup = { id: string; attempts: number; eventId: string; raw: string }

async function claimLookups({ db, gateway, now }: PaymentContext): Promise<ClaimedLookup[]> {
  if (!gateway.lookUpEvent) return []
  return inTransaction(db, async (tx) => {
    const due = await tx
      .select({ id: eventLookups.eventId, attempts: eventLookups.attempts, event: paymentEvents })
      .from(eventLookups)
      .innerJoin(paymentEvents, eq(paymentEvents.id, eventLookups.eventId))
      .where(
        and(
          eq(paymentEvents.provider, gateway.name),
          isNotNull(eventLookups.nextAttemptAt),
          lte(eventLookups.nextAttemptAt, now()),
        ),
      )
      .orderBy(asc(eventLookups.nextAttemptAt))
      .limit(AT_ONCE)
      .for('update', { of: eventLookups, skipLocked: true })
    for (const { id, attempts } of due)
      await tx
        .update(eventLookups)
        .set({
          attempts: attempts + 1,
          nextAttemptAt: addMinutes(now(), BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length - 1)] ?? 60),
        })
        .where(eq(eventLookups.eventId, id))
    return due.map(({ id, attempts, event: { eventId, raw } }) => ({ id, attempts: attempts + 1, eventId, raw }))
  })
}

/** An event of an unknown QR code stays for an admin; without an answer it is retried. */
async function lookUpOne(context: PaymentContext, { id, attempts, eventId, raw }: ClaimedLookup): Promise<void> {
  const { db, gateway, gatewayTimeoutMs } = context
  try {
    const placed = await withTimeout(gateway.lookUpEvent?.({ eventId, raw }), gatewayTimeoutMs)
    if (placed) await processPaymentEvent(context, { ...placed, provider: gateway.name, source: 'poll' })
  } catch (cause) {
    log.warn('An event could not be matched to a payment yet', { event: eventId, err: cause })
    return
  }
  await db
    .update(eventLookups)
    .set({ nextAttemptAt: null })
    .where(and(eq(eventLookups.eventId, id), eq(eventLookups.attempts, attempts)))
}
