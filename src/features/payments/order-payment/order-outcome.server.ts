import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { renewDeliveryPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { type OrderEvents, runHooks } from '#src/features/orders/order-events.server.ts'
import {
  cancelUnpaidOrder,
  confirmPaid,
  lockParcels,
  type OrderRow,
  payingOrderId,
} from '#src/features/orders/orders.server.ts'
import { issuePickupCode } from '#src/features/orders/pickup/pickup.server.ts'
import { sumPaidRefundable } from '#src/features/payments/ledger/ledger.server.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { addRefund } from '#src/features/payments/refunds/refund-record.server.ts'

type PayingMoney = { upiTxnId: string; paidAt: Date; vpa?: string | null }

type MarkOrderPaidInput = {
  payment: PaymentRow
  order: OrderRow
  money: PayingMoney
  late: boolean
  events: OrderEvents
  now: Date
}

/** Marks a locked order as paid and runs the hooks. Sells nothing if stock or code is gone, and returns which. */
export async function markOrderPaid(
  tx: Db,
  { payment, order: unpaid, money, late, events, now }: MarkOrderPaidInput,
): Promise<'paid' | 'sold-out' | 'promo-gone'> {
  const parcels: OrderRow[] = []
  for (const parcel of await lockParcels(tx, unpaid)) {
    const hasLostItsDay = late || (parcel.shipOn !== null && parcel.shipOn < shopDay(now))
    const renewal = { now, heldUntil: now, isPaid: true }
    parcels.push(hasLostItsDay ? await renewDeliveryPromise(tx, parcel, renewal) : parcel)
  }
  const settled = await confirmPaid(tx, unpaid, money.paidAt)
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
  const [order = unpaid, ...others] = parcels
  const first = await issuePickupCode(tx, order)
  await runHooks(events.paid, tx, { order: first, parcels: [first, ...others], paidAt: money.paidAt, now })
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
    .where(and(eq(payments.orderId, payingOrderId(order)), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
  await cancelUnpaidOrder(tx, order, by)
}

export function cancelledPaymentValues(now?: Date) {
  const end = now ? sql`${now}::timestamptz` : sql`now()`
  const expiresAt = sql`greatest(${payments.createdAt}, least(${payments.expiresAt}, ${end}))`
  return { status: 'cancelled' as const, expiresAt }
}

export async function hasPaymentInProgress(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const running = and(inArray(payments.status, [...OPEN_PAYMENT_STATUSES]), gt(payments.expiresAt, now))
  const found = await tx.$count(
    payments,
    and(eq(payments.orderId, orderId), or(running, eq(payments.status, 'review'))),
  )
  return found > 0
}

type CancelledOrder = Pick<OrderRow, 'id' | 'groupId' | 'totalPaise'>

/**
 * Closes the open payment of a cancelled (locked) order and refunds what is left of its money: of one of several
 * parcels, what is left of its own total. Returns the amount.
 */
export async function cancelOrderPayment(tx: Db, order: CancelledOrder): Promise<Paise> {
  const orderId = payingOrderId(order)
  await tx
    .update(payments)
    .set(cancelledPaymentValues())
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
  const paid = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'success')))
    .for('update')
  let refunded = 0
  for (const payment of paid) {
    const amount = await sumPaidRefundable(tx, { payment, order })
    const { upiTxnId } = payment
    if (amount <= 0 || !upiTxnId) continue
    await addRefund(tx, { payment, orderId: order.id, upiTxnId, amount, reason: 'order-cancelled' })
    refunded += amount
  }
  return paise(refunded)
}
