import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { countUpToAThousand, lookAtNewest } from '#src/platform/bounded-count.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { isOldestFirst, type OrderQueue } from './order-queues.rules.ts'
import { inQueue, matching, WORDS_OF_EACH } from './order-search.server.ts'
import { trackingPage } from './order-tracking.rules.ts'
import type { Order } from './orders.contract.ts'
import type { OrderRow } from './orders.server.ts'
import { orderLines, orders } from './orders.table.server.ts'

/** Whose orders: one shopper's own, or (for the maker) everybody's. */
export type OrdersOf = { userId: string } | 'everybody'

/** Which of them: the work that they make, and the words that are looked for. */
export type OrderFilter = { status?: OrderQueue; q?: string }

/** One page of orders; without a limit all of them. `cursor` is the id of the last order already seen. */
export type OrderPage = OrderFilter & {
  limit?: number
  cursor?: string
  /** The words find so few that sorting those is quicker than walking through all orders until enough are found. */
  fewFound?: boolean
  /** The walk meets a page soon, however many the words find. */
  nearFound?: boolean
}

const { words: _, ...SHOWN } = getTableColumns(orders)

/** Orders, each with its lines as they were when it was placed: newest first, but what is to be packed the other way round. */
export async function listOrders(db: Db, whose: OrdersOf, page: OrderPage = {}): Promise<Order[]> {
  const oldestFirst = isOldestFirst(page.status ?? 'all')
  const order = oldestFirst ? asc : desc
  // The database cannot know how many a word begins: adding nothing keeps it from the walk in the order of the index.
  const age = page.q && page.fewFound && !page.nearFound ? sql`${orders.createdAt} + interval '0'` : orders.createdAt
  const wanted = page.nearFound ? among(page, WORDS_OF_EACH) : among(page)
  const rows = await db
    .select(SHOWN)
    .from(orders)
    .where(and(belongingTo(whose), wanted, page.cursor ? beyond(page.cursor, oldestFirst) : undefined))
    .orderBy(order(age), order(orders.id))
    .limit(page.limit ?? Number.MAX_SAFE_INTEGER)
  return withLines(db, rows)
}

/** These orders in the order of the ids; the unknown ones are left out. */
export async function listOrdersById(db: Db, ids: string[]): Promise<Order[]> {
  const rows = await db.select(SHOWN).from(orders).where(inArray(orders.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return withLines(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
}

async function withLines(db: Db, rows: ShownRow[]): Promise<Order[]> {
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

const countOrders = (db: Db, whose: OrdersOf, filter: OrderFilter) =>
  countUpToAThousand(db, orders, and(belongingTo(whose), among(filter)))

/** How many they are, as far as it is counted, and how a page of them is found the quickest. */
export async function gaugeOrders(
  db: Db,
  whose: OrdersOf,
  page: OrderPage,
): Promise<{ total: number | undefined; how: Pick<OrderPage, 'fewFound' | 'nearFound'> }> {
  if (!page.q) return { total: await countOrders(db, whose, page), how: {} }
  const look = await lookAtNewestOrders(db, whose, page)
  const isKnown = look.isBeyondCounting || (look.total !== undefined && !page.cursor)
  const total = isKnown ? look.total : await countOrders(db, whose, page)
  return { total, how: { fewFound: total !== undefined, nearFound: look.isNear } }
}

/** What the first of the orders that are to be listed tell of how many of them the words find. */
export function lookAtNewestOrders(db: Db, whose: OrdersOf, { status, q = '', cursor, limit = 0 }: OrderPage) {
  const oldestFirst = isOldestFirst(status ?? 'all')
  const order = oldestFirst ? asc : desc
  const isFound = sql`${matching(q) ?? sql`true`}`.as('is_found')
  const newest = (howMany: number) =>
    db
      .select({ isFound })
      .from(orders)
      .where(and(belongingTo(whose), among({ status }), cursor ? beyond(cursor, oldestFirst) : undefined))
      .orderBy(order(orders.createdAt), order(orders.id))
      .limit(howMany)
      .getSQL()
  return lookAtNewest(db, orders, { newest, enough: limit + 1 })
}

function belongingTo(whose: OrdersOf): SQL | undefined {
  return whose === 'everybody' ? undefined : eq(orders.userId, whose.userId)
}

function among({ status, q }: OrderFilter, inWords?: SQL): SQL | undefined {
  return and(status && inQueue(status), q ? matching(q, inWords) : undefined)
}

function beyond(cursor: string, oldestFirst: boolean): SQL {
  const than = sql.raw(oldestFirst ? '>' : '<')
  return sql`(${orders.createdAt}, ${orders.id}) ${than} (select seen.created_at, seen.id from orders seen where seen.id = ${cursor})`
}

type ShownRow = Omit<OrderRow, 'words'>
type LineRow = typeof orderLines.$inferSelect

async function linesByOrder(db: Db, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db.select().from(orderLines).where(inArray(orderLines.orderId, orderIds)).orderBy(orderLines.name)
  return Map.groupBy(rows, (row) => row.orderId)
}

function toOrder(row: ShownRow, lines: LineRow[]): Order {
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
  return { courier, number: trackingNumber, page: trackingPage(courier, trackingNumber) }
}
