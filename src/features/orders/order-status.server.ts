import { formatAmount, paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { takeBackStock } from '#src/features/catalog/stock.server.ts'
import { queueMessage } from '#src/features/notifications/notifications.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { isStepBackwards } from './order-status.rules.ts'
import type { OrderStatusChange } from './orders.contract.ts'
import { canBeCancelled } from './orders.rules.ts'
import { changeStatus, lockOrder, type OrderRow, releaseHeld } from './orders.server.ts'

/** What must happen to an order's payments when it is cancelled; the payments feature knows. */
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
    const by = { actor: 'admin', actorId: change.adminId, reason: change.reason } as const
    if (change.status === 'cancelled') return cancelOrder(tx, { order, by, onCancelled })
    await changeStatus(tx, order, { to: change.status, ...by })
    if (change.status === 'shipped') await tellShipped(tx, order)
  })
}

type Cancellation = {
  order: OrderRow
  by: { actor: 'admin' | 'shopper'; actorId: string; reason?: string }
  onCancelled: OnOrderCancelled
}

/**
 * Ends an order (which is locked) that a person does not want any more: money that came goes back, and so do the pieces,
 * unless they have left the studio.
 */
export async function cancelOrder(tx: Db, { order, by, onCancelled }: Cancellation): Promise<void> {
  await releaseHeld(tx, order.id)
  if (canBeCancelled(order.status)) await takeBackStock(tx, order.id)
  await onCancelled(tx, order.id)
  await changeStatus(tx, order, { to: 'cancelled', ...by })
  await tellCancelled(tx, order)
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

async function tellCancelled(tx: Db, order: OrderRow): Promise<void> {
  // Whoever deleted their account has no address any more.
  if (order.customerEmail === '') return
  const refund = order.paidAt
    ? `\n\nYou get the ${formatAmount(rupees(paise(order.totalPaise)))} that you paid back in full.`
    : ''
  await queueMessage(tx, {
    channel: 'email',
    to: order.customerEmail,
    subject: `${SHOP_NAME}: your order ${order.reference} is cancelled`,
    text: `Dear ${order.customerName},\n\norder ${order.reference} is cancelled.${refund}\n\n${SHOP_NAME}`,
    dedupeKey: `order-cancelled:${order.id}`,
  })
}
