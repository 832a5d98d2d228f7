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

/** Whose orders: one shopper's own, or (for the maker) everybody's. */
export type OrderScope = { userId: string } | 'everybody'

/** Which of them: the work that they make, and the words that are looked for. */
export type OrderFilterInput = { status?: OrderFilter; q?: string }

/** A part of them; without a limit all. `cursor` is the id of the last order already seen. */
export type OrderPageInput = OrderFilterInput & { limit?: number; cursor?: string }

/** The total is undefined when there are more than is worth counting. */
type PartOfOrders = { orders: Order[]; total: number | undefined; nextCursor?: string }

const { words: _, ...SHOWN } = getTableColumns(orders)

/** Orders, each with its lines as they were when it was placed: newest first, but what is to be packed the other way round. */
export async function listOrders(
  db: Db,
  whose: OrderScope,
  { limit, ...page }: OrderPageInput = {},
): Promise<PartOfOrders> {
  if (limit === undefined) {
    const all = await selectOrders(db, whose, page)
    return { orders: await withLines(db, all), total: all.length }
  }
  // One more than wanted: it tells whether there is a next page.
  const wanted = { ...page, limit: limit + 1 }
  const { rows, total } = page.q ? await searchOrders(db, whose, wanted) : await browseOrders(db, whose, wanted)
  const shown = rows.slice(0, limit)
  return {
    orders: await withLines(db, shown),
    total,
    nextCursor: shown.length < rows.length ? shown.at(-1)?.id : undefined,
  }
}

type Found = { rows: ShownRow[]; total: number | undefined }
type Part = OrderPageInput & { limit: number }

async function browseOrders(db: Db, whose: OrderScope, page: Part): Promise<Found> {
  const total = await countCapped(db, orders, among(whose, page.status))
  return { total, rows: await selectOrders(db, whose, page) }
}

/** A short list is read whole. In a long one frequent words are met soon on the way; all that rare ones find is sorted. */
async function searchOrders(db: Db, whose: OrderScope, page: Part): Promise<Found> {
  const isShort = (await countCapped(db, orders, among(whose, page.status))) !== undefined
  const frequent = isShort ? undefined : await findFrequentOrderIds(db, whose, page)
  if (frequent) return { rows: await rowsById(db, frequent), total: undefined }
  const { ids, total } = await searchAllOrders(db, whose, { ...page, isShort })
  return { rows: await rowsById(db, ids), total }
}

async function selectOrders(
  db: Db,
  whose: OrderScope,
  { status, q, cursor, limit }: OrderPageInput,
): Promise<ShownRow[]> {
  const oldestFirst = isOldestFirst(status ?? 'all')
  const order = oldestFirst ? asc : desc
  return db
    .select(SHOWN)
    .from(orders)
    .where(
      and(among(whose, status), q ? matchesSearch(q) : undefined, cursor ? beyond(cursor, oldestFirst) : undefined),
    )
    .orderBy(order(orders.createdAt), order(orders.id))
    .limit(limit ?? Number.MAX_SAFE_INTEGER)
}

/** These orders in the order of the ids; the unknown ones are left out. */
export async function listOrdersById(db: Db, ids: string[]): Promise<Order[]> {
  return withLines(db, await rowsById(db, ids))
}

async function rowsById(db: Db, ids: string[]): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  const rows = await db.select(SHOWN).from(orders).where(inArray(orders.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function withLines(db: Db, rows: ShownRow[]): Promise<Order[]> {
  const lines = await linesByOrder(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toOrder(row, lines.get(row.id) ?? []))
}

/** One order of theirs. Somebody else's is as unknown as one that does not exist. */
export async function findOrder(db: Db, whose: OrderScope, id: string): Promise<{ row: OrderRow; order: Order }> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(belongingTo(whose), eq(orders.id, id)))
  if (!row) throw new DomainError('not-found', 'There is no such order.')
  const lines = await linesByOrder(db, [id])
  return { row, order: toOrder(row, lines.get(id) ?? []) }
}

/** The ids of a page of words that are frequent; undefined where they are not. */
export function findFrequentOrderIds(db: Db, whose: OrderScope, { status, q = '', cursor, limit }: Part) {
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
      .where(and(among(whose, status), cursor ? beyond(cursor, oldestFirst) : undefined))
      .orderBy(order(orders.createdAt), order(orders.id))
      .limit(howMany)
      .getSQL()
  return findFrequentMatches(db, orders, { first, oldestFirst, enough: limit })
}

/** All that the words find, read once: how many they are, as far as it is counted, and the ids of a part of them. */
async function searchAllOrders(db: Db, whose: OrderScope, page: Part & { isShort: boolean }) {
  const { status, q = '', cursor, limit, isShort } = page
  const oldestFirst = isOldestFirst(status ?? 'all')
  // Apart, because another index of the same orders would only be read besides. What is short or one shopper's own is few.
  const found =
    whose === 'everybody' && !isShort
      ? sql`(select * from ${orders} where ${matchesIndexedSearch(q) ?? sql`true`} offset 0) orders`
      : orders
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select ${orders.id}, ${orders.createdAt} from ${found} where ${and(among(whose, status), matchesSearch(q)) ?? sql`true`}
    )
    select (select count(*)::int from found) as total, array(
      select id from found where ${cursor ? isBeyond(sql`(created_at, id)`, cursor, oldestFirst) : sql`true`}
      order by ${sql.raw(oldestFirst ? 'created_at, id' : 'created_at desc, id desc')} limit ${limit}) as ids`)
  const { total, ids } = onlyRow(rows)
  return { ids, total: capCount(total) }
}

function among(whose: OrderScope, status: OrderFilter | undefined): SQL | undefined {
  return and(belongingTo(whose), status && statusFilterCondition(status))
}

function belongingTo(whose: OrderScope): SQL | undefined {
  return whose === 'everybody' ? undefined : eq(orders.userId, whose.userId)
}

function beyond(cursor: string, oldestFirst: boolean): SQL {
  return isBeyond(sql`(${orders.createdAt}, ${orders.id})`, cursor, oldestFirst)
}

function isBeyond(place: SQL, cursor: string, oldestFirst: boolean): SQL {
  const than = sql.raw(oldestFirst ? '>' : '<')
  return sql`${place} ${than} (select seen.created_at, seen.id from orders seen where seen.id = ${cursor})`
}

type ShownRow = Omit<OrderRow, 'words'>
type LineRow = typeof orderLines.$inferSelect

async function linesByOrder(db: Db, orderIds: string[]): Promise<Map<string, LineRow[]>> {
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
    payableUntil: isUnpaid(row) ? getPaymentDeadline(row).toISOString() : null,
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
    tracking: trackingOf(row),
    items: lines.map((line) => ({
      id: line.id,
      quantity: line.quantity,
      price: rupees(paise(line.unitPaise)),
      product: { id: line.productId, name: line.name, imageUrl: line.imageUrl },
    })),
  }
}

function trackingOf({ courier, trackingNumber }: ShownRow): Order['tracking'] {
  if (!courier || !trackingNumber) return null
  return { courier, number: trackingNumber, page: getTrackingUrl(courier, trackingNumber) }
}
