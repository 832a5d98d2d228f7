import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { RETENTION, taxRecordsExpiredBefore } from '#src/core/retention.ts'
import { emptied, emptyPersonalData } from '#src/db/data-policy.server.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  commitReservation,
  releaseStock,
  reserveStock,
  type StockHolder,
  type StockLine,
  sellUnreserved,
} from '#src/features/catalog/stock/stock-reservations.server.ts'
import { assertDeliverable } from '#src/features/orders/place/price-order.server.ts'
import { redeemPromotionAgain, releasePromotion } from '#src/features/pricing/promotions/promotions.server.ts'
import type { OrderStatus } from './order-status.ts'
import { orderLines, orderNotes, orderStatusChanges, orders } from './orders.table.server.ts'

export type OrderRow = typeof orders.$inferSelect

/** Idempotent. Releases in the order in which they were taken, to avoid deadlocks. */
export async function releaseReservations(tx: Db, orderId: string): Promise<void> {
  await releasePromotion(tx, orderId)
  await releaseStock(tx, orderId)
}

type ReservationInput = { now: Date; reservedUntil: Date; holder: StockHolder }

/** Reserves an unpaid order's items and promo use again, at the order's prices. */
export async function renewReservation(
  tx: Db,
  order: OrderRow,
  { now, reservedUntil, holder }: ReservationInput,
): Promise<void> {
  await assertDeliverable(tx, order.shippingAddress)
  const redeemed = await redeemPromotionAgain(tx, order.id, now)
  if (redeemed !== 'taken') throw redeemed
  const lines = await listStockLines(tx, order.id)
  await releaseStock(tx, order.id)
  await reserveStock(tx, { ownerId: order.id, lines, expiresAt: reservedUntil, holder })
}

/** Locks an order for the transaction. Every change of an order or its payments takes this lock first. */
export async function lockOrder(tx: Db, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw new DomainError('not-found', 'Order not found.')
  return order
}

/** Locks the customer's own order. Another customer's order is reported as unknown. */
export async function lockCustomerOrder(
  tx: Db,
  userId: string,
  key: { id: string } | { reference: string },
): Promise<OrderRow> {
  const condition = 'id' in key ? eq(orders.id, key.id) : eq(orders.reference, key.reference)
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(condition, eq(orders.userId, userId)))
    .for('update')
  if (!order) throw new DomainError('not-found', 'Order not found.')
  return order
}

export async function findCustomerOrder(db: Db, userId: string, reference: string): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.reference, reference))
  return order?.userId === userId ? order : undefined
}

/** Sells the items of a locked, unpaid order. After a late payment it must reserve stock and code again. */
export async function confirmPaid(tx: Db, order: OrderRow, paidAt: Date): Promise<'paid' | 'sold-out' | 'promo-gone'> {
  const sold = await commitReservation(tx, order.id)
  if (sold === 'nothing-reserved') {
    if ((await redeemPromotionAgain(tx, order.id)) !== 'taken') return 'promo-gone'
    const lines = await listStockLines(tx, order.id)
    if ((await sellUnreserved(tx, { ownerId: order.id, lines })) === 'sold-out') {
      await releasePromotion(tx, order.id)
      return 'sold-out'
    }
  }
  await changeStatus(tx, order, { to: 'processing', actor: 'payment', paidAt })
  return 'paid'
}

export async function cancelUnpaidOrder(
  tx: Db,
  order: OrderRow,
  by: { actor: 'admin' | 'system' | 'customer'; reason: string },
): Promise<void> {
  await releaseReservations(tx, order.id)
  await changeStatus(tx, order, { to: 'cancelled', ...by })
}

type StatusChange = {
  to: OrderStatus
  actor: (typeof orderStatusChanges.$inferInsert)['actor']
  actorId?: string
  reason?: string
  paidAt?: Date
}

