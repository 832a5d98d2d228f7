import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { cancelUnpaidOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'

/** Voids a locked unpaid order so that another can replace it; money that still arrives is refunded. */
export async function voidUnpaidOrder(
  tx: Db,
  order: OrderRow,
  { now, ...by }: { actor: 'admin' | 'customer'; reason: string; now?: Date },
): Promise<void> {
  if (order.status === 'cancelled') return
  await tx
    .update(payments)
    .set(cancelledPaymentValues(now))
    .where(and(eq(payments.orderId, order.id), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
  await cancelUnpaidOrder(tx, order, by)
}

/** Ends the reservation before its deadline. */
export function cancelledPaymentValues(now?: Date) {
  const end = now ? sql`${now}::timestamptz` : sql`now()`
  const expiresAt = sql`greatest(${payments.createdAt}, least(${payments.expiresAt}, ${end}))`
  return { status: 'cancelled' as const, expiresAt }
}

/** Whether a payment of a locked order may be in progress or its money is under review. */
export async function hasPaymentInProgress(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const running = and(inArray(payments.status, [...OPEN_PAYMENT_STATUSES]), gt(payments.expiresAt, now))
  const found = await tx.$count(
    payments,
    and(eq(payments.orderId, orderId), or(running, eq(payments.status, 'review'))),
  )
  return found > 0
}
