import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { notifyReadyForPickup, notifyTrackingNumber } from '#src/features/orders/messages/notify-customer.server.ts'
import { canBeTracked } from '#src/features/orders/order-status.ts'
import type { Tracking } from '#src/features/orders/orders.contract.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { findOpenShipment } from '#src/features/orders/shipments/shipment-lookups.server.ts'

type OfOrder = { orderId: string; by: Actor }

/** Marks an order as packed or unpacked. Idempotent. Throws `conflict` while the parcel is booked. */
export async function setPacked(db: Db, { orderId, by, packed }: OfOrder & { packed: boolean }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (packed === (order.packedAt !== null)) return
    if (order.status !== 'processing')
      throw new DomainError('conflict', 'Only a paid order that has not been shipped can be packed.')
    if (!packed && (await findOpenShipment(tx, orderId)))
      throw new DomainError('conflict', 'This parcel is booked with a courier. Please give up the booking first.')
    const packedAt = packed ? new Date() : null
    await tx.update(orders).set({ packedAt }).where(eq(orders.id, orderId))
    if (packed && order.deliveryMethod === 'pickup') await notifyReadyForPickup(tx, order)
    await recordChange(tx, { ...changeOf(order, by), before: { packed: !packed }, after: { packed } })
  })
}

export async function setTracking(db: Db, { orderId, by, tracking }: OfOrder & { tracking: Tracking }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.deliveryMethod === 'pickup')
      throw new DomainError('conflict', 'This order is picked up, so it has no tracking number.')
    if (!canBeTracked(order.status))
      throw new DomainError('conflict', 'Only a shipped order can have a tracking number.')
    await saveTracking(tx, { order, tracking, by })
    await notifyTrackingNumber(tx, order, tracking)
  })
}

type TrackingUpdate = { order: OrderRow; tracking: Tracking; by: Actor }

export async function saveTracking(
  tx: Db,
  { order, tracking: { courier, number }, by }: TrackingUpdate,
): Promise<void> {
  await tx.update(orders).set({ courier, trackingNumber: number }).where(eq(orders.id, order.id))
  await recordChange(tx, {
    ...changeOf(order, by),
    before: { courier: order.courier, trackingNumber: order.trackingNumber },
    after: { courier, trackingNumber: number },
  })
}

type TrackingEnd = { order: OrderRow; number: string | null; by: Actor }

/** Takes the number of a cancelled booking off an order that has not been shipped; another number stays. */
export async function clearTracking(tx: Db, { order, number, by }: TrackingEnd): Promise<void> {
  const { courier, trackingNumber } = order
  if (number === null || trackingNumber !== number || order.status !== 'processing') return
  await tx.update(orders).set({ courier: null, trackingNumber: null }).where(eq(orders.id, order.id))
  await recordChange(tx, {
    ...changeOf(order, by),
    before: { courier, trackingNumber },
    after: { courier: null, trackingNumber: null },
  })
}

const changeOf = (order: OrderRow, by: Actor) =>
  ({ by, entity: 'order', entityId: order.id, action: 'update' }) as const
