import { and, eq, inArray, isNull, lt, ne, notExists, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION, taxRecordsExpiredBefore } from '#src/core/retention.ts'
import { emptied, emptyPersonalData } from '#src/db/columns.server.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OrderStatus } from './order-status.ts'
import { orderLines, orderNotes, orderStatusChanges, orders } from './orders.table.server.ts'
import { shipments } from './shipments/shipments.table.server.ts'

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

function isGroupFinished(db: Db) {
  const parcels = alias(orders, 'parcels')
  const isOpen = and(eq(parcels.payingOrderId, orders.payingOrderId), notInArray(parcels.status, FINISHED))
  return notExists(db.select({ id: parcels.id }).from(parcels).where(isOpen))
}

/**
 * Erases personal data from finished orders of deleted accounts and, given the time, from unpaid or expired ones.
 * Items, amounts and state remain. Returns the ids of the orders.
 */
export async function anonymiseFinishedOrders(db: Db, now?: Date): Promise<string[]> {
  const isFinished = and(eq(orders.isSample, false), isGroupFinished(db), ne(orders.customerName, ERASED))
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
      cardLogoId: null,
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
  await emptyPersonalData(db, shipments, inArray(shipments.orderId, ids))
  await db
    .update(orderStatusChanges)
    .set({ ...emptied(orderStatusChanges), actorId: null })
    .where(and(inArray(orderStatusChanges.orderId, ids), eq(orderStatusChanges.actor, 'customer')))
  return ids
}

function isExpired(now: Date) {
  const unpaidBefore = addMinutes(now, -RETENTION.unpaidOrders.days * 24 * 60)
  const wasNeverPaid = and(eq(orders.status, 'cancelled'), isNull(orders.paidAt), lt(orders.createdAt, unpaidBefore))
  return or(wasNeverPaid, lt(orders.paidAt, taxRecordsExpiredBefore(now)))
}
