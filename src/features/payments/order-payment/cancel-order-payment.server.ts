import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { listRefundableBalances } from '#src/features/payments/ledger/ledger.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { addRefund } from '#src/features/payments/refunds/refund-record.server.ts'
import { cancelledPaymentValues } from './void-unpaid-order.server.ts'

/** Closes the open payment of a cancelled (locked) order and refunds what is left of its money. */
export async function cancelOrderPayment(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(payments)
    .set(cancelledPaymentValues())
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
  const paid = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'success')))
    .for('update')
  for (const payment of paid) {
    const [own] = (await listRefundableBalances(tx, payment)).filter(({ upiTxnId }) => upiTxnId === payment.upiTxnId)
    if (own && own.left > 0)
      await addRefund(tx, { payment, upiTxnId: own.upiTxnId, amount: own.left, reason: 'order-cancelled' })
  }
}
