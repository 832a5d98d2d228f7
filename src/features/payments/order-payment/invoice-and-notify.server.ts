import { and, eq, ne, sum } from 'drizzle-orm'
import { addPaise, type Paise, paise } from '#src/core/money.ts'
import { countDocuments } from '#src/core/order-tax.ts'
import type { Db } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { INVOICE_TITLES } from '#src/features/invoices/documents/printed-document.ts'
import { type InvoiceRow, issueCreditNote, issueInvoices } from '#src/features/invoices/issue-invoice.server.ts'
import { queueOrderEmail, queueOrderText } from '#src/features/orders/messages/notify-customer.server.ts'
import { loadOrderEmailData, type OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import type { OrderPaid, OrderRefunded, RefundDue } from '#src/features/orders/order-events.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import {
  newOrderMail,
  orderPaidMail,
  orderPaidSms,
  refundDoneMail,
  refundDueMail,
} from '#src/features/payments/payments.messages.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

/** Each parcel has its own invoice, because its place of supply may be another; the customer gets one email. */
export async function invoicePaidOrder(tx: Db, { order, parcels, paidAt, now }: OrderPaid): Promise<void> {
  const emailData = await loadOrderEmailData(tx, { ...order, paidAt }, parcels)
  const invoices = await issueInvoices(tx, { orders: parcels, paidAt, now })
  if (order.isSample) return
  await queueOrderEmail(tx, order, {
    ...orderPaidMail(emailData, describeInvoices(order, emailData, invoices)),
    idempotencyKey: `order-paid:${order.id}:email`,
  })
  await queueOrderText(tx, order, { ...orderPaidSms(emailData), idempotencyKey: `order-paid:${order.id}` })
  const link = absoluteUrl(`/admin?q=${encodeURIComponent(order.reference)}`)
  await alertAdmins(tx, { mail: newOrderMail(emailData, link), idempotencyKey: `new-order:${order.id}`, now })
}

function describeInvoices(order: OrderRow, { link }: OrderEmailData, invoices: readonly InvoiceRow[]) {
  const [invoice, ...others] = invoices
  if (!invoice) return undefined
  const tax = sumTaxes(invoices.filter(({ kind }) => kind === 'tax-invoice'))
  const title = INVOICE_TITLES[invoice.kind]
  if (others.length > 0) return { what: countDocuments(invoices.length, title), link, tax }
  return { what: `${title.toLowerCase()} ${invoice.number}`, link: absoluteUrl(`/api/orders/${order.id}/invoice`), tax }
}

const TAXES = [
  ['CGST', 'cgstPaise'],
  ['SGST', 'sgstPaise'],
  ['IGST', 'igstPaise'],
] as const

function sumTaxes(invoices: readonly InvoiceRow[]): (readonly [string, Paise])[] {
  const sums = TAXES.map(([name, of]) => [name, addPaise(...invoices.map((invoice) => paise(invoice[of])))] as const)
  return sums.filter(([, amount]) => amount > 0)
}

export async function notifyRefundDue(tx: Db, { order, amountPaise, ...refund }: RefundDue): Promise<void> {
  await queueOrderEmail(tx, order, {
    ...refundDueMail(await loadOrderEmailData(tx, order), { ...refund, amount: paise(amountPaise) }),
    idempotencyKey: `refund-due:${refund.upiTxnId}`,
  })
}

type RefundOfPieces = OrderRefunded & { pieces?: string | undefined }

/** Issues the credit note of a completed refund and notifies the customer. `pieces` are what was refunded, in words. */
export async function creditRefund(tx: Db, { order, refund, pieces, ...refunded }: RefundOfPieces): Promise<void> {
  const { id, bankReference, reason } = refund
  const { method, isInvoiced, now } = refunded
  const amount = paise(refund.amountPaise)
  const note = isInvoiced ? await issueCreditNote(tx, { orderId: order.id, refundId: id, amount, now }) : undefined
  const creditNote = note && {
    what: `credit note ${note.number}`,
    link: absoluteUrl(`/api/orders/${order.id}/credit-notes/${note.id}`),
  }
  await queueOrderEmail(tx, order, {
    ...refundDoneMail(await loadOrderEmailData(tx, order), {
      ...{ amount, pieces, reason, bankReference, way: method, creditNote },
      paid: isInvoiced ? await sumRefunded(tx, order, refund) : undefined,
    }),
    idempotencyKey: `refund-done:${id}`,
  })
}

async function sumRefunded(tx: Db, { id, totalPaise }: OrderRow, { upiTxnId }: OrderRefunded['refund']) {
  const [row] = await tx
    .select({ total: sum(refunds.amountPaise) })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, id),
        eq(refunds.upiTxnId, upiTxnId),
        eq(refunds.state, 'processed'),
        ne(refunds.reason, 'overpayment'),
      ),
    )
  return { amount: paise(totalPaise), refundedInAll: paise(Number(row?.total ?? 0)) }
}
