import { and, eq, gt, gte, isNotNull, lte, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { type DispatchLoad, NO_LOAD } from '#src/core/delivery/delivery-rules.ts'
import type { Db } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

/** Until the transaction ends, no other one assigns a day of dispatch. Take it before stock, to avoid deadlocks. */
export async function lockDispatchDays(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('dispatch-days', 0))`)
}

/**
 * The number of an order with all its parcels, or one parcel. It is not counted while it is unpaid, so that it can be
 * placed again as it is.
 */
type OwnOrder = string | { id: string } | undefined
type DayRange = { from: string; to?: string; ownOrder?: OwnOrder }

/** Whether an order has a place on its day of dispatch. */
export function hasPlace(now: Date): SQL | undefined {
  return and(ne(orders.status, 'cancelled'), or(isNotNull(orders.paidAt), gt(orders.shipDayHeldUntil, now)))
}

/**
 * Counts the parcels of each day of dispatch and the work of each day, by default from today on. A paid order has its
 * place until it is cancelled, an unpaid one until its reservation ends, so that nothing has to give a place back.
 */
export async function readDispatchLoad(
  db: Db,
  now: Date,
  days: DayRange = { from: shopDay(now) },
): Promise<DispatchLoad> {
  const isUntil = (day: SQLWrapper) => (days.to === undefined ? undefined : lte(day, days.to))
  const isOthers = days.ownOrder === undefined ? undefined : isNotOwn(days.ownOrder)
  const isCounted = and(hasPlace(now), isOthers && or(isOthers, isNotNull(orders.paidAt)))
  const parcels = await db
    .select({ day: orders.shipOn, count: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(gte(orders.shipOn, days.from), isUntil(orders.shipOn), isCounted))
    .groupBy(orders.shipOn)
  const work = sql`jsonb_to_recordset(${orders.craftingPlan}) as work(day text, minutes int)`
  const crafting = await db
    .select({ day: sql<string>`work.day`, minutes: sql<number>`sum(work.minutes)::int` })
    .from(orders)
    .crossJoinLateral(work)
    .where(and(gte(orders.shipOn, days.from), gte(sql`work.day`, days.from), isUntil(sql`work.day`), isCounted))
    .groupBy(sql`work.day`)
  return {
    parcels: new Map(parcels.map(({ day, count }) => [day ?? '', count])),
    craftingMinutes: new Map(crafting.map(({ day, minutes }) => [day, minutes])),
  }
}

const isNotOwn = (own: string | { id: string }) =>
  typeof own === 'string'
    ? sql`${orders.payingOrderId} is distinct from
        (select own.paying_order_id from ${orders} own where own.reference = ${own})`
    : ne(orders.id, own.id)

/** Whether days have limits; otherwise no count is needed. */
export function hasDispatchLimits({ dispatch }: Pick<Settings, 'dispatch'>): boolean {
  return dispatch.parcelsPerDay > 0 || dispatch.craftingHoursPerDay > 0
}

/** The load, if days have a limit. */
export async function readLimitedLoad(
  db: Db,
  settings: Pick<Settings, 'dispatch'>,
  { now, ownOrder }: { now: Date; ownOrder?: OwnOrder },
): Promise<DispatchLoad> {
  return hasDispatchLimits(settings) ? readDispatchLoad(db, now, { from: shopDay(now), ownOrder }) : NO_LOAD
}

/** Keeps the places of an unpaid order longer. */
export async function extendDispatchDay(tx: Db, orderId: string, until: Date): Promise<void> {
  await tx.update(orders).set({ shipDayHeldUntil: until }).where(eq(orders.payingOrderId, orderId))
}
