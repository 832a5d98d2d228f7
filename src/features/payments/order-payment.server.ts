import { and, desc, eq, inArray, notExists } from 'drizzle-orm'
import { addPaise, paise, rupees } from '#src/core/money.ts'
import type { OrderPayment } from '#src/features/orders/orders.contract.ts'
import type { Db } from '#src/platform/database.server.ts'
import { shownStatus } from './payments.rules.ts'
import { moneyDecisions, payments, refundsDue } from './payments.table.server.ts'

/** What the shopper of an order may know about its money: the attempt that brought it, else the latest one. */
export async function paymentOfOrder(db: Db, orderId: string): Promise<OrderPayment | null> {
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt))
  const shown = attempts.find(({ paidAt }) => paidAt) ?? attempts[0]
  if (!shown) return null
  const owed = await db
    .select({ amountPaise: refundsDue.amountPaise })
    .from(refundsDue)
    .where(
      and(
        inArray(
          refundsDue.paymentId,
          attempts.map(({ id }) => id),
        ),
        notExists(db.select().from(moneyDecisions).where(eq(moneyDecisions.refundId, refundsDue.id))),
      ),
    )
  return {
    status: shownStatus(shown.status),
    upiTxnId: shown.upiTxnId,
    paidAt: shown.paidAt?.toISOString() ?? null,
    refundDue: rupees(addPaise(...owed.map(({ amountPaise }) => paise(amountPaise)))),
  }
}
