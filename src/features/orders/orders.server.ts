import { and, count, eq, inArray, isNull, lt, max, min, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, prepareOnce } from '#src/db/database.server.ts'
import {
  commitReservation,
  type OwnedLine,
  QUOTED,
  releaseReservation,
  reserveStock,
  type StockHolder,
  sellUnreserved,
} from '#src/features/catalog/stock/stock-reservations.server.ts'
import { assertDeliverable } from '#src/features/orders/delivery/deliverable.server.ts'
import { redeemPromotionAgain, releasePromotion } from '#src/features/pricing/promotions/promotions.server.ts'
import type { OrderStatus } from './order-status.ts'
import { orderLines, orderStatusChanges, orders } from './orders.table.server.ts'

export type OrderRow = typeof orders.$inferSelect

/** The fields of an order that the start of its payment reads. `products`: how many it must have reserved. */
export type PayableOrder = Pick<OrderRow, 'id' | 'groupId' | 'totalPaise' | 'paymentDeadline' | 'userId'> &
  Pick<OrderRow, 'customerPhone' | 'shippingAddress' | 'billingAddress' | 'gift'> &
  Partial<Pick<OrderRow, 'deliveryMethod'>> & { products?: number }

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
  for (const { shippingAddress, deliveryMethod: method } of await lockParcels(tx, order))
    await assertDeliverable(tx, { ...shippingAddress, method })
  const redeemed = await redeemPromotionAgain(tx, order.id, now)
  if (redeemed !== 'taken') throw redeemed
  const lines = await listStockLines(tx, order.id)
  await releaseReservation(tx, order.id)
  const by = order.paymentDeadline ? QUOTED : holder
  await reserveStock(tx, { ownerId: order.id, lines, expiresAt: reservedUntil, holder: by })
}

/**
 * Locks an order for the transaction. Every change of an order or its payments takes this lock first; of a parcel of a
 * group, the order that pays for it is locked before it.
 */
export async function lockOrder(tx: Db, orderId: string): Promise<OrderRow> {
  return lockOneOrder(tx, eq(orders.id, orderId))
}

async function lockOneOrder(tx: Db, isWanted: SQL | undefined): Promise<OrderRow> {
  const ids = sql<string>`unnest(array[${orders.id}, ${orders.payingOrderId}])`
  const locked = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, tx.select({ id: ids }).from(orders).where(isWanted)))
    .orderBy(sql`${orders.id} <> ${orders.payingOrderId}`)
    .for('update')
  // The paying order comes first.
  const order = locked.at(-1)
  if (!order) throw new DomainError('not-found', 'Order not found.')
  return order
}

/** The id of the order that has the payments: its own, or that of the first parcel of its group. */
export const payingOrderId = ({ id, groupId }: Pick<OrderRow, 'id' | 'groupId'>): string => groupId ?? id

/** Locks and lists all parcels of an order's group, after the order; the order itself if it is the only one. */
export async function lockParcels<T extends Pick<OrderRow, 'groupId'>>(
  tx: Db,
  order: T,
): Promise<[T | OrderRow, ...OrderRow[]]> {
  if (order.groupId === null) return [order]
  const isOfGroup = eq(orders.payingOrderId, order.groupId)
  const [first, ...others] = await tx.select().from(orders).where(isOfGroup).orderBy(orders.parcelNumber).for('update')
  return [first ?? order, ...others]
}

/** Locks the customer's own order. Another customer's order is reported as unknown. */
export async function lockCustomerOrder(
  tx: Db,
  userId: string,
  key: { id: string } | { reference: string },
): Promise<OrderRow> {
  const condition = 'id' in key ? eq(orders.id, key.id) : eq(orders.reference, key.reference)
  return lockOneOrder(tx, and(condition, eq(orders.userId, userId)))
}

/** The sum of all parcels that an order pays, in paise. */
export async function sumOrderTotals(tx: Db, order: Pick<OrderRow, 'groupId' | 'totalPaise'>): Promise<number> {
  return (await lockParcels(tx, order)).reduce((sum, { totalPaise }) => sum + totalPaise, 0)
}

