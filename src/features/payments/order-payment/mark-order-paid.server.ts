import { and, eq, inArray, ne } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { mailAdmins } from '#src/features/auth/admins/mail-admins.server.ts'
import { issueInvoice } from '#src/features/invoices/issue-invoice.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { queueOrderEmail } from '#src/features/orders/messages/notify-customer.server.ts'
import { loadOrderEmailData, type OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import { confirmPaid, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { PaymentRow } from '#src/features/payments/lock-payment.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { newOrderMail, orderPaidMail, orderPaidSms } from '#src/features/payments/payments.messages.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

type PayingMoney = { upiTxnId: string; paidAt: Date; vpa?: string | null }
/** Hooks that run in the transaction in which an order is paid. */
export type OnOrderPaid = (tx: Db, order: OrderRow) => Promise<void>

type Paying = {
  payment: PaymentRow
  order: OrderRow
  money: PayingMoney
  late: boolean
  onPaid?: OnOrderPaid
  now: Date
}

/**
 * Marks a locked order as paid, commits its stock and promo code, and issues the invoice. Changes nothing and returns
 * the reason when something is gone.
 */
export async function markOrderPaid(
  tx: Db,
  { payment, order, money, late, onPaid, now }: Paying,
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
  await onPaid?.(tx, order)
  const emailData = await loadOrderEmailData(tx, { ...order, paidAt: money.paidAt })
  // The invoice series is the last lock; only messages follow.
  const invoice = await issueInvoice(tx, { order, paidAt: money.paidAt, now })
  if (!order.isSample) await notifyPaid(tx, { order, emailData, invoice })
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

type Invoice = NonNullable<Awaited<ReturnType<typeof issueInvoice>>>

async function notifyPaid(
  tx: Db,
  paid: { order: OrderRow; emailData: OrderEmailData; invoice: Invoice | undefined },
): Promise<void> {
  const { order, emailData, invoice } = paid
  await queueOrderEmail(tx, order, {
    ...orderPaidMail(emailData, invoice && paidInvoice(order, invoice)),
    idempotencyKey: `order-paid:${order.id}:email`,
  })
  await queueMessage(tx, {
    channel: 'sms',
    to: order.customerPhone,
    ...orderPaidSms(emailData),
    idempotencyKey: `order-paid:${order.id}:sms`,
  })
  const link = absoluteUrl(`/admin?q=${encodeURIComponent(order.reference)}`)
  await mailAdmins(tx, { ...newOrderMail(emailData, link), idempotencyKey: `new-order:${order.id}` })
}

function paidInvoice(order: OrderRow, { number, kind, cgstPaise, sgstPaise, igstPaise }: Invoice) {
  const taxes = [
    ['CGST', cgstPaise],
    ['SGST', sgstPaise],
    ['IGST', igstPaise],
  ] as const
  const tax =
    kind === 'tax-invoice'
      ? taxes.flatMap(([name, amount]) => (amount > 0 ? [[name, paise(amount)] as const] : []))
      : []
  return { number, link: absoluteUrl(`/api/orders/${order.id}/invoice`), tax }
}

export const LATE_REASONS = {
  'sold-out': 'The stock was sold before the money arrived',
  'promo-gone': 'The promo code was used up before the money arrived',
}
