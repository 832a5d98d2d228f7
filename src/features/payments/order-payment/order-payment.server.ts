import { and, desc, eq, inArray } from 'drizzle-orm'
import { addPaise, paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OrderPayment } from '#src/features/orders/orders.contract.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { MANUAL_UPI } from '#src/features/payments/manual-upi/utr.ts'
import { isOpenPayment, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'

export async function findOrderPayment(db: Db, orderId: string): Promise<OrderPayment | null> {
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt))
  const shown = attempts.find(({ paidAt }) => paidAt) ?? attempts[0]
  if (!shown) return null
  const owed = await db
    .select({ amountPaise: refunds.amountPaise })
    .from(refunds)
    .where(
      and(
        inArray(
          refunds.paymentId,
          attempts.map(({ id }) => id),
        ),
        inArray(refunds.state, ['due', 'requested', 'pending']),
      ),
    )
  const pending = await findPendingUtr(db, { orderId })
  return {
    status: toPublicStatus(shown.status),
    upiTxnId: shown.upiTxnId,
    paidAt: shown.paidAt?.toISOString() ?? null,
    byHand: manualPaymentOf(shown, pending),
    refundDue: rupees(addPaise(...owed.map(({ amountPaise }) => paise(amountPaise)))),
  }
}

type PendingUtr = Awaited<ReturnType<typeof findPendingUtr>>

function manualPaymentOf(
  { id, provider, status }: typeof payments.$inferSelect,
  pending: PendingUtr,
): OrderPayment['byHand'] {
  if (pending) return { transactionId: pending.paymentId, utr: pending.utr }
  const mayBePaid = isOpenPayment(status) || status === 'expired'
  return provider === MANUAL_UPI && mayBePaid ? { transactionId: id, utr: null } : null
}
