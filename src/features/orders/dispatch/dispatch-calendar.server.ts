import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { NO_LOAD } from '#src/core/delivery/delivery-rules.ts'
import { nextDispatchDay } from '#src/core/delivery/dispatch-days.ts'
import type { Db } from '#src/db/database.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import {
  type DispatchedOrder,
  type DispatchMonth,
  MAX_LISTED_PARCELS,
  type PlannedCrafting,
} from './dispatch-calendar.contract.ts'
import { hasPlace, readDispatchLoad } from './dispatch-load.server.ts'
import { daysOfMonth } from './months.ts'

/** Lists the days of a month with their parcels and their work. */
export async function getDispatchMonth(db: Db, { month, now }: { month: string; now: Date }): Promise<DispatchMonth> {
  const days = daysOfMonth(month)
  const rules = toDeliveryRules(await readSettings(db))
  const load = await readDispatchLoad(db, now, { from: `${month}-01`, to: days.at(-1) ?? month })
  return {
    month,
    today: shopDay(now),
    parcelsPerDay: rules.dispatch.parcelsPerDay,
    craftingMinutesPerDay: rules.dispatch.craftingMinutesPerDay,
    busyDays: rules.dispatch.busyDays,
    days: days.map((day) => ({
      day,
      parcels: load.parcels.get(day) ?? 0,
      craftingMinutes: load.craftingMinutes.get(day) ?? 0,
      isDispatchDay: nextDispatchDay(day, rules, NO_LOAD) === day,
    })),
  }
}

/** Lists the parcels of a day, oldest order first. */
export async function listDispatchedOrders(
  db: Db,
  { day, now }: { day: string; now: Date },
): Promise<DispatchedOrder[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shipOn, day), hasPlace(now)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(MAX_LISTED_PARCELS)
  return rows.map(({ id, reference, customerName, shippingAddress, paidAt, status, packedAt, ...row }) => ({
    id,
    orderId: reference,
    customerName,
    city: shippingAddress.city,
    isPaid: paidAt !== null,
    isMovable: status === 'processing' && packedAt === null,
    deliveryMethod: row.deliveryMethod,
    heat: row.heat,
  }))
}

/** Lists the work of a day on custom chocolates, oldest order first. */
export async function listPlannedCrafting(
  db: Db,
  { day, now }: { day: string; now: Date },
): Promise<PlannedCrafting[]> {
  const rows = await db
    .select({ order: orders, name: orderLines.name })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(gte(orders.shipOn, day), sql`${orders.craftingPlan} @> ${JSON.stringify([{ day }])}::jsonb`, hasPlace(now)),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
  return rows.map(({ order: { id, reference, craftingPlan, paidAt }, name }) => ({
    id,
    orderId: reference,
    name,
    minutes: craftingPlan?.find((planned) => planned.day === day)?.minutes ?? 0,
    isPaid: paidAt !== null,
  }))
}
