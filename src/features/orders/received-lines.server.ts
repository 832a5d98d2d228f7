import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/platform/database.server.ts'
import type { OrderStatus } from './orders.rules.ts'
import { orderLines, orders } from './orders.table.server.ts'

export type ReceivedLine = { lineId: string; orderId: string; reference: string; customerName: string }

const RECEIVED: OrderStatus[] = ['delivered', 'completed']

/** A shopper's purchases of one product that have arrived, newest first. */
export async function listReceivedLines(
  db: Db,
  { userId, productId }: { userId: string; productId: number },
): Promise<ReceivedLine[]> {
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
