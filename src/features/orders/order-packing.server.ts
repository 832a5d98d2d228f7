import { eq } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { tellTracking } from './order-messages.server.ts'
import type { Tracking } from './orders.contract.ts'
import { canBeTracked } from './orders.rules.ts'
import { lockOrder, type OrderRow } from './orders.server.ts'
import { orders } from './orders.table.server.ts'

type OfOrder = { orderId: string; by: Maker }

/** The parcel is ready for the courier, or is opened once more. Doing it twice is doing it once. */
export async function setPacked(db: Db, { orderId, by, packed }: OfOrder & { packed: boolean }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (packed === (order.packedAt !== null)) return
    if (order.status !== 'processing')
      throw new ShopError('conflict', 'Only an order that is paid and not on its way yet can be packed.')
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
      throw new ShopError('conflict', 'A tracking number belongs to a parcel that is on its way.')
    await keepTracking(tx, { order, tracking, by })
    await tellTracking(tx, order, tracking)
  })
}

type Kept = { order: OrderRow; tracking: Tracking; by: Maker }

/** Writes down who carries the parcel. The order must be locked. */
export async function keepTracking(tx: Db, { order, tracking: { courier, number }, by }: Kept): Promise<void> {
  await tx.update(orders).set({ courier, trackingNumber: number }).where(eq(orders.id, order.id))
  await recordChange(tx, {
    ...changeOf(order, by),
    before: { courier: order.courier, trackingNumber: order.trackingNumber },
    after: { courier, trackingNumber: number },
  })
}

const changeOf = (order: OrderRow, by: Maker) =>
  ({ by, entity: 'order', entityId: order.id, action: 'update' }) as const
