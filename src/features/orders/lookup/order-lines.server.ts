import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OrderStatus } from '#src/features/orders/order-status.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'

/** Lists order lines as named and priced at placement. A custom chocolate has no product. */
export async function listInvoiceLines(db: Db, orderId: string) {
  const { productId, name, unitPaise, quantity, id } = orderLines
  const rows = await db
    .select({ productId, name, unitPaise, quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(name), asc(id))
  return rows.map(({ unitPaise, ...line }) => ({ ...line, amount: paise(unitPaise * line.quantity) }))
}

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
