import { and, eq, gt, inArray, or } from 'drizzle-orm'
import { cancelUnpaidOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { OPEN_PAYMENT_STATUSES } from './payments.rules.ts'
import { payments } from './payments.table.server.ts'

/**
 * Gives an unpaid order (which is locked) up, so that another can take its place: its payment ends and what it holds is
 * free. Money that comes for it nevertheless is owed back.
 */
export async function withdrawOrder(
  tx: Db,
  order: OrderRow,
  by: { actor: 'admin' | 'shopper'; reason: string },
): Promise<void> {
  if (order.status === 'cancelled') return
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(eq(payments.orderId, order.id), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
  await cancelUnpaidOrder(tx, order, by)
}

/** Whether somebody may be paying an order (which is locked) right now, or a person is looking at money that came for it. */
export async function isBeingPaid(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const running = and(inArray(payments.status, [...OPEN_PAYMENT_STATUSES]), gt(payments.expiresAt, now))
  const found = await tx.$count(
    payments,
    and(eq(payments.orderId, orderId), or(running, eq(payments.status, 'review'))),
  )
  return found > 0
}
