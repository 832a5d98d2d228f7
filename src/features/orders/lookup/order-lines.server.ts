import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { summarizeGoods } from '#src/core/delivery/heat.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findKeeping } from '#src/features/catalog/products/products.server.ts'
import { DELIVERED_STATUSES } from '#src/features/orders/order-status.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'

/** Lists the lines of orders as named and priced at placement. A custom chocolate has no product. */
export async function listInvoiceLines(db: Db, orderIds: string[]) {
  const { orderId, productId, name, unitPaise, quantity, id } = orderLines
  const rows = await db
    .select({ id, orderId, productId, name, unitPaise, quantity })
    .from(orderLines)
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(asc(name), asc(id))
  return rows.map(({ unitPaise, ...line }) => ({ ...line, amount: paise(unitPaise * line.quantity) }))
}

export type OrderLine = Pick<
  typeof orderLines.$inferSelect,
  'id' | 'orderId' | 'productId' | 'name' | 'unitPaise' | 'quantity'
>

/** Finds order lines by their ids; skips unknown ones. */
export async function findLines(db: Db, ids: readonly string[]): Promise<OrderLine[]> {
  return db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.id, [...ids]))
    .orderBy(asc(orderLines.name), asc(orderLines.id))
}

type HeatedOrder = Pick<typeof orders.$inferSelect, 'id' | 'heat'>

/** Finds how long the goods of an order keep. Undefined without heat, because such an order does not wait. */
export async function findShelfLife(db: Db, { id, heat }: HeatedOrder): Promise<number | undefined> {
  if (heat === null) return undefined
  const lines = await db.select({ id: orderLines.productId }).from(orderLines).where(eq(orderLines.orderId, id))
  const ids = lines.flatMap(({ id: productId }) => productId ?? [])
  return summarizeGoods(await findKeeping(db, ids)).shelfLifeDays
}

export type ReviewablePurchase = { lineId: string; orderId: string; reference: string; customerName: string }

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
    .where(
      and(eq(orders.userId, userId), eq(orderLines.productId, productId), inArray(orders.status, DELIVERED_STATUSES)),
    )
    .orderBy(desc(orders.createdAt))
}
