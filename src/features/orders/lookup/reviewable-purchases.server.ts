import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import type { OrderStatus } from '#src/features/orders/order-status.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'

export type ReviewablePurchase = { lineId: string; orderId: string; reference: string; customerName: string }

const RECEIVED: OrderStatus[] = ['delivered', 'completed']

export async function listReviewablePurchases(
  db: Db,
  { userId, productId }: { userId: string; productId: number },
): Promise<ReviewablePurchase[]> {
  return db
    .select({
      lineId: orderLines.id,
      orderId: orders.id,
      reference: orders.reference,
      customerName: orders.customerName,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.userId, userId), eq(orderLines.productId, productId), inArray(orders.status, RECEIVED)))
    .orderBy(desc(orders.createdAt))
}
