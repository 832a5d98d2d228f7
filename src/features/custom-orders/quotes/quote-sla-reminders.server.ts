import { and, asc, eq, exists, gt, lte, type SQL } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import {
  notifyAdminDueSoon,
  notifyCustomerLate,
} from '#src/features/custom-orders/custom-order-notifications.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'

const DUE_SOON_MINUTES = 10
/** After a day no message is sent; the list of custom orders shows it. */
const LATE_FOR_MINUTES = 24 * 60

export function hasSlaReminder(db: Db, now: Date): SQL {
  return exists(db.select().from(customOrders).where(isDue(now)))
}

const isDue = (now: Date) =>
  and(
    eq(customOrders.status, 'quote-pending'),
    eq(customOrders.notificationsMuted, false),
    gt(customOrders.dueAt, addMinutes(now, -LATE_FOR_MINUTES)),
    lte(customOrders.dueAt, addMinutes(now, DUE_SOON_MINUTES)),
  )

/** Job: reminds the admin ten minutes before a quotation is due, and tells the customer once when it is late. */
export async function sendSlaReminders(db: Db, { adminEmail, now }: { adminEmail: string; now: Date }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const requests = await tx
      .select()
      .from(customOrders)
      .where(isDue(now))
      .orderBy(asc(customOrders.dueAt))
      .limit(200)
      // Skips requests whose quotation is being sent.
      .for('update', { skipLocked: true })
    for (const order of requests) {
      if (order.dueAt > now) await notifyAdminDueSoon(tx, order, adminEmail)
      else await notifyCustomerLate(tx, order)
    }
  })
}
