import { and, eq, gt, gte, isNotNull, ne, or, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import type { DispatchLoad } from '#src/core/delivery-promise.ts'
import type { Db } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'

/** Until the transaction ends, no other one assigns a day of dispatch. Take it before stock, to avoid deadlocks. */
export async function lockDispatchDays(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('dispatch-days', 0))`)
}

/**
 * Counts the parcels of each day of dispatch from today on. A paid order has its place until it is cancelled, an unpaid
 * one until its reservation ends, so that nothing has to give a place back.
 */
export async function readDispatchLoad(db: Db, now: Date): Promise<DispatchLoad> {
  const hasPlace = or(isNotNull(orders.paidAt), gt(orders.shipDayHeldUntil, now))
  const rows = await db
    .select({ day: orders.shipOn, parcels: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(gte(orders.shipOn, shopDay(now)), ne(orders.status, 'cancelled'), hasPlace))
    .groupBy(orders.shipOn)
  return new Map(rows.map(({ day, parcels }) => [day ?? '', parcels]))
}

/** Keeps the place of an unpaid order longer. */
export async function extendDispatchDay(tx: Db, orderId: string, until: Date): Promise<void> {
  await tx.update(orders).set({ shipDayHeldUntil: until }).where(eq(orders.id, orderId))
}
