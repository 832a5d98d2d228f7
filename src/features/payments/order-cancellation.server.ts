import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/platform/database.server.ts'
import { moneyLeft } from './ledger.server.ts'
import { OPEN_PAYMENT_STATUSES } from './payments.rules.ts'
import { payments } from './payments.table.server.ts'
import { addRefund } from './refunds.server.ts'
import { cancelledAt } from './withdrawal.server.ts'

/** An order (which is locked) is cancelled: its open payment ends, and what is left of its money has to go back. */
export async function onOrderCancelled(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(payments)
    .set(cancelledAt())
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
  const paid = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'success')))
    .for('update')
  for (const payment of paid) {
    const [own] = (await moneyLeft(tx, payment)).filter(({ upiTxnId }) => upiTxnId === payment.upiTxnId)
    if (own && own.left > 0)
      await addRefund(tx, { payment, upiTxnId: own.upiTxnId, amount: own.left, reason: 'order-cancelled' })
  }
}
