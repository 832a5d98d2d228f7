import { and, eq, exists, gt, inArray, like, lt, notInArray, or } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { alertIncidents } from './alerts.table.server.ts'

/** Begins incidents and returns the new ones. In all processes each begins only once until `endIncidents`. */
export async function beginIncidents(tx: Db, names: readonly string[], now: Date): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  // Sorted, so that two processes cannot deadlock.
  const rows = [...names].sort().map((name) => ({ name, beganAt: now }))
  const begun = await tx.insert(alertIncidents).values(rows).onConflictDoNothing().returning()
  return new Set(begun.map(({ name }) => name))
}

export const hasIncident = (db: Db, prefix: string) => exists(db.select().from(alertIncidents).where(hasPrefix(prefix)))

const hasPrefix = (prefix: string) => like(alertIncidents.name, `${prefix}%`)

/** Ends the incidents with this prefix, except the lasting ones. Writes nothing if there is none. */
export async function endIncidents(db: Db, prefix: string, lasting: readonly string[] = []): Promise<void> {
  const isOver = and(hasPrefix(prefix), lasting.length > 0 ? notInArray(alertIncidents.name, [...lasting]) : undefined)
  const over = await db.select({ name: alertIncidents.name }).from(alertIncidents).where(isOver)
  const names = over.map(({ name }) => name)
  if (names.length > 0) await db.delete(alertIncidents).where(inArray(alertIncidents.name, names))
}

/** Clocks of two processes may differ by this. A time further ahead comes from a wrong clock and is ignored. */
const SKEW_MINUTES = 5

/** Returns when this was done last; the first call stores the time and returns undefined. */
export async function readLastTurn(db: Db, name: string, now: Date): Promise<Date | undefined> {
  const [last] = await db.select().from(alertIncidents).where(eq(alertIncidents.name, name))
  const latest = addMinutes(now, SKEW_MINUTES)
  if (last && last.beganAt <= latest) return last.beganAt
  await db
    .insert(alertIncidents)
    .values({ name, beganAt: now })
    .onConflictDoUpdate({
      target: alertIncidents.name,
      set: { beganAt: now },
      setWhere: gt(alertIncidents.beganAt, latest),
    })
  return undefined
}

/** Claims a turn unless one was claimed since `notSince`. Of two processes the second waits, and gets none. */
export async function claimTurn(
  tx: Db,
  name: string,
  { notSince, now }: { notSince: Date; now: Date },
): Promise<boolean> {
  const { beganAt } = alertIncidents
  const claimed = tx
    .insert(alertIncidents)
    .values({ name, beganAt: now })
    .onConflictDoUpdate({
      target: alertIncidents.name,
      set: { beganAt: now },
      setWhere: or(lt(beganAt, notSince), gt(beganAt, addMinutes(now, SKEW_MINUTES))),
    })
  return (await claimed.returning()).length > 0
}
