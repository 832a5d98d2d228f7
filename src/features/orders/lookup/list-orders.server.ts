import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { countCapped } from '#src/db/pages.server.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { isPayingOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { listDeliveryProblems } from '#src/features/orders/shipments/problems/delivery-problems.server.ts'
import { isOldestFirst, type OrderFilter } from './order-filters.ts'
import { asWholeOrder, findGroups, listGroupLines, toOrderGroup } from './order-groups.server.ts'
import { labelLines, listLines, ORDER_COLUMNS, type ShownRow, toOrder } from './order-view.server.ts'
import { matchesOrderSearch, statusFilterCondition } from './search-orders.server.ts'

export type OrderScope = { userId: string } | 'all'

export type OrderFilterInput = { status?: OrderFilter; q?: string }

/** Without a limit all. `cursor` is the id of the last order of the page before. */
export type OrderPageInput = OrderFilterInput & { limit?: number; cursor?: string }

/** Undefined when there are too many to count. */
type OrderPage = { orders: Order[]; total: number | undefined; nextCursor?: string }

/** An order to several people is one for its customer; for an admin each parcel is one. */
export async function listOrders(
  db: Db,
  scope: OrderScope,
  { status, q, cursor, limit }: OrderPageInput = {},
): Promise<OrderPage> {
  const oldestFirst = isOldestFirst(status ?? 'all')
  const order = oldestFirst ? asc : desc
  const condition = isListed(db, scope, { status, q })
  // One more than requested, to know whether there is a next page.
  const rows = await db
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(and(condition, cursor ? isAfterCursor(cursor, { isQueue: status === 'pack', oldestFirst }) : undefined))
    .orderBy(...(status === 'pack' ? [LEAVES_LATER] : []), order(orders.createdAt), PARCEL, orders.id)
    .limit(limit === undefined ? Number.MAX_SAFE_INTEGER : limit + 1)
  const shown = rows.slice(0, limit)
  const nextCursor = shown.length < rows.length ? shown.at(-1)?.id : undefined
  const isAll = cursor === undefined && nextCursor === undefined
  return {
    orders: scope === 'all' ? await withProblems(db, await withLines(db, shown)) : await asWholeOrders(db, shown),
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
  const ids = rows.map((row) => row.id)
  const [lines, groups] = [await labelLines(db, await listLines(db, ids)), await findGroups(db, rows)]
  return rows.map((row) => toOrder(row, { lines, group: toOrderGroup(row, groups) }))
}

async function withProblems(db: Db, listed: Order[]): Promise<Order[]> {
  const problems = await listDeliveryProblems(
    db,
    listed.map(({ id }) => id),
  )
  return listed.map((order) => {
    const found = problems.find(({ orderId }) => orderId === order.id)
    return found ? { ...order, deliveryProblem: found.problem } : order
  })
}

export async function asWholeOrders(db: Db, rows: ShownRow[]): Promise<Order[]> {
  const [single, grouped] = [rows.filter(({ groupId }) => !groupId), rows.filter(({ groupId }) => groupId)]
  const idsOf = (some: ShownRow[]) => some.map(({ id }) => id)
  const rowsOfLines = [...(await listLines(db, idsOf(single))), ...(await listGroupLines(db, idsOf(grouped)))]
  const [lines, groups] = [await labelLines(db, rowsOfLines), await findGroups(db, grouped)]
  return rows
    .map((row) => asWholeOrder(row, groups))
    .map((row) => toOrder(row, { lines, group: toOrderGroup(row, groups) }))
}

/** Finds one order. Another customer's order is reported as unknown. */
export async function findOrder(db: Db, scope: OrderScope, id: string): Promise<{ row: OrderRow; order: Order }> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(belongsTo(scope), eq(orders.id, id)))
  if (!row) throw new DomainError('not-found', 'Order not found.')
  const [order] = await withLines(db, [row])
  if (!order) throw new DomainError('not-found', 'Order not found.')
  return { row, order }
}

type Filter = Pick<OrderPageInput, 'status' | 'q'>

/** Of an unpaid order only its first parcel, unless an admin searches for it. */
function isListed(db: Db, scope: OrderScope, { status, q }: Filter): SQL | undefined {
  const filter = and(status && statusFilterCondition(status), q ? matchesOrderSearch(q) : undefined)
  if (scope === 'all') return and(filter, q ? undefined : or(isNotNull(orders.paidAt), isPayingOrder))
  const ofMatching = db
    .select({ id: orders.payingOrderId })
    .from(orders)
    .where(and(belongsTo(scope), filter))
  return and(belongsTo(scope), isPayingOrder, filter && inArray(orders.id, ofMatching))
}

function belongsTo(scope: OrderScope): SQL | undefined {
  return scope === 'all' ? undefined : eq(orders.userId, scope.userId)
}

const LEAVES_LATER = sql`${orders.deliveryMethod} <> 'same-day'`
const PARCEL = sql`coalesce(${orders.parcelNumber}, 0)`

type CursorOrder = { isQueue: boolean; oldestFirst: boolean }

/** The parcels of an order were placed at the same time: they follow by their number. */
function isAfterCursor(cursor: string, { isQueue, oldestFirst }: CursorOrder): SQL {
  const seen = (columns: string) => sql`(select ${sql.raw(columns)} from orders seen where seen.id = ${cursor})`
  const parcel = 'coalesce(seen.parcel_number, 0), seen.id'
  const time = orders.createdAt
  if (isQueue)
    return sql`(${LEAVES_LATER}, ${time}, ${PARCEL}, ${orders.id}) >
      ${seen(`seen.delivery_method <> 'same-day', seen.created_at, ${parcel}`)}`
  if (oldestFirst) return sql`(${time}, ${PARCEL}, ${orders.id}) > ${seen(`seen.created_at, ${parcel}`)}`
  const seenTime = seen('seen.created_at')
  return sql`${time} <= ${seenTime} and (${time} < ${seenTime} or (${PARCEL}, ${orders.id}) > ${seen(parcel)})`
}