/** Sets the status and writes the history row. Timed after the lock, so that rows of one order are in sequence. */
export async function changeStatus(tx: Db, order: OrderRow, { to, paidAt, ...by }: StatusChange): Promise<void> {
  await tx
    .update(orders)
    .set({ status: to, ...(paidAt && { paidAt }) })
    .where(eq(orders.id, order.id))
  const createdAt = sql`greatest(clock_timestamp(), (
    select max(${orderStatusChanges.createdAt}) + interval '1 microsecond' from ${orderStatusChanges}
    where ${orderStatusChanges.orderId} = ${order.id}))`
  await tx.insert(orderStatusChanges).values({ orderId: order.id, from: order.status, to, createdAt, ...by })
}

/** Detaches the orders of a deleted account. Later messages go to `email`. */
export async function detachCustomerOrders(tx: Db, userId: string, email: string): Promise<void> {
  await tx.update(orders).set({ userId: null, customerEmail: email }).where(eq(orders.userId, userId))
}

export async function listOrderPhones(db: Db, userId: string): Promise<Map<string, string>> {
  const { id, customerPhone } = orders
  const rows = await db.select({ id, phone: customerPhone }).from(orders).where(eq(orders.userId, userId))
  return new Map(rows.map((row) => [row.id, row.phone]))
}

const FINISHED: OrderStatus[] = ['delivered', 'completed', 'cancelled']
const ERASED = 'Deleted account'

const ERASURE_BATCH = 200

/**
 * Erases personal data from finished orders of deleted accounts and, given the time, from unpaid or expired ones.
 * Items, amounts and state remain. Returns the ids of the orders.
 */
export async function anonymiseFinishedOrders(db: Db, now?: Date): Promise<string[]> {
  const isFinished = and(eq(orders.isSample, false), inArray(orders.status, FINISHED), ne(orders.customerName, ERASED))
  const expired = now
    ? sql`array(${db
        .select({ id: orders.id })
        .from(orders)
        .where(and(isExpired(now), isFinished))
        .limit(ERASURE_BATCH)})`
    : sql`'{}'::uuid[]`
  const erased = await db
    .update(orders)
    .set({
      ...emptied(orders),
      userId: null,
      customerName: ERASED,
      shippingAddress: sql`(${orders.shippingAddress} - 'landmark') || '{"firstName": "-", "lastName": "-", "address": "-"}'::jsonb`,
    })
    .where(and(or(isNull(orders.userId), sql`${orders.id} = any(${expired})`), isFinished))
    .returning({ id: orders.id })
  const ids = erased.map(({ id }) => id)
  if (ids.length === 0) return []
  await db.delete(orderNotes).where(inArray(orderNotes.orderId, ids))
  await emptyPersonalData(db, orderLines, inArray(orderLines.orderId, ids))
  await db
    .update(orderStatusChanges)
    .set({ ...emptied(orderStatusChanges), actorId: null })
    .where(and(inArray(orderStatusChanges.orderId, ids), eq(orderStatusChanges.actor, 'customer')))
  return ids
}

/** Unpaid and long expired, or past the retention of accounting records. */
function isExpired(now: Date) {
  const unpaidBefore = addMinutes(now, -RETENTION.unpaidOrders.days * 24 * 60)
  const wasNeverPaid = and(eq(orders.status, 'cancelled'), isNull(orders.paidAt), lt(orders.createdAt, unpaidBefore))
  return or(wasNeverPaid, lt(orders.paidAt, taxRecordsExpiredBefore(now)))
}

/** Lists unpaid orders that were placed before `before`, oldest first. */
export async function listUnpaidOrdersBefore(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNull(orders.paidAt), lt(orders.createdAt, before)))
    .orderBy(orders.createdAt)
    .limit(100)
  return rows.map((row) => row.id)
}

/** Custom chocolates have no stock. */
async function listStockLines(tx: Db, orderId: string): Promise<StockLine[]> {
  const rows = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.productId)
  return rows.flatMap(({ productId, quantity }) => (productId === null ? [] : [{ productId, quantity }]))
}
