import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { type OrderEvents, runHooks } from '#src/features/orders/order-events.server.ts'
import { confirmPaid, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { PaymentRow } from '#src/features/payments/lock-payment.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'

type PayingMoney = { upiTxnId: string; paidAt: Date; vpa?: string | null }

type Paying = {
  payment: PaymentRow
  order: OrderRow
  money: PayingMoney
  late: boolean
  events: OrderEvents
  now: Date
}

/**
 * Marks a locked order as paid, commits its stock and promo code, and runs the hooks. Changes nothing and returns
 * the reason when something is gone.
 */
export async function markOrderPaid(
  tx: Db,
  { payment, order, money, late, events, now }: Paying,
): Promise<'paid' | 'sold-out' | 'promo-gone'> {
  const settled = await confirmPaid(tx, order, money.paidAt)
  if (settled !== 'paid') return settled
  await cancelOtherAttempts(tx, payment)
  await tx
    .update(payments)
    .set({
      status: 'success',
      upiTxnId: money.upiTxnId,
      paidAt: money.paidAt,
      customerVpa: money.vpa ?? null,
      late,
      remark: late ? 'Paid after the deadline' : null,
      nextPollAt: null,
    })
    .where(eq(payments.id, payment.id))
  await runHooks(events.paid, tx, { order, paidAt: money.paidAt, now })
  return 'paid'
}

async function cancelOtherAttempts(tx: Db, payment: PaymentRow): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(
      and(
        eq(payments.orderId, payment.orderId),
        ne(payments.id, payment.id),
        inArray(payments.status, [...OPEN_PAYMENT_STATUSES]),
      ),
    )
}

export const LATE_REASONS = {
  'sold-out': 'The stock was sold before the money arrived',
  'promo-gone': 'The promo code was used up before the money arrived',
}
