import { and, eq, gt, gte, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import type { DispatchLoad } from '#src/core/delivery-promise.ts'
import type { Db } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

/** Until the transaction ends, no other one assigns a day of dispatch. Take it before stock, to avoid deadlocks. */
export async function lockDispatchDays(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('dispatch-days', 0))`)
}

/** Both days included. */
type DayRange = { from: string; to?: string }

/** Whether an order has a place on its day of dispatch. */
export function hasPlace(now: Date): SQL | undefined {
  return and(ne(orders.status, 'cancelled'), or(isNotNull(orders.paidAt), gt(orders.shipDayHeldUntil, now)))
}

/**
 * Counts the parcels of each day of dispatch, by default from today on. A paid order has its place until it is cancelled, an unpaid
 * one until its reservation ends, so that nothing has to give a place back.
 */
export async function readDispatchLoad(
  db: Db,
  now: Date,
  days: DayRange = { from: shopDay(now) },
): Promise<DispatchLoad> {
  const isInRange = and(gte(orders.shipOn, days.from), days.to === undefined ? undefined : lte(orders.shipOn, days.to))
  const rows = await db
    .select({ day: orders.shipOn, parcels: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(isInRange, hasPlace(now)))
    .groupBy(orders.shipOn)
  return new Map(rows.map(({ day, parcels }) => [day ?? '', parcels]))
}

/** The load, if days have a limit; otherwise no count is needed. */
export async function readLimitedLoad(
  db: Db,
  { dispatch }: Pick<Settings, 'dispatch'>,
  now: Date,
): Promise<DispatchLoad> {
  return dispatch.parcelsPerDay === 0 ? new Map() : readDispatchLoad(db, now)
}

/** Keeps the place of an unpaid order longer. */
export async function extendDispatchDay(tx: Db, orderId: string, until: Date): Promise<void> {
  await tx.update(orders).set({ shipDayHeldUntil: until }).where(eq(orders.id, orderId))
}
