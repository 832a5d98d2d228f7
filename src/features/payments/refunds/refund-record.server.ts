import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { formatAmount, type Paise, paise, rupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { decreaseRefundedTotal, increaseRefundedTotal } from '#src/features/payments/ledger/ledger.server.ts'
import { refundEvents } from '#src/features/payments/ledger/ledger.table.server.ts'
import { lockPayment } from '#src/features/payments/payment-record.server.ts'
import type { RefundReason } from '#src/features/payments/payment-state-machine.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { isCountedRefund, type RefundSpeed, type RefundState } from './refund-state-machine.ts'

export type RefundRow = typeof refunds.$inferSelect

export const tooMuch = (left: Paise, what: 'payment' | 'parcel' = 'payment') =>
  new DomainError('conflict', `At most ${formatAmount(rupees(left))} of this ${what} can still be refunded.`, {
    left: rupees(left),
  })

type NewRefund = {
  payment: { id: string; provider: string; orderId: string }
  /** Of one of several parcels; the order of the payment if missing. */
  orderId?: string
  upiTxnId: string
  amount: Paise
  reason: RefundReason
  /** Set when an admin decided, so that the worker sends it at once. */
  requested?: { key?: string; note: string; by: string; now: Date }
}

export async function addRefund(tx: Db, { payment, requested, ...refund }: NewRefund): Promise<RefundRow> {
  const { upiTxnId, amount, reason, orderId = payment.orderId } = refund
  if (!(await increaseRefundedTotal(tx, { paymentId: payment.id, amount }))) throw tooMuch(paise(0))
  const [row] = await tx
    .insert(refunds)
    .values({
      paymentId: payment.id,
      orderId,
      provider: payment.provider,
      upiTxnId,
      amountPaise: amount,
      reason,
      ...(requested && {
        state: 'requested',
        idempotencyKey: requested.key,
        note: requested.note,
        nextAttemptAt: requested.now,
      }),
    })
    .onConflictDoNothing({ target: refunds.idempotencyKey })
    .returning()
  // No row: another payment uses this key at the moment.
  if (!row) throw new DomainError('conflict', 'This key is already taken by another refund.')
  await tx
    .insert(refundEvents)
    .values({ refundId: row.id, state: row.state, note: requested?.note, decidedBy: requested?.by })
  return row
}

export type RefundMove = {
  refund: RefundRow
  to: RefundState
  note?: string
  by?: string
  now: Date
  nextAttemptAt?: Date | null
  providerRefundId?: string
  bankReference?: string
  speed?: RefundSpeed
  automaticAt?: Date
}

export async function moveRefund(tx: Db, { refund, to, note, by, now, ...facts }: RefundMove): Promise<RefundRow> {
  const share = { paymentId: refund.paymentId, amount: refund.amountPaise }
  if (isCountedRefund(refund.state) && !isCountedRefund(to)) await decreaseRefundedTotal(tx, share)
  if (!isCountedRefund(refund.state) && isCountedRefund(to) && !(await increaseRefundedTotal(tx, share)))
    throw tooMuch(paise(0))
  await tx.insert(refundEvents).values({ refundId: refund.id, state: to, note, decidedBy: by, createdAt: now })
  return onlyRow(
    await tx
      .update(refunds)
      .set({ state: to, nextAttemptAt: facts.nextAttemptAt ?? null, ...facts })
      .where(eq(refunds.id, refund.id))
      .returning(),
  )
}

/** Locks a refund after its order and payment. */
export async function lockRefund(tx: Db, id: string) {
  const [found] = await tx.select({ paymentId: refunds.paymentId }).from(refunds).where(eq(refunds.id, id))
  if (!found) throw new DomainError('not-found', 'Payment not found.')
  const locked = await lockPayment(tx, { id: found.paymentId })
  const refund = onlyRow(await tx.select().from(refunds).where(eq(refunds.id, id)).for('update'))
  return { ...locked, refund }
}
