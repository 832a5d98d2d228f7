import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { cancelOrder, moveOrder } from '#src/features/orders/change-order-status.server.ts'
import type { CancellationEvents } from '#src/features/orders/order-events.server.ts'
import { canBeCancelled, isBeforeShipment } from '#src/features/orders/order-status.ts'
import { lockCustomerOrder, lockParcels, type OrderRow } from '#src/features/orders/orders.server.ts'
import { findPriceSetters } from '#src/features/orders/parcels/price-setters.server.ts'

type OwnOrder = { userId: string; orderId: string }

const PRICED_TOGETHER = 'Please write to us: the price of the other parcels depends on this one.'

/** Cancels a customer's own order until it is packed, unless it makes other parcels cheaper. Idempotent. */
export async function cancelCustomerOrder(
  db: Db,
  { userId, orderId, reason }: OwnOrder & { reason?: string },
  events: CancellationEvents,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockCustomerOrder(tx, userId, { id: orderId })
    if (order.status === 'cancelled') return
    if (order.replacesOrderId) throw new DomainError('conflict', 'Please write to us about a replacement.')
    if (!canBeCancelled(order)) throw new DomainError('conflict', tooLate(order))
    if ((await findPriceSetters(tx, await lockParcels(tx, order))).has(order.id))
      throw new DomainError('conflict', PRICED_TOGETHER)
    await cancelOrder(tx, { order, by: { actor: 'customer', actorId: userId, reason }, events })
  })
}

/** Marks a customer's own order as delivered. Idempotent. */
export async function confirmDelivery(db: Db, { userId, orderId }: OwnOrder): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockCustomerOrder(tx, userId, { id: orderId })
    if (order.status === 'delivered' || order.status === 'completed') return
    if (order.status === 'cancelled') throw new DomainError('conflict', 'This order was cancelled.')
    if (order.status !== 'shipped') throw new DomainError('conflict', 'This order has not been shipped yet.')
    await moveOrder(tx, order, { to: 'delivered', actor: 'customer', actorId: userId })
  })
}

function tooLate({ status }: OrderRow): string {
  return isBeforeShipment(status)
    ? 'This order is packed already. Please write to us if you no longer want it.'
    : 'This order has left our studio and can no longer be cancelled.'
}
