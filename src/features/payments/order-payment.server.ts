import { and, desc, eq, inArray } from 'drizzle-orm'
import { addPaise, paise, rupees } from '#src/core/money.ts'
import type { OrderPayment } from '#src/features/orders/orders.contract.ts'
import type { Db } from '#src/platform/database.server.ts'
import { MANUAL_UPI } from './manual-upi.rules.ts'
import { waitingUtrOf } from './manual-waiting.server.ts'
import { isOpenPayment, shownStatus } from './payments.rules.ts'
import { payments, refundsDue } from './payments.table.server.ts'

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
        inArray(refundsDue.state, ['due', 'requested', 'pending']),
      ),
    )
  const told = await waitingUtrOf(db, { orderId })
  return {
    status: shownStatus(shown.status),
    upiTxnId: shown.upiTxnId,
    paidAt: shown.paidAt?.toISOString() ?? null,
    byHand: byHandOf(shown, told),
    refundDue: rupees(addPaise(...owed.map(({ amountPaise }) => paise(amountPaise)))),
  }
}

type Told = Awaited<ReturnType<typeof waitingUtrOf>>

/** What its shopper may still tell us of a payment that only the maker can see. */
function byHandOf({ id, provider, status }: typeof payments.$inferSelect, told: Told): OrderPayment['byHand'] {
  if (told) return { transactionId: told.paymentId, utr: told.utr }
  const mayBePaid = isOpenPayment(status) || status === 'expired'
  return provider === MANUAL_UPI && mayBePaid ? { transactionId: id, utr: null } : null
}
