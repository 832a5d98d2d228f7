import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { payments } from './payments.table.server.ts'

/**
 * Removes the UPI id from the payments of orders that know nobody any more, also where money came after that. What the
 * shop keeps for ever (payment_events, money_received) holds none in full.
 */
export async function forgetPayers(db: Db): Promise<void> {
  const nobodys = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.userId), eq(orders.customerEmail, ''), eq(orders.isSample, false)))
  await db
    .update(payments)
    .set({ customerVpa: null })
    .where(and(isNotNull(payments.customerVpa), inArray(payments.orderId, nobodys)))
}
