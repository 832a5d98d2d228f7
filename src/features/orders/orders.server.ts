import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { RETENTION, taxRecordsExpiredBefore } from '#src/core/retention.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  commitReservation,
  type PricedLine,
  releaseStock,
  reserveStock,
  type StockHolder,
  type StockLine,
  sellUnreserved,
} from '#src/features/catalog/stock/stock-reservations.server.ts'
import { assertDeliverable, priceOrder } from '#src/features/orders/place/price-order.server.ts'
import { toOrderRow } from '#src/features/orders/place/to-order-row.server.ts'
import {
  redeemPromotion,
  redeemPromotionAgain,
  releasePromotion,
} from '#src/features/pricing/promotions/promotions.server.ts'
import { normalizePromoCode } from '#src/features/pricing/promotions/promotions.ts'
import type { OrderStatus } from './order-status.ts'
import type { OrderLineInput, ShippingAddress } from './orders.contract.ts'
import { orderLines, orderNotes, orderStatusChanges, orders } from './orders.table.server.ts'

export type OrderRow = typeof orders.$inferSelect

export type NewOrder = {
  userId: string
  reference: string
  customer: { name: string; email: string; phone: string }
  items: OrderLineInput[]
  shippingAddress: ShippingAddress
  notes?: string
  promoCode?: string
  /** What the shopper was shown. Compared, never used. */
  expectedTotal: Paise
  now: Date
  reservedUntil: Date
  holder: StockHolder
}

/**
 * Prices the items from the catalogue, takes the promo code's use, reserves the pieces and writes the order, all in the
 * caller's transaction. The reference makes it repeatable: the same shopper with the same content gets the same order
 * (`isNew: false`). Refuses a reference that means something else, a code that does not count, a total that is not
 * ours, and pieces that are not there.
 */
export async function placeOrder(tx: Db, input: NewOrder): Promise<{ order: OrderRow; isNew: boolean }> {
  const contentHash = hashOf(input)
  const known = await findByReference(tx, input.reference)
  if (known) return { order: sameOrder(known, input.userId, contentHash), isNew: false }

  const { lines, promoCode, ...priced } = await priceOrder(tx, input)
  const [order] = await tx
    .insert(orders)
    .values({
      reference: input.reference,
      contentHash,
      ...toOrderRow(input, priced),
      promoCode,
    })
    .onConflictDoNothing({ target: orders.reference })
    .returning()
  // Nothing was inserted: the same call is running twice and the other one has just committed.
  if (!order) return placeOrder(tx, input)

  if (promoCode) await takeUse(tx, { order, promoCode, input })
  const { reservedUntil: expiresAt, holder } = input
  await reserveStock(tx, { ownerId: order.id, lines, expiresAt, holder })
  await tx.insert(orderLines).values(lines.map((line) => toLineRow(order.id, line)))
  return { order, isNew: true }
}

/** Takes the use for which the order was priced. Refuses when the promotion has changed in the moment between. */
async function takeUse(tx: Db, of: { order: OrderRow; promoCode: string; input: NewOrder }): Promise<void> {
  const { order, promoCode, input } = of
  const discount = await redeemPromotion(tx, {
    code: promoCode,
    subtotal: paise(order.subtotalPaise),
    userId: input.userId,
    phone: input.customer.phone,
    now: input.now,
    ownerId: order.id,
    ownerReference: order.reference,
  })
  if (discount !== order.discountPaise)
    throw new DomainError('conflict', `${promoCode} has just changed. Please check the new total.`)
}

/**
 * Gives back what an order holds: its use of a promo code and its pieces, in this order, in which they were taken, so
 * that two orders never wait for each other. It may be called any number of times. The order must be locked.
 */
export async function releaseReservations(tx: Db, orderId: string): Promise<void> {
  await releasePromotion(tx, orderId)
  await releaseStock(tx, orderId)
}

type Reserving = { now: Date; reservedUntil: Date; holder: StockHolder }

