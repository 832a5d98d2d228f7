import { and, asc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { addMinutes, shopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { countWeeksSincePayment, notifyStillHeld } from './notify-customer.server.ts'

const WEEK_MINUTES = 7 * 24 * 60
/** An order that leaves sooner needs no reminder. */
const MIN_DAYS_LEFT = 3
const BATCH = 100

/** Job: asks the customers of orders that wait for cooler weather once a week. */
export async function remindHeldOrders(db: Db, now: Date): Promise<void> {
  const isDue = and(
    eq(orders.heat, 'wait'),
    eq(orders.status, 'processing'),
    isNull(orders.packedAt),
    // Its customer cannot cancel a replacement.
    isNull(orders.replacesOrderId),
    gte(orders.shipOn, addDays(shopDay(now), MIN_DAYS_LEFT)),
    lte(sql`coalesce(${orders.heatRemindedAt}, ${orders.paidAt})`, addMinutes(now, -WEEK_MINUTES)),
  )
  const due = await db.select({ id: orders.id }).from(orders).where(isDue).orderBy(asc(orders.shipOn)).limit(BATCH)
  for (const { id } of due)
    await inTransaction(db, async (tx) => {
      // A second process waits for the row, and then it is no longer due.
      const [order] = await tx
        .update(orders)
        .set({ heatRemindedAt: now })
        .where(and(eq(orders.id, id), isDue))
        .returning()
      if (order) await notifyStillHeld(tx, order, countWeeksSincePayment(order, now))
    })
}
