import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
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
  const ids = [...orderIds]
  const received = await db
    .select({ payment: payments.id, upiTxnId: paymentCaptures.upiTxnId })
    .from(payments)
    .leftJoin(paymentCaptures, eq(paymentCaptures.paymentId, payments.id))
    .where(inArray(payments.orderId, ids))
  const refunded = await db
    .select({ refund: refunds.id, upiTxnId: refunds.upiTxnId, paidBy: payments.orderId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(or(inArray(payments.orderId, ids), inArray(refunds.orderId, ids)))
  return [
    ...new Set([
      ...received.flatMap(({ payment, upiTxnId }) => [payment, ...(upiTxnId ? [upiTxnId] : [])]),
      // The money of a parcel also paid others, which may be under way.
      ...refunded.flatMap(({ refund, upiTxnId, paidBy }) => (ids.includes(paidBy) ? [refund, upiTxnId] : [refund])),
    ]),
  ]
}
