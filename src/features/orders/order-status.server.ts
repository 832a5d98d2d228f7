import { ShopError } from '#src/core/shop-error.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { releaseStock } from '#src/features/catalog/stock.server.ts'
import { queueMessage } from '#src/features/notifications/notifications.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { isStepBackwards } from './order-status.rules.ts'
import type { OrderStatusChange } from './orders.contract.ts'
import { changeStatus, lockOrder, type OrderRow } from './orders.server.ts'

/** What must happen to an order's payments when the maker cancels it; the payments feature knows. */
export type OnOrderCancelled = (tx: Db, orderId: string) => Promise<void>

/**
 * The maker moves an order. Any of the selector's values may be chosen, with three limits: work begins only when the
 * money is there, a cancelled order stays cancelled (its pieces and money have gone back), a step backwards names its reason.
 */
export async function setOrderStatus(
  db: Db,
  change: OrderStatusChange & { orderId: string; adminId: string },
  onCancelled: OnOrderCancelled,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, change.orderId)
    if (order.status === change.status) return
    refuseImpossible(order, change)
    if (change.status === 'cancelled') {
      await releaseStock(tx, order.id)
      await onCancelled(tx, order.id)
    }
    await changeStatus(tx, order, { to: change.status, actor: 'admin', actorId: change.adminId, reason: change.reason })
    if (change.status === 'shipped') await tellShipped(tx, order)
  })
}

function refuseImpossible(order: OrderRow, { status, reason }: OrderStatusChange): void {
  if (order.status === 'cancelled')
    throw new ShopError('conflict', 'A cancelled order stays cancelled: its pieces and its money have gone back.')
  if (status !== 'cancelled' && order.paidAt === null)
    throw new ShopError('conflict', 'This order is not paid yet. It moves on by itself when the money is there.')
  if (isStepBackwards(order.status, status) && !reason)
    throw new ShopError('conflict', 'A step backwards needs a reason.', { needsReason: true })
}

async function tellShipped(tx: Db, order: OrderRow): Promise<void> {
  await queueMessage(tx, {
    channel: 'email',
    to: order.customerEmail,
    subject: `${SHOP_NAME}: your order ${order.reference} is on its way`,
    text: `Dear ${order.customerName},\n\nyour chocolates have left our studio. Order ${order.reference}.\n\n${SHOP_NAME}`,
    dedupeKey: `order-shipped:${order.id}`,
  })
}
