import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { inTransaction } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import { byItself } from './by-itself.server.ts'
import type { Till } from './payments.server.ts'
import { eventLookups, paymentEvents } from './payments.table.server.ts'
import { withPatience } from './provider-patience.server.ts'
import { applyReport } from './settlement.server.ts'

const AT_ONCE = 5
/** In minutes: the pause after the n-th question without an answer. Longer than the provider is waited for. */
const PAUSES = [1, 2, 5, 15, 60]

/**
 * The clock's work: asks the provider whose money the events tell that came without a name, and lets them have their
 * effect. Whoever moves an event's turn on is the one who asks; if they die over it, it is asked again. Gives back how
 * many it asked about.
 */
export async function lookUpEvents(till: Till): Promise<number> {
  const turns = await takeTurns(till)
  for (const turn of turns) await byItself(`Event ${turn.eventId}`, () => lookUp(till, turn))
  return turns.length
}

type Turn = { id: string; tries: number; eventId: string; raw: string }

async function takeTurns({ db, provider, now }: Till): Promise<Turn[]> {
  if (!provider.place) return []
  return inTransaction(db, async (tx) => {
    const due = await tx
      .select({ id: eventLookups.eventId, tries: eventLookups.tries, event: paymentEvents })
      .from(eventLookups)
      .innerJoin(paymentEvents, eq(paymentEvents.id, eventLookups.eventId))
      .where(
        and(
          eq(paymentEvents.provider, provider.name),
          isNotNull(eventLookups.nextTryAt),
          lte(eventLookups.nextTryAt, now()),
        ),
      )
      .orderBy(asc(eventLookups.nextTryAt))
      .limit(AT_ONCE)
      .for('update', { of: eventLookups, skipLocked: true })
    for (const { id, tries } of due)
      await tx
        .update(eventLookups)
        .set({ tries: tries + 1, nextTryAt: minutesLater(now(), PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 60) })
        .where(eq(eventLookups.eventId, id))
    return due.map(({ id, tries, event: { eventId, raw } }) => ({ id, tries: tries + 1, eventId, raw }))
  })
}

/** What nobody's code was paid by stays as it is, for a person. Without an answer, it is asked again at its time. */
async function lookUp(till: Till, { id, tries, eventId, raw }: Turn): Promise<void> {
  const { db, provider, patienceMs } = till
  try {
    const placed = await withPatience(provider.place?.({ eventId, raw }), patienceMs)
    if (placed) await applyReport(till, { ...placed, provider: provider.name, source: 'query' })
  } catch (cause) {
    log.warn('An event about money could not be placed yet', { event: eventId, err: cause })
    return
  }
  await db
    .update(eventLookups)
    .set({ nextTryAt: null })
    .where(and(eq(eventLookups.eventId, id), eq(eventLookups.tries, tries)))
}
