import { and, asc, eq } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { nextDispatchDay } from '#src/core/delivery-promise.ts'
import type { Db } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { type DispatchedOrder, type DispatchMonth, MAX_LISTED_PARCELS } from './dispatch-calendar.contract.ts'
import { hasPlace, readDispatchLoad } from './dispatch-load.server.ts'
import { daysOfMonth } from './months.ts'

/** Lists the days of a month with their parcels. */
export async function getDispatchMonth(db: Db, { month, now }: { month: string; now: Date }): Promise<DispatchMonth> {
  const days = daysOfMonth(month)
  const rules = toDeliveryRules(await readSettings(db))
  const load = await readDispatchLoad(db, now, { from: `${month}-01`, to: days.at(-1) ?? month })
  return {
    month,
    today: shopDay(now),
    parcelsPerDay: rules.dispatch.parcelsPerDay,
    days: days.map((day) => ({
      day,
      parcels: load.get(day) ?? 0,
      isDispatchDay: nextDispatchDay(day, rules, new Map()) === day,
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
  return rows.map(({ id, reference, customerName, shippingAddress, paidAt, status, packedAt }) => ({
    id,
    orderId: reference,
    customerName,
    city: shippingAddress.city,
    isPaid: paidAt !== null,
    isMovable: status === 'processing' && packedAt === null,
  }))
}