/** How many parcels an order to several people has and on which days they leave; null for an order of one parcel. */
export async function findDispatchDays(db: Db, { groupId }: OrderRow) {
  if (groupId === null) return null
  const { shipOn, payingOrderId } = orders
  const [row] = await db
    .select({ parcels: count(), first: min(shipOn), last: max(shipOn) })
    .from(orders)
    .where(eq(payingOrderId, groupId))
  const { parcels = 0, first, last } = row ?? {}
  return first && last ? { parcels, first, last } : null
}

const selectByReference = prepareOnce((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.reference, sql.placeholder('reference')))
    .prepare('order_by_reference'),
)

/** Of any customer: the caller checks the owner. */
export async function findOrderByReference(db: Db, reference: string): Promise<OrderRow | undefined> {
  const [order] = await selectByReference(db).execute({ reference })
  return order
}

export async function findCustomerOrder(db: Db, userId: string, reference: string): Promise<OrderRow | undefined> {
  const order = await findOrderByReference(db, reference)
  return order?.userId === userId ? order : undefined
}

/** Sells the items of a locked, unpaid order. After a late payment it must reserve stock and code again. */
export async function confirmPaid(tx: Db, order: OrderRow, paidAt: Date): Promise<'paid' | 'sold-out' | 'promo-gone'> {
  const parcels = await lockParcels(tx, order)
  const sold = await commitReservation(
    tx,
    order.id,
    parcels.length > 1 ? await listStockLines(tx, order.id) : undefined,
  )
  if (sold === 'nothing-reserved') {
    if ((await redeemPromotionAgain(tx, order.id)) !== 'taken') return 'promo-gone'
    const lines = await listStockLines(tx, order.id)
    if ((await sellUnreserved(tx, lines)) === 'sold-out') {
      await releasePromotion(tx, order.id)
      return 'sold-out'
    }
  }
  await changeStatuses(tx, parcels, { to: 'processing', actor: 'payment', paidAt })
  return 'paid'
}

/** Cancels a locked, unpaid order with all its parcels. */
export async function cancelUnpaidOrder(
  tx: Db,
  order: OrderRow,
  by: { actor: 'admin' | 'system' | 'customer'; reason: string },
): Promise<void> {
  await releaseReservations(tx, payingOrderId(order))
  await changeStatuses(tx, await lockParcels(tx, order), { to: 'cancelled', ...by })
}

export type StatusChange = {
  to: OrderStatus
  actor: (typeof orderStatusChanges.$inferInsert)['actor']
  actorId?: string
  reason?: string
  paidAt?: Date
}

/** Sets the status and writes the history row. Timed after the lock, so that rows of one order are in sequence. */
/** Not for `delivered`, because `moveOrder` also asks the customer whether everything is well. */
export async function changeStatus(
  tx: Db,
  order: OrderRow,
  change: StatusChange & { to: Exclude<OrderStatus, 'delivered'> },
): Promise<void> {
  await changeStatuses(tx, [order], change)
}

export async function changeStatuses(tx: Db, changed: OrderRow[], { to, paidAt, ...by }: StatusChange): Promise<void> {
  const ids = changed.map(({ id }) => id)
  await tx
    .update(orders)
    .set({ status: to, ...(paidAt && { paidAt }) })
    .where(inArray(orders.id, ids))
  const timeAfterLast = (id: string) => sql`greatest(clock_timestamp(), (
    select max(${orderStatusChanges.createdAt}) + interval '1 microsecond' from ${orderStatusChanges}
    where ${orderStatusChanges.orderId} = ${id}))`
  const rows = changed.map(({ id, status: from }) => ({ orderId: id, from, to, createdAt: timeAfterLast(id), ...by }))
  await tx.insert(orderStatusChanges).values(rows)
}

export async function listUnpaidOrdersBefore(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNull(orders.paidAt), lt(orders.createdAt, before), isPayingOrder))
    .orderBy(orders.createdAt)
    .limit(100)
  return rows.map((row) => row.id)
}

/** One row of each group, and every order of one parcel. */
export const isPayingOrder = eq(orders.id, orders.payingOrderId)

/** The lines of all parcels that an order pays. Custom chocolates have no stock. */
async function listStockLines(tx: Db, orderId: string): Promise<OwnedLine[]> {
  const { orderId: ownerId, productId, quantity } = orderLines
  const rows = await tx
    .select({ ownerId, productId, quantity })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.payingOrderId, orderId))
    .orderBy(productId)
  return rows.flatMap(({ productId, ...line }) => (productId === null ? [] : [{ ...line, productId }]))
}
