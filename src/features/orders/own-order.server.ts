import { ShopError } from '#src/core/shop-error.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { cancelOrder, type OnOrderCancelled } from './order-status.server.ts'
import { canBeCancelled, isInStudio } from './orders.rules.ts'
import { changeStatus, lockOwnOrder, type OrderRow } from './orders.server.ts'

type OwnOrder = { userId: string; orderId: string }

/** The shopper takes an order back while nothing of it is packed. Doing it twice is doing it once. */
export async function cancelOwnOrder(
  db: Db,
  { userId, orderId, reason }: OwnOrder & { reason?: string },
  onCancelled: OnOrderCancelled,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwnOrder(tx, userId, { id: orderId })
    if (order.status === 'cancelled') return
    if (!canBeCancelled(order)) throw new ShopError('conflict', tooLate(order))
    await cancelOrder(tx, { order, by: { actor: 'shopper', actorId: userId, reason }, onCancelled })
  })
}

/** The parcel is there, as only its shopper can know. Doing it twice is doing it once. */
export async function receiveOwnOrder(db: Db, { userId, orderId }: OwnOrder): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwnOrder(tx, userId, { id: orderId })
    if (order.status === 'delivered' || order.status === 'completed') return
    if (order.status !== 'shipped') throw new ShopError('conflict', 'This order has not been shipped yet.')
    await changeStatus(tx, order, { to: 'delivered', actor: 'shopper', actorId: userId })
  })
}

function tooLate({ status }: OrderRow): string {
  return isInStudio(status)
    ? 'This order is packed already. Please write to us if you do not want it any more.'
    : 'This order has left our studio and cannot be cancelled any more.'
}
