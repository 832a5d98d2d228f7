import { and, eq, inArray, ne, sql, sum } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import type { GatewayStatus } from '#src/features/payments/payment-state-machine.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { COUNTED_REFUND_STATES } from '#src/features/payments/refunds/refund-state-machine.ts'
import { paymentCaptures } from './ledger.table.server.ts'

type Money = Extract<GatewayStatus, { kind: 'success' }>

export async function recordCapture(tx: Db, { id, provider }: PaymentRow, money: Money): Promise<void> {
  await tx.insert(paymentCaptures).values({
    paymentId: id,
    provider,
    upiTxnId: money.upiTxnId,
    amountPaise: money.amount,
    currency: money.currency,
    paidAt: money.paidAt,
  })
  await tx
    .update(payments)
    .set({ receivedPaise: sql`${payments.receivedPaise} + ${money.amount}` })
    .where(eq(payments.id, id))
}

export async function findCaptureOwner(tx: Db, provider: string, upiTxnId: string): Promise<string | undefined> {
  const [money] = await tx
    .select({ paymentId: paymentCaptures.paymentId })
    .from(paymentCaptures)
    .where(and(eq(paymentCaptures.provider, provider), eq(paymentCaptures.upiTxnId, upiTxnId)))
  return money?.paymentId
}

/** Lists the refundable balance of each capture, the one that paid first. */
export async function listRefundableBalances(
  tx: Db,
  payment: PaymentRow,
): Promise<{ upiTxnId: string; left: Paise }[]> {
  // Qualified by hand: Drizzle omits table names in single-table selects.
  const goingBack = sql<string>`coalesce((select sum(r.amount_paise) from ${refunds} r
    where r.provider = ${paymentCaptures}.provider and r.upi_txn_id = ${paymentCaptures}.upi_txn_id
      and r.state in ${[...COUNTED_REFUND_STATES]}), 0)`
  const pieces = await tx
    .select({ upiTxnId: paymentCaptures.upiTxnId, amountPaise: paymentCaptures.amountPaise, goingBack })
    .from(paymentCaptures)
    .where(eq(paymentCaptures.paymentId, payment.id))
    .orderBy(sql`${paymentCaptures.upiTxnId} = ${payment.upiTxnId ?? ''} desc`, paymentCaptures.receivedAt)
  return pieces.map(({ upiTxnId, amountPaise, goingBack }) => ({
    upiTxnId,
    left: paise(amountPaise - Number(goingBack)),
  }))
}

type RefundedOrder = { id: string; groupId: string | null; totalPaise: number }

/** What can still be refunded of an order: of a parcel of a group its own total less its refunds, else any amount. */
export async function sumRefundable(
  tx: Db,
  { payment, order }: { payment: PaymentRow; order: RefundedOrder },
): Promise<number> {
  if (order.groupId === null) return Number.MAX_SAFE_INTEGER
  return order.totalPaise - ((await sumRefundsOf(tx, payment, [order])).get(order.id) ?? 0)
}

/** What can still be refunded of the capture that paid an order; of one of several parcels up to its own total. */
export async function sumPaidRefundable(
  tx: Db,
  { payment, order }: { payment: PaymentRow; order: RefundedOrder },
): Promise<Paise> {
  const captures = await listRefundableBalances(tx, payment)
  const left = captures.find(({ upiTxnId }) => upiTxnId === payment.upiTxnId)?.left ?? 0
  return paise(Math.max(0, Math.min(left, await sumRefundable(tx, { payment, order }))))
}

async function sumRefundsOf(tx: Db, payment: PaymentRow, of: readonly RefundedOrder[]): Promise<Map<string, number>> {
  const { orderId, amountPaise } = refunds
  const ids = of.map(({ id }) => id)
  const rows = await tx
    .select({ orderId, total: sum(amountPaise) })
    .from(refunds)
    .where(
      and(
        inArray(orderId, ids),
        eq(refunds.upiTxnId, payment.upiTxnId ?? ''),
        ne(refunds.reason, 'overpayment'),
        inArray(refunds.state, [...COUNTED_REFUND_STATES]),
      ),
    )
    .groupBy(orderId)
  return new Map(rows.map(({ orderId, total }) => [orderId, Number(total)]))
}

export async function listRefundableOfParcels(
  tx: Db,
  payment: PaymentRow,
  parcels: readonly RefundedOrder[],
): Promise<Map<string, Paise>> {
  const captures = await listRefundableBalances(tx, payment)
  const left = captures.find(({ upiTxnId }) => upiTxnId === payment.upiTxnId)?.left ?? 0
  const refunded = await sumRefundsOf(tx, payment, parcels)
  return new Map(
    parcels.map(({ id, totalPaise }) => [id, paise(Math.max(0, Math.min(left, totalPaise - (refunded.get(id) ?? 0))))]),
  )
}

type Share = { paymentId: string; amount: number }

/** Adds to the refunded total if enough is left; false otherwise. */
export async function increaseRefundedTotal(tx: Db, { paymentId, amount }: Share): Promise<boolean> {
  const counted = await tx
    .update(payments)
    .set({ refundedPaise: sql`${payments.refundedPaise} + ${amount}` })
    .where(and(eq(payments.id, paymentId), sql`${payments.refundedPaise} + ${amount} <= ${payments.receivedPaise}`))
    .returning({ id: payments.id })
  return counted.length === 1
}

/** Subtracts a refund that failed or was waived. */
export async function decreaseRefundedTotal(tx: Db, { paymentId, amount }: Share): Promise<void> {
  await tx
    .update(payments)
    .set({ refundedPaise: sql`${payments.refundedPaise} - ${amount}` })
    .where(eq(payments.id, paymentId))
}
