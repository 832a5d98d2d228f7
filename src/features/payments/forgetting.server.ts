import { and, inArray, isNotNull } from 'drizzle-orm'
import { ordersOfNobody } from '#src/features/orders/order-customers.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { payments } from './payments.table.server.ts'

/**
 * Removes the UPI id from the payments of orders that know nobody any more, also where money came after that. What the
 * shop keeps for ever (payment_events, money_received) holds none in full.
 */
export async function forgetPayers(db: Db): Promise<void> {
  await db
    .update(payments)
    .set({ customerVpa: null })
    .where(and(isNotNull(payments.customerVpa), inArray(payments.orderId, ordersOfNobody(db))))
}
