import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { ordersOfNobody } from '#src/features/orders/order-customers.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { moneyReceived } from './ledger.table.server.ts'
import { payments, refundsDue } from './payments.table.server.ts'

/**
 * Removes the UPI id from the payments of orders that know nobody any more, also where money came after that. What the
 * shop keeps for ever (payment_events, money_received) holds none in full.
 */
export async function forgetPayers(db: Db): Promise<void> {
  await db
    .update(payments)
    .set({ customerVpa: null })
    .where(and(isNotNull(payments.customerVpa), inArray(payments.orderId, ordersOfNobody(db))))
}

/** By what the messages about the money of these orders name it: payments, refunds, and the bank's numbers. */
export async function moneyNamesOf(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .select({
      payment: payments.id,
      received: moneyReceived.upiTxnId,
      refund: refundsDue.id,
      sent: refundsDue.upiTxnId,
    })
    .from(payments)
    .leftJoin(moneyReceived, eq(moneyReceived.paymentId, payments.id))
    .leftJoin(refundsDue, eq(refundsDue.paymentId, payments.id))
    .where(inArray(payments.orderId, [...orderIds]))
  return [...new Set(rows.flatMap((row) => Object.values(row).filter((name) => name !== null)))]
}
