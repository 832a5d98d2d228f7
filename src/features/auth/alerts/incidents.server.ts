import { and, eq, inArray, like, lt, notInArray } from 'drizzle-orm'
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

/** When this was done last: the first call ever only begins to count, and answers undefined. */
export async function readLastTurn(db: Db, name: string, now: Date): Promise<Date | undefined> {
  const [last] = await db.select().from(alertIncidents).where(eq(alertIncidents.name, name))
  if (last) return last.beganAt
  await db.insert(alertIncidents).values({ name, beganAt: now }).onConflictDoNothing()
  return undefined
}

/** Whether this process may do it now: of two, the second waits for the first, and then it is done since `notSince`. */
export async function claimTurn(
  tx: Db,
  name: string,
  { notSince, now }: { notSince: Date; now: Date },
): Promise<boolean> {
  const claimed = tx
    .update(alertIncidents)
    .set({ beganAt: now })
    .where(and(eq(alertIncidents.name, name), lt(alertIncidents.beganAt, notSince)))
  return (await claimed.returning()).length > 0
}
