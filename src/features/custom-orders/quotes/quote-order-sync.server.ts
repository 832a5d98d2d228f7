import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { isAgreed } from '#src/features/custom-orders/custom-order-options.ts'
import { applyStatusChange, type CustomOrderRow } from '#src/features/custom-orders/custom-order-record.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { eraseMarkedCustomOrders } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import type { OrderCancelled, OrderPaid } from '#src/features/orders/order-events.server.ts'

/** The mail about the payment confirms it. */
export async function confirmPaidQuote(tx: Db, { order }: Pick<OrderPaid, 'order'>): Promise<void> {
  const customOrder = await lockByOrder(tx, order.id)
  if (!customOrder || isAgreed(customOrder.status)) return
  await applyStatusChange(tx, customOrder, { to: 'confirmed', actor: 'payment' })
}

/** Cancels the custom order of a cancelled paid order; customers cannot cancel it once it is being made. */
export async function cancelQuotedCustomOrder(tx: Db, { orderId, actor, reason }: OrderCancelled): Promise<void> {
  const customOrder = await lockByOrder(tx, orderId)
  if (!customOrder || !isAgreed(customOrder.status)) return
  if (actor === 'customer' && customOrder.status !== 'confirmed')
    throw new DomainError(
      'conflict',
      'We are already making your chocolate, so it can no longer be cancelled. Please write to us.',
    )
  await applyStatusChange(tx, customOrder, { to: 'cancelled', actor, text: reason, set: { quoteTokenHash: null } })
  await eraseMarkedCustomOrders(tx)
}

async function lockByOrder(tx: Db, orderId: string): Promise<CustomOrderRow | undefined> {
  const [found] = await tx.select().from(customOrders).where(eq(customOrders.orderId, orderId)).for('update')
  return found
}
