import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { selectErasedOrders } from '#src/features/orders/lookup/order-customers.server.ts'
import { paymentCaptures } from '#src/features/payments/ledger/ledger.table.server.ts'
import { payments, refunds } from './payments.table.server.ts'

/** Erases UPI ids from the payments of erased orders. Events and captures never hold one in full. */
export async function erasePayerData(db: Db): Promise<void> {
  await db
    .update(payments)
    .set({ customerVpa: null })
    .where(and(isNotNull(payments.customerVpa), inArray(payments.orderId, selectErasedOrders(db))))
}

export async function listPaymentReferences(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .select({
      payment: payments.id,
      received: paymentCaptures.upiTxnId,
      refund: refunds.id,
      sent: refunds.upiTxnId,
    })
    .from(payments)
    .leftJoin(paymentCaptures, eq(paymentCaptures.paymentId, payments.id))
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(inArray(payments.orderId, [...orderIds]))
  return [...new Set(rows.flatMap((row) => Object.values(row).filter((name) => name !== null)))]
}
