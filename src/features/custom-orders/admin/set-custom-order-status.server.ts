import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import {
  notifyCompleted,
  notifyConfirmed,
  notifyDeclined,
} from '#src/features/custom-orders/custom-order-notifications.server.ts'
import { isAgreed } from '#src/features/custom-orders/custom-order-options.ts'
import {
  applyStatusChange,
  type CustomOrderRow,
  type LockedCustomOrder,
  lockCustomOrder,
  withRetryOnChange,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import type { CustomOrderStatusChange } from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { eraseMarkedCustomOrders } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import { auditFields } from '#src/features/custom-orders/quotes/send-quote.server.ts'
import { cancelOrder } from '#src/features/orders/change-order-status.server.ts'
import type { CancellationEvents } from '#src/features/orders/order-events.server.ts'
import {
  cancelOrderPayment,
  hasPaymentInProgress,
  voidUnpaidOrder,
} from '#src/features/payments/order-payment/order-outcome.server.ts'

type Change = CustomOrderStatusChange & { id: string; by: Actor; now: Date }

/** Sets the status, unless it would contradict a payment (docs/decisions). Cancelling refunds. */
export async function setCustomOrderStatus(db: Db, change: Change): Promise<void> {
  await withRetryOnChange(() =>
    inTransaction(db, async (tx) => {
      const locked = await lockCustomOrder(tx, eq(customOrders.id, change.id))
      if (locked.customOrder.status === change.status) return
      const changed = await carryOut(tx, locked, change)
      await recordChange(tx, {
        by: change.by,
        entity: 'custom-order',
        entityId: change.id,
        action: 'update',
        before: auditFields(locked.customOrder),
        after: { ...auditFields(changed), ...(change.reason && { reason: change.reason }) },
      })
      await eraseMarkedCustomOrders(tx)
    }),
  )
}

async function carryOut(tx: Db, locked: LockedCustomOrder, change: Change): Promise<CustomOrderRow> {
  const { status: to, reason } = change
  const { customOrder } = locked
  refuseImpossible(locked, to)
  if (to === 'cancelled') await endOrder(tx, locked, change)
  else await voidUnpaidAcceptance(tx, locked, change)
  const updated = await applyStatusChange(tx, customOrder, {
    to,
    actor: 'admin',
    text: reason,
    set: {
      // A withdrawn price's link opens nothing; a declined quotation's shows the reason.
      ...(to === 'quote-pending' && { quoteTokenHash: null }),
      ...(to === 'cancelled' && { answeredAt: customOrder.answeredAt ?? change.now }),
    },
  })
  const paid = locked.order?.paidAt ? locked.order : undefined
  await notifyCustomer(tx, updated, { before: customOrder.status, reason, paid, now: change.now })
  return updated
}

function refuseImpossible({ customOrder, order }: LockedCustomOrder, to: CustomOrderStatusChange['status']): void {
  if (order?.paidAt && order.status === 'cancelled')
    throw new DomainError(
      'conflict',
      'This request was paid for and cancelled, and it is being refunded. Its status can no longer change.',
    )
  if (order?.paidAt && to !== 'cancelled' && !isAgreed(to))
    throw new DomainError(
      'conflict',
      'This request is paid, so its price can no longer change. Cancel it to refund the payment.',
    )
  if (to === 'quoted' && (customOrder.quoteTokenHash === null || customOrder.status === 'cancelled'))
    throw new DomainError('conflict', 'Send a quote first: this sets the status automatically.')
}

const ONLY_ITS_PAYMENT: CancellationEvents = {
  refundCancelled: cancelOrderPayment,
  cancelled: [],
}

async function endOrder(tx: Db, { order }: LockedCustomOrder, { by, reason }: Change): Promise<void> {
  if (!order || order.status === 'cancelled') return
  if (order.paidAt)
    await cancelOrder(tx, {
      order,
      by: { actor: 'admin', actorId: by.id, reason },
      events: ONLY_ITS_PAYMENT,
    })
  else await voidUnpaidOrder(tx, order, { actor: 'admin', reason: reason ?? 'An admin cancelled the custom order' })
}

/** Refuses while a payment is in progress. */
async function voidUnpaidAcceptance(tx: Db, { order }: LockedCustomOrder, { now }: Change): Promise<void> {
  if (!order || order.paidAt || order.status === 'cancelled') return
  if (await hasPaymentInProgress(tx, order.id, now))
    throw new DomainError(
      'conflict',
      'The customer is paying right now. The status changes automatically once the payment arrives.',
    )
  await voidUnpaidOrder(tx, order, { actor: 'admin', reason: 'An admin changed the status of the custom order' })
}

type StatusNotice = { before: CustomOrderRow['status']; reason: string | undefined; now: Date } & {
  paid: LockedCustomOrder['order']
}

async function notifyCustomer(
  tx: Db,
  updated: CustomOrderRow,
  { before, reason, paid, now }: StatusNotice,
): Promise<void> {
  switch (updated.status) {
    case 'cancelled':
      return notifyDeclined(tx, updated, { reason, paid })
    case 'completed':
      return notifyCompleted(tx, updated, { paid, now })
    case 'confirmed':
      // The customer was informed when it was paid or confirmed the first time.
      return paid || isAgreed(before) ? undefined : notifyConfirmed(tx, updated)
  }
}
