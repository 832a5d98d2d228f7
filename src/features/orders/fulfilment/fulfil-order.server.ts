import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { notifyTrackingNumber } from '#src/features/orders/messages/notify-customer.server.ts'
import { canBeTracked } from '#src/features/orders/order-status.ts'
import type { Tracking } from '#src/features/orders/orders.contract.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'

type OfOrder = { orderId: string; by: Actor }

/** The parcel is ready for the courier, or is opened once more. Doing it twice is doing it once. */
export async function setPacked(db: Db, { orderId, by, packed }: OfOrder & { packed: boolean }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (packed === (order.packedAt !== null)) return
    if (order.status !== 'processing')
      throw new DomainError('conflict', 'Only an order that is paid and not on its way yet can be packed.')
    const packedAt = packed ? new Date() : null
    await tx.update(orders).set({ packedAt }).where(eq(orders.id, orderId))
    await recordChange(tx, { ...changeOf(order, by), before: { packed: !packed }, after: { packed } })
  })
}

/** The number of a parcel that has left already, or a better one; its shopper is told. */
export async function setTracking(db: Db, { orderId, by, tracking }: OfOrder & { tracking: Tracking }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!canBeTracked(order.status))
      throw new DomainError('conflict', 'A tracking number belongs to a parcel that is on its way.')
    await saveTracking(tx, { order, tracking, by })
    await notifyTrackingNumber(tx, order, tracking)
  })
}

type Kept = { order: OrderRow; tracking: Tracking; by: Actor }

/** Writes down who carries the parcel. The order must be locked. */
export async function saveTracking(tx: Db, { order, tracking: { courier, number }, by }: Kept): Promise<void> {
  await tx.update(orders).set({ courier, trackingNumber: number }).where(eq(orders.id, order.id))
  await recordChange(tx, {
    ...changeOf(order, by),
    before: { courier: order.courier, trackingNumber: order.trackingNumber },
    after: { courier, trackingNumber: number },
  })
}

const changeOf = (order: OrderRow, by: Actor) =>
  ({ by, entity: 'order', entityId: order.id, action: 'update' }) as const
