import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { addPaise, paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OrderParcel, OrderPayment } from '#src/features/orders/orders.contract.ts'
import { payingOrderId } from '#src/features/orders/orders.server.ts'
import { paymentCaptures, refundEvents } from '#src/features/payments/ledger/ledger.table.server.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { MANUAL_UPI } from '#src/features/payments/manual-upi/utr.ts'
import { LATEST_FIRST } from '#src/features/payments/payment-record.server.ts'
import { isOpenPayment, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { REASON_TEXTS } from '#src/features/payments/payments.messages.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import type { RefundState } from '#src/features/payments/refunds/refund-state-machine.ts'

/** The payment of an order. The refunds are those of this parcel, if it is one of several. */
export async function findOrderPayment(db: Db, order: PaidOrder): Promise<OrderPayment | null> {
  const orderId = payingOrderId(order)
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(...LATEST_FIRST)
  const shown = attempts.find(({ paidAt }) => paidAt) ?? attempts[0]
  if (!shown) return null
  const ids = attempts.map(({ id }) => id)
  const ofParcel = order.groupId === null ? undefined : eq(refunds.orderId, order.id)
  const returned = await listRefunds(db, and(inArray(refunds.paymentId, ids), ofParcel))
  const processed = returned.filter(({ state }) => state === 'processed')
  const pending = await findPendingUtr(db, { orderId })
  return {
    status: toPublicStatus(shown.status),
    upiTxnId: shown.upiTxnId,
    paidAt: shown.paidAt?.toISOString() ?? null,
    byHand: manualPaymentOf(shown, pending),
    unused: listUnused(returned, shown),
    refundDue: sumRupees(returned.filter(({ state }) => OWED.includes(state))),
    refunded: sumRupees(processed),
    refunds: [...Map.groupBy(processed, ({ at }) => at?.toISOString())].flatMap(([at, alike]) =>
      at ? [{ at, amount: sumRupees(alike) }] : [],
    ),
  }
}

const OWED: RefundState[] = ['due', 'requested', 'pending']

const sumRupees = (amounts: readonly { amountPaise: number }[]) =>
  rupees(addPaise(...amounts.map(({ amountPaise }) => paise(amountPaise))))

/** `at` is when it was processed, if it was; `money` is the capture that it returns. */
function listRefunds(db: Db, which: SQL | undefined) {
  const processing = and(eq(refundEvents.refundId, refunds.id), eq(refundEvents.state, 'processed'))
  const { provider, upiTxnId, amountPaise, paidAt } = paymentCaptures
  return db
    .select({
      amountPaise: refunds.amountPaise,
      state: refunds.state,
      reason: refunds.reason,
      at: refundEvents.createdAt,
      money: { upiTxnId, amountPaise, paidAt },
    })
    .from(refunds)
    .leftJoin(refundEvents, processing)
    .leftJoin(paymentCaptures, and(eq(provider, refunds.provider), eq(upiTxnId, refunds.upiTxnId)))
    .where(which)
    .orderBy(refundEvents.createdAt)
}

type Returned = Awaited<ReturnType<typeof listRefunds>>

/** Money that came, but not for this order as it stood: late, twice, or another amount. */
function listUnused(returned: Returned, paying: { upiTxnId: string | null }): OrderPayment['unused'] {
  const found = returned.flatMap(({ money, reason, state }) => {
    const why = REASON_TEXTS[reason]
    if (!money || !why || state === 'waived' || money.upiTxnId === paying.upiTxnId) return []
    return [{ at: money.paidAt.toISOString(), amount: rupees(paise(money.amountPaise)), why }]
  })
  return found.toSorted((one, other) => one.at.localeCompare(other.at))
}

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
