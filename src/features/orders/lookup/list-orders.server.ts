import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { countCapped } from '#src/db/pages.server.ts'
import type { ProductLabel } from '#src/features/catalog/food/food-facts.contract.ts'
import { findFoodFacts, toProductLabel } from '#src/features/catalog/food/product-facts.server.ts'
import { getTrackingUrl } from '#src/features/orders/fulfilment/couriers.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { getPaymentDeadline } from '#src/features/orders/place/reservation-eligibility.server.ts'
import { isOldestFirst, type OrderFilter } from './order-filters.ts'
import { matchesOrderSearch, statusFilterCondition } from './search-orders.server.ts'

export type OrderScope = { userId: string } | 'all'

export type OrderFilterInput = { status?: OrderFilter; q?: string }

/** Without a limit all. `cursor` is the id of the last order of the page before. */
export type OrderPageInput = OrderFilterInput & { limit?: number; cursor?: string }

/** Undefined when there are too many to count. */
type OrderPage = { orders: Order[]; total: number | undefined; nextCursor?: string }

const { searchText: _, ...ORDER_COLUMNS } = getTableColumns(orders)

export async function listOrders(
  db: Db,
  scope: OrderScope,
  { status, q, cursor, limit }: OrderPageInput = {},
): Promise<OrderPage> {
  const oldestFirst = isOldestFirst(status ?? 'all')
  const order = oldestFirst ? asc : desc
  const condition = and(
    belongsTo(scope),
    status && statusFilterCondition(status),
    q ? matchesOrderSearch(q) : undefined,
  )
  // One more than requested, to know whether there is a next page.
  const rows = await db
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(and(condition, cursor ? isAfterCursor(cursor, oldestFirst) : undefined))
    .orderBy(order(orders.createdAt), order(orders.id))
    .limit(limit === undefined ? Number.MAX_SAFE_INTEGER : limit + 1)
  const shown = rows.slice(0, limit)
  const nextCursor = shown.length < rows.length ? shown.at(-1)?.id : undefined
  const isAll = cursor === undefined && nextCursor === undefined
  return {
    orders: await withLines(db, shown),
    total: isAll ? rows.length : await countCapped(db, orders, condition),
    nextCursor,
  }
}

/** Lists orders in the order of the ids; skips unknown ids. */
export async function listOrdersById(db: Db, ids: string[]): Promise<Order[]> {
  return withLines(db, await findRows(db, ids))
}

async function findRows(db: Db, ids: string[]): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  const rows = await db.select(ORDER_COLUMNS).from(orders).where(inArray(orders.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function withLines(db: Db, rows: ShownRow[]): Promise<Order[]> {
  const lines = await findLines(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toOrder(row, lines.get(row.id) ?? []))
}

/** Finds one order. Another customer's order is reported as unknown. */
export async function findOrder(db: Db, scope: OrderScope, id: string): Promise<{ row: OrderRow; order: Order }> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(belongsTo(scope), eq(orders.id, id)))
  if (!row) throw new DomainError('not-found', 'Order not found.')
  const lines = await findLines(db, [id])
  return { row, order: toOrder(row, lines.get(id) ?? []) }
}

function belongsTo(scope: OrderScope): SQL | undefined {
  return scope === 'all' ? undefined : eq(orders.userId, scope.userId)
}

function isAfterCursor(cursor: string, oldestFirst: boolean): SQL {
  return sql`(${orders.createdAt}, ${orders.id}) ${sql.raw(oldestFirst ? '>' : '<')} (select seen.created_at, seen.id from orders seen where seen.id = ${cursor})`
}

type ShownRow = Omit<OrderRow, 'searchText'>
type LineRow = typeof orderLines.$inferSelect & { label: ProductLabel }

async function findLines(db: Db, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db.select().from(orderLines).where(inArray(orderLines.orderId, orderIds)).orderBy(orderLines.name)
  const facts = await findFoodFacts(
    db,
    rows.map(({ productId }) => productId),
  )
  const labelOf = (id: number | null) => toProductLabel(id === null ? {} : facts.get(id))
  return Map.groupBy(
    rows.map((row) => ({ ...row, label: labelOf(row.productId) })),
    (row) => row.orderId,
  )
}

const isUnpaid = ({ status, paidAt }: ShownRow) => status === 'pending' && paidAt === null

function toOrder(row: ShownRow, lines: LineRow[]): Order {
  return {
    id: row.id,
    orderId: row.reference,
    status: row.status,
    awaitingPayment: isUnpaid(row),
    paymentDeadline: isUnpaid(row) ? getPaymentDeadline(row).toISOString() : null,
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
    packedAt: row.packedAt?.toISOString() ?? null,
    tracking: toTracking(row),
    items: lines.map(toItem),
  }
}

/** Every other column is a field of the cart item. */
function toItem({
  id,
  orderId: _order,
  productId,
  customOrderId: _custom,
  name,
  imageUrl,
  unitPaise,
  label,
  ...ordered
}: LineRow) {
  return { ...ordered, id, price: rupees(paise(unitPaise)), product: { id: productId, name, imageUrl, ...label } }
}

function toTracking({ courier, trackingNumber }: ShownRow): Order['tracking'] {
  if (!courier || !trackingNumber) return null
  return { courier, number: trackingNumber, page: getTrackingUrl(courier, trackingNumber) }
}
