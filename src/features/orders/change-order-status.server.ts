import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { restockOrder } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { saveTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { notifyCancelled, notifyShipped } from '#src/features/orders/messages/notify-customer.server.ts'
import { isBeforeShipment } from './order-status.ts'
import type { OrderStatusChange } from './orders.contract.ts'
import { changeStatus, lockOrder, type OrderRow, releaseReservations } from './orders.server.ts'
import { isBackwardTransition } from './status-transitions.ts'

/** What must happen to an order's payments, and to what is made for it, when it is cancelled; other features know. */
export type OnOrderCancelled = (
  tx: Db,
  orderId: string,
  by: { actor: 'admin' | 'shopper'; reason?: string },
) => Promise<void>

/**
 * The maker moves an order. Any of the selector's values may be chosen, with three limits: work begins only when the
 * money is there, a cancelled order stays cancelled (its pieces and money have gone back), a step backwards names its reason.
 */
export async function setOrderStatus(
  db: Db,
  change: OrderStatusChange & { orderId: string; by: Actor },
  onCancelled: OnOrderCancelled,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, change.orderId)
    if (order.status === change.status) return
    refuseImpossible(order, change)
    const { status: to, tracking, by, reason } = change
    const who = { actor: 'admin', actorId: by.id, reason } as const
    if (to === 'cancelled') await cancelOrder(tx, { order, by: who, onCancelled })
    else await changeStatus(tx, order, { to, ...who })
    // Not before: at the commit, whose locks come in the order of these writes, the log's seal has to be the last.
    await recordChange(tx, {
      by,
      entity: 'order',
      entityId: order.id,
      action: 'update',
      before: { status: order.status },
      after: { status: to, ...(reason && { reason }) },
    })
    if (tracking) await saveTracking(tx, { order, tracking, by })
    if (to === 'shipped') await notifyShipped(tx, order, tracking)
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
  await releaseReservations(tx, order.id)
  if (isBeforeShipment(order.status)) await restockOrder(tx, order.id)
  await onCancelled(tx, order.id, by)
  await changeStatus(tx, order, { to: 'cancelled', ...by })
  await notifyCancelled(tx, order)
}

function refuseImpossible(order: OrderRow, { status, reason, tracking }: OrderStatusChange): void {
  if (order.status === 'cancelled')
    throw new DomainError('conflict', 'A cancelled order stays cancelled: its pieces and its money have gone back.')
  if (status !== 'cancelled' && order.paidAt === null)
    throw new DomainError('conflict', 'This order is not paid yet. It moves on by itself when the money is there.')
  if (isBackwardTransition(order.status, status) && !reason)
    throw new DomainError('conflict', 'A step backwards needs a reason.', { needsReason: true })
  if (tracking && status !== 'shipped')
    throw new DomainError('conflict', 'A tracking number belongs to a parcel that is on its way.')
}
