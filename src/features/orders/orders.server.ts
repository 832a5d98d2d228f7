import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  commitReservation,
  releaseReservation,
  reserveStock,
  type StockHolder,
  type StockLine,
  sellUnreserved,
} from '#src/features/catalog/stock/stock-reservations.server.ts'
import { assertDeliverable } from '#src/features/orders/dispatch/delivery-promise.server.ts'
import { redeemPromotionAgain, releasePromotion } from '#src/features/pricing/promotions/promotions.server.ts'
import type { OrderStatus } from './order-status.ts'
import { orderLines, orderStatusChanges, orders } from './orders.table.server.ts'

export type OrderRow = typeof orders.$inferSelect

/** Idempotent. Releases in the order in which they were taken, to avoid deadlocks. */
export async function releaseReservations(tx: Db, orderId: string): Promise<void> {
  await releasePromotion(tx, orderId)
  await releaseReservation(tx, orderId)
}

type ReservationInput = { now: Date; reservedUntil: Date; holder: StockHolder }

export async function renewReservation(
  tx: Db,
  order: OrderRow,
  { now, reservedUntil, holder }: ReservationInput,
): Promise<void> {
  await assertDeliverable(tx, order.shippingAddress)
  const redeemed = await redeemPromotionAgain(tx, order.id, now)
  if (redeemed !== 'taken') throw redeemed
  const lines = await listStockLines(tx, order.id)
  await releaseReservation(tx, order.id)
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
