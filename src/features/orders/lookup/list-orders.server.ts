import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { capCount, countCapped, findFrequentMatches } from '#src/db/capped-count.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { getTrackingUrl } from '#src/features/orders/fulfilment/couriers.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { getPaymentDeadline } from '#src/features/orders/place/reservation-eligibility.server.ts'
import { isOldestFirst, type OrderFilter } from './order-filters.ts'
import { matchesIndexedSearch, matchesSearch, statusFilterCondition } from './search-orders.server.ts'

export type OrderScope = { userId: string } | 'everybody'

export type OrderFilterInput = { status?: OrderFilter; q?: string }

/** Without a limit all. `cursor` is the id of the last order of the page before. */
export type OrderPageInput = OrderFilterInput & { limit?: number; cursor?: string }

/** Undefined when there are too many to count. */
type OrderPage = { orders: Order[]; total: number | undefined; nextCursor?: string }

const { words: _, ...ORDER_COLUMNS } = getTableColumns(orders)

/** Lists orders with their lines: newest first, except that the packing queue is oldest first. */
export async function listOrders(
  db: Db,
  scope: OrderScope,
  { limit, ...page }: OrderPageInput = {},
): Promise<OrderPage> {
  if (limit === undefined) {
    const all = await selectOrders(db, scope, page)
    return { orders: await withLines(db, all), total: all.length }
  }
  // One more than requested, to know whether there is a next page.
  const request = { ...page, limit: limit + 1 }
  const { rows, total } = page.q ? await searchOrders(db, scope, request) : await browseOrders(db, scope, request)
  const shown = rows.slice(0, limit)
  return {
    orders: await withLines(db, shown),
    total,
    nextCursor: shown.length < rows.length ? shown.at(-1)?.id : undefined,
  }
}

type FoundOrders = { rows: ShownRow[]; total: number | undefined }
type PageRequest = OrderPageInput & { limit: number }

async function browseOrders(db: Db, scope: OrderScope, page: PageRequest): Promise<FoundOrders> {
  const total = await countCapped(db, orders, matchesScope(scope, page.status))
  return { total, rows: await selectOrders(db, scope, page) }
}

/** Reads short lists whole. In long lists, scans for frequent words and sorts all matches of rare ones. */
async function searchOrders(db: Db, scope: OrderScope, page: PageRequest): Promise<FoundOrders> {
  const isShort = (await countCapped(db, orders, matchesScope(scope, page.status))) !== undefined
  const frequent = isShort ? undefined : await findFrequentOrderIds(db, scope, page)
  if (frequent) return { rows: await findRows(db, frequent), total: undefined }
  const { ids, total } = await searchAllOrders(db, scope, { ...page, isShort })
  return { rows: await findRows(db, ids), total }
}

async function selectOrders(
  db: Db,
  scope: OrderScope,
  { status, q, cursor, limit }: OrderPageInput,
): Promise<ShownRow[]> {
  const oldestFirst = isOldestFirst(status ?? 'all')
  const order = oldestFirst ? asc : desc
  return db
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(
      and(
        matchesScope(scope, status),
        q ? matchesSearch(q) : undefined,
        cursor ? isAfterCursor(cursor, oldestFirst) : undefined,
      ),
    )
    .orderBy(order(orders.createdAt), order(orders.id))
    .limit(limit ?? Number.MAX_SAFE_INTEGER)
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

/** Returns a page of ids if the words are frequent; undefined otherwise. */
export function findFrequentOrderIds(db: Db, scope: OrderScope, { status, q = '', cursor, limit }: PageRequest) {
  const oldestFirst = isOldestFirst(status ?? 'all')
  const order = oldestFirst ? asc : desc
  const first = (howMany: number) =>
    db
      .select({
        id: orders.id,
        at: sql`${orders.createdAt}`.as('at'),
        isFound: sql`${matchesSearch(q) ?? sql`true`}`.as('is_found'),
      })
      .from(orders)
      .where(and(matchesScope(scope, status), cursor ? isAfterCursor(cursor, oldestFirst) : undefined))
      .orderBy(order(orders.createdAt), order(orders.id))
      .limit(howMany)
      .getSQL()
  return findFrequentMatches(db, orders, { first, oldestFirst, enough: limit })
}

async function searchAllOrders(db: Db, scope: OrderScope, page: PageRequest & { isShort: boolean }) {
  const { status, q = '', cursor, limit, isShort } = page
  const oldestFirst = isOldestFirst(status ?? 'all')
  // Counts separately, so that the planner does not combine two indexes over the same orders.
  const found =
    scope === 'everybody' && !isShort
      ? sql`(select * from ${orders} where ${matchesIndexedSearch(q) ?? sql`true`} offset 0) orders`
      : orders
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select ${orders.id}, ${orders.createdAt} from ${found} where ${and(matchesScope(scope, status), matchesSearch(q)) ?? sql`true`}
    )
    select (select count(*)::int from found) as total, array(
      select id from found where ${cursor ? isAfter(sql`(created_at, id)`, cursor, oldestFirst) : sql`true`}
      order by ${sql.raw(oldestFirst ? 'created_at, id' : 'created_at desc, id desc')} limit ${limit}) as ids`)
  const { total, ids } = onlyRow(rows)
  return { ids, total: capCount(total) }
}

function matchesScope(scope: OrderScope, status: OrderFilter | undefined): SQL | undefined {
  return and(belongsTo(scope), status && statusFilterCondition(status))
}

function belongsTo(scope: OrderScope): SQL | undefined {
  return scope === 'everybody' ? undefined : eq(orders.userId, scope.userId)
}

function isAfterCursor(cursor: string, oldestFirst: boolean): SQL {
  return isAfter(sql`(${orders.createdAt}, ${orders.id})`, cursor, oldestFirst)
}

function isAfter(position: SQL, cursor: string, oldestFirst: boolean): SQL {
  const operator = sql.raw(oldestFirst ? '>' : '<')
  return sql`${position} ${operator} (select seen.created_at, seen.id from orders seen where seen.id = ${cursor})`
}

type ShownRow = Omit<OrderRow, 'words'>
type LineRow = typeof orderLines.$inferSelect

async function findLines(db: Db, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db.select().from(orderLines).where(inArray(orderLines.orderId, orderIds)).orderBy(orderLines.name)
  return Map.groupBy(rows, (row) => row.orderId)
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
  ...ordered
}: LineRow) {
  return { ...ordered, id, price: rupees(paise(unitPaise)), product: { id: productId, name, imageUrl } }
}

function toTracking({ courier, trackingNumber }: ShownRow): Order['tracking'] {
  if (!courier || !trackingNumber) return null
  return { courier, number: trackingNumber, page: getTrackingUrl(courier, trackingNumber) }
}
