import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { Order } from './orders.contract.ts'
import type { OrderRow } from './orders.server.ts'
import { orderLines, orders } from './orders.table.server.ts'

/** Whose orders: one shopper's own, or (for the maker) everybody's. */
export type OrdersOf = { userId: string } | 'everybody'

/** One page of orders; without a limit all of them. `cursor` is the id of the last order already seen. */
export type OrderPage = { limit?: number; cursor?: string }

/** Orders, newest first, each with its lines as they were when it was placed. */
export async function listOrders(db: Db, whose: OrdersOf, page: OrderPage = {}): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(belongingTo(whose), after(page.cursor)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit ?? Number.MAX_SAFE_INTEGER)
  const lines = await linesByOrder(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toOrder(row, lines.get(row.id) ?? []))
}

/** One order of theirs. Somebody else's is as unknown as one that does not exist. */
export async function findOrder(db: Db, whose: OrdersOf, id: string): Promise<{ row: OrderRow; order: Order }> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(belongingTo(whose), eq(orders.id, id)))
  if (!row) throw new ShopError('not-found', 'There is no such order.')
  const lines = await linesByOrder(db, [id])
  return { row, order: toOrder(row, lines.get(id) ?? []) }
}

export async function countOrders(db: Db, whose: OrdersOf): Promise<number> {
  const [row] = await db.select({ total: count() }).from(orders).where(belongingTo(whose))
  return row?.total ?? 0
}

function belongingTo(whose: OrdersOf): SQL | undefined {
  return whose === 'everybody' ? undefined : eq(orders.userId, whose.userId)
}

function after(cursor: string | undefined): SQL | undefined {
  return cursor === undefined
    ? undefined
    : sql`(${orders.createdAt}, ${orders.id}) < (select seen.created_at, seen.id from orders seen where seen.id = ${cursor})`
}

type LineRow = typeof orderLines.$inferSelect

async function linesByOrder(db: Db, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db.select().from(orderLines).where(inArray(orderLines.orderId, orderIds)).orderBy(orderLines.name)
  return Map.groupBy(rows, (row) => row.orderId)
}

function toOrder(row: OrderRow, lines: LineRow[]): Order {
  return {
    id: row.id,
    orderId: row.reference,
    status: row.status,
    awaitingPayment: row.status === 'pending' && row.paidAt === null,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerPhone: row.customerPhone,
    shippingAddress: row.shippingAddress,
    notes: row.notes,
    subtotal: rupees(paise(row.subtotalPaise)),
    shipping: rupees(paise(row.shippingPaise)),
    discount: rupees(paise(row.discountPaise)),
    promoCode: row.promoCode,
    total: rupees(paise(row.totalPaise)),
    createdAt: row.createdAt.toISOString(),
    items: lines.map((line) => ({
      id: line.id,
      quantity: line.quantity,
      price: rupees(paise(line.unitPaise)),
      product: { id: line.productId, name: line.name, imageUrl: line.imageUrl },
    })),
  }
}