/** Reserves an unpaid order's pieces once more, and its use of a promo code while that runs, at the order's own prices. */
export async function renewReservation(
  tx: Db,
  order: OrderRow,
  { now, reservedUntil, holder }: Reserving,
): Promise<void> {
  await assertDeliverable(tx, order.shippingAddress)
  const retaken = await redeemPromotionAgain(tx, order.id, now)
  if (retaken !== 'taken') throw retaken
  const lines = await shelfLinesOf(tx, order.id)
  await releaseStock(tx, order.id)
  await reserveStock(tx, { ownerId: order.id, lines, expiresAt: reservedUntil, holder })
}

/** Locks an order for the rest of the transaction. Whoever changes an order or its payments takes this lock first. */
export async function lockOrder(tx: Db, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw new DomainError('not-found', 'There is no such order.')
  return order
}

/** The shopper's own order, locked. Somebody else's is as unknown as one that does not exist. */
export async function lockCustomerOrder(
  tx: Db,
  userId: string,
  which: { id: string } | { reference: string },
): Promise<OrderRow> {
  const key = 'id' in which ? eq(orders.id, which.id) : eq(orders.reference, which.reference)
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(key, eq(orders.userId, userId)))
    .for('update')
  if (!order) throw new DomainError('not-found', 'There is no such order.')
  return order
}

/** The shopper's own order by its reference, or nothing: somebody else's is as unknown as one that does not exist. */
export async function findCustomerOrder(db: Db, userId: string, reference: string): Promise<OrderRow | undefined> {
  const order = await findByReference(db, reference)
  return order?.userId === userId ? order : undefined
}

/**
 * The money is there: sells the pieces and moves the order to `processing`. The order must be locked, unpaid and not
 * cancelled. Late money finds pieces and code given back: it pays only if both can be had once more.
 */
export async function confirmPaid(tx: Db, order: OrderRow, paidAt: Date): Promise<'paid' | 'sold-out' | 'promo-gone'> {
  const sold = await commitReservation(tx, order.id)
  if (sold === 'nothing-reserved') {
    if ((await redeemPromotionAgain(tx, order.id)) !== 'taken') return 'promo-gone'
    const lines = await shelfLinesOf(tx, order.id)
    if ((await sellUnreserved(tx, { ownerId: order.id, lines })) === 'sold-out') {
      await releasePromotion(tx, order.id)
      return 'sold-out'
    }
  }
  await changeStatus(tx, order, { to: 'processing', actor: 'payment', paidAt })
  return 'paid'
}

