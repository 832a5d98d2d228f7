import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { isAgreed } from '#src/features/custom-orders/custom-order-options.ts'
import { applyStatusChange, type CustomOrderRow } from '#src/features/custom-orders/custom-order-record.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { eraseMarkedCustomOrders } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import type { OrderCancelled, OrderPaid } from '#src/features/orders/order-events.server.ts'
import { ownerOf } from './customer-requests.server.ts'

/** The mail about the payment confirms it. */
export async function confirmPaidQuote(tx: Db, { order }: Pick<OrderPaid, 'order'>): Promise<void> {
  const customOrder = await lockByOrder(tx, order.id)
  if (!customOrder || isAgreed(customOrder.status)) return
  const set = await payerFields(tx, customOrder, order)
  await applyStatusChange(tx, customOrder, { to: 'confirmed', actor: 'payment', set })
}

/** A request without an account moves to the payer and loses its address, because the link may have been forwarded. */
async function payerFields(tx: Db, customOrder: CustomOrderRow, { userId, ...order }: OrderPaid['order']) {
  const email = userId === null ? undefined : (await findUserEmails(tx, [userId])).get(userId)
  if (userId === null || email === undefined || customOrder.erasureRequestedAt) return {}
  if ((await ownerOf(tx, customOrder, { id: userId, email })) !== 'no-account') return {}
  const { customerName, customerEmail, customerPhone: customerMobile } = order
  return { userId, customerName, customerEmail, customerMobile }
}

/** Cancels the custom order of a cancelled paid order; customers cannot cancel it once it is being made. */
export async function cancelQuotedCustomOrder(tx: Db, { order, actor, reason }: OrderCancelled): Promise<void> {
  const customOrder = await lockByOrder(tx, order.id)
  if (!customOrder || !isAgreed(customOrder.status)) return
  if (actor === 'customer' && customOrder.status !== 'confirmed')
    throw new DomainError('conflict', 'We are already making it, so it can no longer be cancelled. Please write to us.')
  await applyStatusChange(tx, customOrder, { to: 'cancelled', actor, text: reason, set: { quoteTokenHash: null } })
  await eraseMarkedCustomOrders(tx)
}

async function lockByOrder(tx: Db, orderId: string): Promise<CustomOrderRow | undefined> {
  const [found] = await tx.select().from(customOrders).where(eq(customOrders.orderId, orderId)).for('update')
  return found
}
