import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { addPaise, paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OrderParcel, OrderPayment } from '#src/features/orders/orders.contract.ts'
import { payingOrderId } from '#src/features/orders/orders.server.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { MANUAL_UPI } from '#src/features/payments/manual-upi/utr.ts'
import { isOpenPayment, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import type { RefundState } from '#src/features/payments/refunds/refund-state-machine.ts'

/** The payment of an order. The refund due is that of this parcel, if it is one of several. */
export async function findOrderPayment(db: Db, order: PaidOrder): Promise<OrderPayment | null> {
  const orderId = payingOrderId(order)
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
        order.groupId === null ? undefined : eq(refunds.orderId, order.id),
        inArray(refunds.state, OWED),
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

const OWED: RefundState[] = ['due', 'requested', 'pending']

export async function sumOrderRefunds(db: Db, orderIds: string[]): Promise<Map<string, OrderParcel['refund']>> {
  const { orderId, amountPaise, state, reason } = refunds
  const sumOf = (states: RefundState[]) =>
    sql`coalesce(sum(${amountPaise}) filter (where ${inArray(state, states)}), 0)`.mapWith(Number)
  const rows = await db
    .select({ orderId, due: sumOf(OWED), done: sumOf(['processed']) })
    .from(refunds)
    .where(and(inArray(orderId, orderIds), inArray(reason, ['order-cancelled', 'admin'])))
    .groupBy(orderId)
  return new Map(
    rows.map(({ orderId, due, done }) => [orderId, { due: rupees(paise(due)), done: rupees(paise(done)) }]),
  )
}

type PaidOrder = { id: string; groupId: string | null }

type PendingUtr = Awaited<ReturnType<typeof findPendingUtr>>

function manualPaymentOf(
  { id, provider, status }: typeof payments.$inferSelect,
  pending: PendingUtr,
): OrderPayment['byHand'] {
  if (pending) return { transactionId: pending.paymentId, utr: pending.utr }
  const mayBePaid = isOpenPayment(status) || status === 'expired'
  return provider === MANUAL_UPI && mayBePaid ? { transactionId: id, utr: null } : null
}