/** Gives an unpaid order up: its pieces go back on sale. The order must be locked. */
export async function cancelUnpaidOrder(
  tx: Db,
  order: OrderRow,
  by: { actor: 'admin' | 'clock' | 'shopper'; reason: string },
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

/**
 * Writes a status and the line in the order's history that says who changed it. The order is locked, so each line is
 * later than the one before; the start of the transaction, which may have waited for the lock, would not say so.
 */
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

/**
 * A person leaves: their orders are nobody's. What is still to come is written to `email`, the account's, and no longer to
 * what was typed with the order. `anonymiseFinishedOrders` does the rest.
 */
export async function detachCustomerOrders(tx: Db, userId: string, email: string): Promise<void> {
  await tx.update(orders).set({ userId: null, customerEmail: email }).where(eq(orders.userId, userId))
}

/** The telephone numbers of a person's orders, by the order. */
export async function listOrderPhones(db: Db, userId: string): Promise<Map<string, string>> {
  const { id, customerPhone } = orders
  const rows = await db.select({ id, phone: customerPhone }).from(orders).where(eq(orders.userId, userId))
  return new Map(rows.map((row) => [row.id, row.phone]))
}

const FINISHED: OrderStatus[] = ['delivered', 'completed', 'cancelled']
const NOBODY = 'Deleted account'

/** A shop has years of old orders when this begins, and each one's messages are looked for. */
const OLD_AT_ONCE = 200

/**
 * Removes the person from the orders of those who left, as soon as an order is finished: until then we still have to
 * deliver it. Given the time by the clock, also from orders that were never paid or whose time in the books is over, some
 * in each turn. What was sold, for how much and to which state stays. Gives back the ids of the orders.
 */
export async function anonymiseFinishedOrders(db: Db, clockTime?: Date): Promise<string[]> {
  const isFinished = and(eq(orders.isSample, false), inArray(orders.status, FINISHED), ne(orders.customerName, NOBODY))
  const old = clockTime
    ? sql`array(${db
        .select({ id: orders.id })
        .from(orders)
        .where(and(isOld(clockTime), isFinished))
        .limit(OLD_AT_ONCE)})`
    : sql`'{}'::uuid[]`
  const forgotten = await db
    .update(orders)
    .set({
      userId: null,
      contentHash: '',
      customerName: NOBODY,
      customerEmail: '',
      customerPhone: '',
      notes: null,
      courier: null,
      trackingNumber: null,
      shippingAddress: sql`(${orders.shippingAddress} - 'landmark') || '{"firstName": "-", "lastName": "-", "address": "-"}'::jsonb`,
    })
    .where(and(or(isNull(orders.userId), sql`${orders.id} = any(${old})`), isFinished))
    .returning({ id: orders.id })
  const ids = forgotten.map(({ id }) => id)
  if (ids.length === 0) return []
  await db.delete(orderNotes).where(inArray(orderNotes.orderId, ids))
  await db
    .update(orderStatusChanges)
    .set({ reason: null, actorId: null })
    .where(and(inArray(orderStatusChanges.orderId, ids), eq(orderStatusChanges.actor, 'shopper')))
  return ids
}

/** Never paid and long over, or paid so long ago that its books are over. */
function isOld(now: Date) {
  const unpaidBefore = addMinutes(now, -RETENTION.unpaidOrders.days * 24 * 60)
  const wasNeverPaid = and(eq(orders.status, 'cancelled'), isNull(orders.paidAt), lt(orders.createdAt, unpaidBefore))
  return or(wasNeverPaid, lt(orders.paidAt, taxRecordsExpiredBefore(now)))
}

/** Unpaid orders that began before the given moment, oldest first. */
export async function listUnpaidOrdersBefore(db: Db, moment: Date): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNull(orders.paidAt), lt(orders.createdAt, moment)))
    .orderBy(orders.createdAt)
    .limit(100)
  return rows.map((row) => row.id)
}

async function findByReference(tx: Db, reference: string): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.reference, reference))
  return order
}

function sameOrder(order: OrderRow, userId: string, contentHash: string): OrderRow {
  if (order.userId !== userId || order.contentHash !== contentHash)
    throw new DomainError('conflict', 'This order number is already taken by another order.')
  return order
}

/** Everything that makes an order this order. Keys are sorted, so that the same content is the same hash. */
function hashOf({ items, customer, shippingAddress, notes, promoCode, expectedTotal }: NewOrder): string {
  const content = {
    items: [...items].sort((a, b) => a.productId - b.productId).map((item) => [item.productId, item.quantity]),
    customer: [customer.name, customer.email, customer.phone],
    address: Object.entries(shippingAddress).sort(),
    notes: notes ?? '',
    promoCode: normalizePromoCode(promoCode ?? ''),
    expectedTotal,
  }
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

function toLineRow(orderId: string, line: PricedLine): typeof orderLines.$inferInsert {
  return {
    orderId,
    productId: line.productId,
    name: line.name,
    imageUrl: line.imageUrl,
    unitPaise: line.unitPrice,
    quantity: line.quantity,
  }
}

/** What of an order comes from the shelf: what is made for its shopper alone is in no stock. */
async function shelfLinesOf(tx: Db, orderId: string): Promise<StockLine[]> {
  const rows = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.productId)
  return rows.flatMap(({ productId, quantity }) => (productId === null ? [] : [{ productId, quantity }]))
}
