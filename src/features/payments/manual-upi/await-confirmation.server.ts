import { and, desc, eq, isNull } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { PAYMENT_WINDOW_MINUTES } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { extendReservation } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { extendDispatchDay } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { submittedUtrs } from './manual-upi.table.server.ts'
import { confirmationWindowMinutes, MANUAL_UPI } from './utr.ts'

type Payment = Pick<typeof payments.$inferSelect, 'id' | 'orderId' | 'createdAt' | 'byFirstTimeCustomer'>

export function getPaymentWindowEnd({ createdAt }: Pick<Payment, 'createdAt'>): Date {
  return addMinutes(createdAt, PAYMENT_WINDOW_MINUTES)
}

/** Extends the reservation from the start of the payment, however often the UTR is corrected. */
export async function awaitConfirmation(tx: Db, payment: Payment): Promise<void> {
  const expiresAt = addMinutes(payment.createdAt, confirmationWindowMinutes(payment))
  await change(tx, payment, { status: 'awaiting_confirmation', expiresAt, nextPollAt: null })
}

/** Reopens a payment that was not found while there is time to pay. */
export async function reopenPayment(tx: Db, payment: Payment): Promise<void> {
  await change(tx, payment, { status: 'pending', expiresAt: getPaymentWindowEnd(payment) })
}

async function change(
  tx: Db,
  { id, orderId }: Payment,
  to: Partial<typeof payments.$inferSelect> & { expiresAt: Date },
) {
  await tx.update(payments).set(to).where(eq(payments.id, id))
  await extendReservation(tx, { ownerId: orderId, expiresAt: to.expiresAt })
  await extendDispatchDay(tx, orderId, to.expiresAt)
}

/** Finds the UTR that waits for confirmation and its reservation deadline. */
export async function findPendingUtr(
  db: Db,
  of: { orderId: string } | { payment: { id: string; provider: string } },
): Promise<{ utr: string; paymentId: string; reservedUntil: string | null } | undefined> {
  if ('payment' in of && of.payment.provider !== MANUAL_UPI) return undefined
  const [submitted] = await db
    .select({ utr: submittedUtrs.utr, payment: payments })
    .from(submittedUtrs)
    .innerJoin(payments, eq(payments.id, submittedUtrs.paymentId))
    .where(
      and(
        'orderId' in of ? eq(payments.orderId, of.orderId) : eq(payments.id, of.payment.id),
        isNull(submittedUtrs.resolvedAt),
      ),
    )
    .orderBy(desc(submittedUtrs.submittedAt))
    .limit(1)
  return (
    submitted && {
      utr: submitted.utr,
      paymentId: submitted.payment.id,
      reservedUntil: reservedUntil(submitted.payment),
    }
  )
}

/** The reservation deadline while a payment awaits confirmation; null when the stock is released. */
export function reservedUntil({ status, expiresAt }: Pick<typeof payments.$inferSelect, 'status' | 'expiresAt'>) {
  return status === 'awaiting_confirmation' ? expiresAt.toISOString() : null
}
