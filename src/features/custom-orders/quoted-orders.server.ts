import { eq } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import type { OnOrderCancelled } from '#src/features/orders/order-status.server.ts'
import type { OnOrderPaid } from '#src/features/payments/settlement.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { tellConfirmed } from './custom-order-messages.server.ts'
import { type CustomOrderRow, moveCustomOrder } from './custom-order-record.server.ts'
import { isAgreed } from './custom-orders.rules.ts'
import { customOrders } from './custom-orders.table.server.ts'
import { forgetThoseWhoLeft } from './forgetting.server.ts'

/** Hears of every order that is paid (and locked): the quotation behind it is agreed upon now, without a hand. */
export const confirmPaidQuote: OnOrderPaid = async (tx, order) => {
  const customOrder = await lockByOrder(tx, order.id)
  if (!customOrder || isAgreed(customOrder.status)) return
  await tellConfirmed(tx, await moveCustomOrder(tx, customOrder, { to: 'confirmed', actor: 'payment' }), order)
}

/**
 * Hears of every order that is cancelled (and locked). What was paid ends with it; an acceptance that was never paid is
 * only taken back, and the quotation stands. What is being made for its shopper alone, only the maker can stop.
 */
export const endCancelledQuote: OnOrderCancelled = async (tx, orderId, { actor, reason }) => {
  const customOrder = await lockByOrder(tx, orderId)
  if (!customOrder || !isAgreed(customOrder.status)) return
  if (actor === 'shopper' && customOrder.status !== 'confirmed')
    throw new ShopError(
      'conflict',
      'Your chocolate is already being made and cannot be cancelled any more. Please write to us.',
    )
  await moveCustomOrder(tx, customOrder, { to: 'cancelled', actor, text: reason, set: { quoteTokenHash: null } })
  await forgetThoseWhoLeft(tx)
}

async function lockByOrder(tx: Db, orderId: string): Promise<CustomOrderRow | undefined> {
  const [found] = await tx.select().from(customOrders).where(eq(customOrders.orderId, orderId)).for('update')
  return found
}
