import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { findCustomerOrder } from '#src/features/orders/orders.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import type { PaymentRow } from '#src/features/payments/lock-payment.server.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { isOpenPayment, toPublicStatus } from '#src/features/payments/payment-status.ts'
import type { VerifiedPayment, VerifyPayment } from '#src/features/payments/payments.contract.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { pollStatus } from './poll-gateway.server.ts'

/**
 * Verifies a customer's payment from our own state, polling the gateway when due. The browser's claim does not count.
 */
export async function verifyPayment(
  context: PaymentContext,
  userId: string,
  which: VerifyPayment,
): Promise<VerifiedPayment> {
  const payment = await findCustomerPayment(context.db, userId, which)
  const isDue = payment.nextPollAt !== null && payment.nextPollAt <= context.now()
  if (isDue && isOpenPayment(payment.status)) await pollStatus(context, [payment.id])
  const { status } = isDue ? await findCustomerPayment(context.db, userId, which) : payment
  const pending = await findPendingUtr(context.db, { payment })
  return {
    success: status === 'success',
    status: toPublicStatus(status),
    ...(pending && { submittedUtr: pending.utr, reservedUntil: pending.reservedUntil }),
  }
}

async function findCustomerPayment(
  db: Db,
  userId: string,
  { transactionId, orderId }: VerifyPayment,
): Promise<PaymentRow> {
  const order = await findCustomerOrder(db, userId, orderId)
  const [payment] = await db.select().from(payments).where(eq(payments.id, transactionId))
  if (!payment || payment.orderId !== order?.id) throw new DomainError('not-found', 'Payment not found.')
  return payment
}
