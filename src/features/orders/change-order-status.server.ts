import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { restockOrder } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { saveTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { notifyCancelled, notifyShipped } from '#src/features/orders/messages/notify-customer.server.ts'
import { notifyDelivered } from '#src/features/orders/messages/notify-delivered.server.ts'
import { type CancellationEvents, runHooks } from './order-events.server.ts'
import { isBackwardTransition, isBeforeShipment, wasDelivered } from './order-status.ts'
import type { OrderStatusChange } from './orders.contract.ts'
import {
  changeStatuses,
  lockOrder,
  lockParcels,
  type OrderRow,
  payingOrderId,
  releaseReservations,
  type StatusChange,
} from './orders.server.ts'
import { markOrderCancelled } from './shipments/shipment-lookups.server.ts'

/** Work starts only after payment, a cancelled order stays cancelled, and a step backwards needs a reason. */
export async function setOrderStatus(
  db: Db,
  change: OrderStatusChange & { orderId: string; by: Actor },
  events: CancellationEvents,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, change.orderId)
    if (order.status === change.status) return
    refuseImpossible(order, change)
    const { status: to, tracking, by, reason } = change
    const who = { actor: 'admin', actorId: by.id, reason } as const
    if (to === 'cancelled') await cancelOrder(tx, { order, by: who, events })
    else await moveOrder(tx, order, { to, ...who })
    // Last, because the hash chain of the audit log must lock last.
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

/** Changes the status of an order that goes on, and asks the customer once about what has arrived. */
export async function moveOrder(tx: Db, order: OrderRow, change: StatusChange): Promise<void> {
  await changeStatuses(tx, [order], change)
  if (wasDelivered(change.to) && !wasDelivered(order.status)) await notifyDelivered(tx, order)
}

type Cancellation = {
  order: OrderRow
  by: { actor: 'admin' | 'customer'; actorId: string; reason?: string }
  events: CancellationEvents
}

/** Cancels an order; of several parcels only this one if they are paid, otherwise all. */
export async function cancelOrder(tx: Db, { order, by, events }: Cancellation): Promise<void> {
  const others = (await lockParcels(tx, order)).filter(({ id, status }) => id !== order.id && status !== 'cancelled')
  if (others.length === 0 || !order.paidAt) await releaseReservations(tx, payingOrderId(order))
  if (isBeforeShipment(order.status)) await restockOrder(tx, order.id)
  const refunded = await events.refundCancelled(tx, order)
  await runHooks(events.cancelled, tx, { order, actor: by.actor, reason: by.reason })
  const cancelled = order.paidAt ? [order] : [order, ...others]
  await changeStatuses(tx, cancelled, { to: 'cancelled', ...by })
  await markOrderCancelled(
    tx,
    cancelled.map(({ id }) => id),
  )
  const first = cancelled.find(({ id }) => id === payingOrderId(order)) ?? order
  await notifyCancelled(tx, first, { parcels: cancelled, by: by.actor, reason: by.reason, refunded })
}

function refuseImpossible(order: OrderRow, { status, reason, tracking }: OrderStatusChange): void {
  if (order.status === 'cancelled')
    throw new DomainError(
      'conflict',
      'A cancelled order stays cancelled: its items were released and its payment is refunded.',
    )
  if (status !== 'cancelled' && order.paidAt === null)
    throw new DomainError('conflict', 'This order is not paid yet. It moves on automatically once it is paid.')
  if (order.deliveryMethod === 'pickup' && (status === 'shipped' || status === 'completed'))
    throw new DomainError('conflict', 'This order is picked up at the studio. Please use "Hand over".')
  if (isBackwardTransition(order.status, status) && !reason)
    throw new DomainError('conflict', 'Please give a reason for moving an order back.', { needsReason: true })
  if (tracking && status !== 'shipped')
    throw new DomainError('conflict', 'Only a shipped order can have a tracking number.')
}
