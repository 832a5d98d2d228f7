import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { cancelUnpaidOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'

/**
 * Gives an unpaid order (which is locked) up, so that another can take its place: its payment ends and what it holds is
 * free. Money that comes for it nevertheless is owed back.
 */
export async function voidUnpaidOrder(
  tx: Db,
  order: OrderRow,
  { now, ...by }: { actor: 'admin' | 'shopper'; reason: string; now?: Date },
): Promise<void> {
  if (order.status === 'cancelled') return
  await tx
    .update(payments)
    .set(cancelledPaymentValues(now))
    .where(and(eq(payments.orderId, order.id), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
  await cancelUnpaidOrder(tx, order, by)
}

/** A payment that ends before its window is over: from then on it has held nothing. */
export function cancelledPaymentValues(now?: Date) {
  const end = now ? sql`${now}::timestamptz` : sql`now()`
  const expiresAt = sql`greatest(${payments.createdAt}, least(${payments.expiresAt}, ${end}))`
  return { status: 'cancelled' as const, expiresAt }
}

/** Whether somebody may be paying an order (which is locked) right now, or a person is looking at money that came for it. */
export async function hasPaymentInProgress(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const running = and(inArray(payments.status, [...OPEN_PAYMENT_STATUSES]), gt(payments.expiresAt, now))
  const found = await tx.$count(
    payments,
    and(eq(payments.orderId, orderId), or(running, eq(payments.status, 'review'))),
  )
  return found > 0
}
