import { and, eq, gt, inArray, like, lt, notInArray, or } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { alertIncidents } from './alerts.table.server.ts'

/** Returns which of these begin now. Each begins once, in whatever process, and again only after `endIncidents`. */
export async function beginIncidents(tx: Db, names: readonly string[], now: Date): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  // Always in one order, so that two processes cannot block each other.
  const rows = [...names].sort().map((name) => ({ name, beganAt: now }))
  const begun = await tx.insert(alertIncidents).values(rows).onConflictDoNothing().returning()
  return new Set(begun.map(({ name }) => name))
}

/** Ends the incidents whose name begins so, except those that last. Writes nothing if there is none. */
export async function endIncidents(db: Db, prefix: string, lasting: readonly string[] = []): Promise<void> {
  const isOver = and(
    like(alertIncidents.name, `${prefix}%`),
    lasting.length > 0 ? notInArray(alertIncidents.name, [...lasting]) : undefined,
  )
  const over = await db.select({ name: alertIncidents.name }).from(alertIncidents).where(isOver)
  const names = over.map(({ name }) => name)
  if (names.length > 0) await db.delete(alertIncidents).where(inArray(alertIncidents.name, names))
}

/** A time further ahead than the clocks of two processes differ was written by a wrong clock, and counts as none. */
const SKEW_MINUTES = 5

/** When this was done last: the first call ever only begins to count, and answers undefined. */
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

/** Whether this process may do it now: of two, the second waits for the first, and then it is done since `notSince`. */
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
