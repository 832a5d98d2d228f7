import { and, eq, type SQL, sum } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { issueCreditNote } from '#src/features/invoices/issue-invoice.server.ts'
import { queueOrderEmail } from '#src/features/orders/messages/notify-customer.server.ts'
import { loadOrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { paymentCaptures } from '#src/features/payments/ledger/ledger.table.server.ts'
import type { PaymentRow } from '#src/features/payments/lock-payment.server.ts'
import { type RefundMethod, refundDoneMail } from '#src/features/payments/payments.messages.ts'
import { payments, refunds, unmatchedResolutions } from '#src/features/payments/payments.table.server.ts'
import type { RefundRow } from './request-refund.server.ts'

type CompletedRefund = { order: OrderRow; payment: PaymentRow; refund: RefundRow; now: Date }

/** Applies a completed refund to its (locked) payment and tells the customer. */
export async function onRefunded(tx: Db, { order, payment, refund, now }: CompletedRefund): Promise<void> {
  const isItsMoney = refund.upiTxnId === payment.upiTxnId
  if (payment.status === 'success' && isItsMoney) await markRefundedIfComplete(tx, payment)
  if (payment.status === 'review') await closeReviewIfComplete(tx, payment)
  await notifyRefunded(tx, order, refund)
  // Last, because the credit-note series is the last lock. Money above the price was never invoiced.
  if (isItsMoney && refund.reason !== 'overpayment')
    await issueCreditNote(tx, { orderId: order.id, refundId: refund.id, amount: paise(refund.amountPaise), now })
}

async function markRefundedIfComplete(tx: Db, payment: PaymentRow): Promise<void> {
  const upiTxnId = payment.upiTxnId ?? ''
  const paidBy = and(eq(paymentCaptures.provider, payment.provider), eq(paymentCaptures.upiTxnId, upiTxnId))
  const { amountPaise } = onlyRow(await tx.select().from(paymentCaptures).where(paidBy))
  if ((await sumProcessed(tx, payment, eq(refunds.upiTxnId, upiTxnId))) >= amountPaise)
    await tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id))
}

/** Closes a review when all unusable money was refunded, so that the order can be paid again. */
async function closeReviewIfComplete(tx: Db, payment: PaymentRow): Promise<void> {
  if ((await sumProcessed(tx, payment)) >= payment.receivedPaise)
    await tx
      .update(payments)
      .set({ status: 'cancelled', remark: `${payment.remark ?? 'The money could not be used'}. It was refunded.` })
      .where(eq(payments.id, payment.id))
}

async function sumProcessed(tx: Db, payment: PaymentRow, which?: SQL): Promise<number> {
  const [row] = await tx
    .select({ total: sum(refunds.amountPaise) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.state, 'processed'), which))
  return Number(row?.total ?? 0)
}

async function notifyRefunded(tx: Db, order: OrderRow, refund: RefundRow): Promise<void> {
  const isByHand = (await tx.$count(unmatchedResolutions, eq(unmatchedResolutions.refundId, refund.id))) > 0
  await queueOrderEmail(tx, order, {
    ...refundDoneMail(await loadOrderEmailData(tx, order), {
      amount: paise(refund.amountPaise),
      bankReference: refund.bankReference,
      way: methodOf(refund, isByHand),
    }),
    idempotencyKey: `refund-done:${refund.id}`,
  })
}

function methodOf({ speed }: RefundRow, isByHand: boolean): RefundMethod {
  return isByHand ? 'by-hand' : (speed ?? 'normal')
}
