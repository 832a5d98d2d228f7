import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/platform/database.server.ts'
import { OPEN_PAYMENT_STATUSES } from './payments.rules.ts'
import { payments, refundsDue } from './payments.table.server.ts'

/** An order (which is locked) is cancelled: its open payment ends, and money that is there has to go back. */
export async function onOrderCancelled(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
  const paid = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'success')))
  for (const payment of paid)
    await tx
      .insert(refundsDue)
      .values({
        paymentId: payment.id,
        provider: payment.provider,
        upiTxnId: payment.upiTxnId ?? payment.clientTxnId,
        amountPaise: payment.amountPaise,
        reason: 'order-cancelled',
      })
      .onConflictDoNothing()
}
