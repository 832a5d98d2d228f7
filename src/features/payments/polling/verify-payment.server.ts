import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { addMinutes, formatDayAndTime, formatTime } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { formatAmount, rupees } from '#src/core/money.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import {
  cancelUnpaidOrder,
  findCustomerOrder,
  listUnpaidOrdersBefore,
  lockOrder,
} from '#src/features/orders/orders.server.ts'
import type { RecheckResult } from '#src/features/payments/admin/admin-payments.contract.ts'
import { isCircuitOpen } from '#src/features/payments/gateways/circuit-breaker.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import type { PaymentRow } from '#src/features/payments/lock-payment.server.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { computeRecheckAt } from '#src/features/payments/payment-state-machine.ts'
import {
  isOpenPayment,
  OPEN_PAYMENT_STATUSES,
  type PaymentStatus,
  toPublicStatus,
} from '#src/features/payments/payment-status.ts'
import type { VerifiedPayment, VerifyPayment } from '#src/features/payments/payments.contract.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { closePayment } from '#src/features/payments/process-payment-event.server.ts'
import {
  applyPollResult,
  fetchGatewayStatus,
  leasePoll,
  POLL_LEASE_MINUTES,
  pollStatus,
} from './poll-gateway.server.ts'
import { runIsolated } from './run-isolated.server.ts'

/**
 * Verifies a customer's payment from our own state, polling the gateway when due. The browser's claim does not count.
 */
export async function verifyPayment(
  context: PaymentContext,
  userId: string,
  which: VerifyPayment,
): Promise<VerifiedPayment> {
  const payment = await findCustomerPayment(context.db, userId, which)
  const isDue = payment.nextPollAt !== null && payment.nextPollAt <= context.now()
  if (isDue && isOpenPayment(payment.status)) await pollStatus(context, [payment.id])
  const { status } = isDue ? await findCustomerPayment(context.db, userId, which) : payment
  const pending = await findPendingUtr(context.db, { payment })
  return {
    success: status === 'success',
    status: toPublicStatus(status),
    ...(pending && { submittedUtr: pending.utr, reservedUntil: pending.reservedUntil }),
  }
}

async function findCustomerPayment(
  db: Db,
  userId: string,
  { transactionId, orderId }: VerifyPayment,
): Promise<PaymentRow> {
  const order = await findCustomerOrder(db, userId, orderId)
  const [payment] = await db.select().from(payments).where(eq(payments.id, transactionId))
  if (!payment || payment.orderId !== order?.id) throw new DomainError('not-found', 'Payment not found.')
  return payment
}

/** Polls every payment that is due, closed ones included, for late money. */
export async function pollDuePayments(context: PaymentContext): Promise<number> {
  const due = await context.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.nextPollAt), lte(payments.nextPollAt, context.now())))
    .orderBy(asc(payments.nextPollAt))
    .limit(20)
  await pollStatus(
    context,
    due.map(({ id }) => id),
  )
  return due.length
}

/** Polls at an admin's request, within the same limits as the schedule. */
export async function recheckPayment(
  context: PaymentContext,
  { paymentId, by }: { paymentId: string; by: Actor },
): Promise<RecheckResult> {
  const { db, now } = context
  const claimed = await inTransaction(db, async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
    if (!payment) throw new DomainError('not-found', 'Payment not found.')
    rejectEarlyRecheck(payment, now())
    const count = (pollCount: number) => ({ polls: pollCount })
    await recordChange(tx, {
      by,
      entity: 'payment',
      entityId: payment.id,
      action: 'update',
      before: count(payment.pollCount),
      after: count(payment.pollCount + 1),
    })
    return leasePoll(tx, payment, now())
  })
  const answer = await fetchGatewayStatus(context, claimed.payment)
  await applyPollResult(context, claimed, answer)
  const after = onlyRow(await db.select().from(payments).where(eq(payments.id, paymentId)))
  return {
    status: toPublicStatus(after.status),
    message: describeGatewayStatus(answer),
    nextRecheckAt: computeRecheckAt(after).toISOString(),
  }
}

function rejectEarlyRecheck(payment: PaymentRow, now: Date): void {
  const nextRecheckAt = computeRecheckAt(payment)
  if (nextRecheckAt <= now) return
  const last = payment.lastPolledAt
    ? `The bank was last checked at ${formatTime(payment.lastPolledAt.toISOString())}. `
    : ''
  const when = formatDayAndTime(nextRecheckAt.toISOString())
  throw new DomainError('conflict', `${last}The bank allows the next check on ${when}.`, {
    nextRecheckAt: nextRecheckAt.toISOString(),
  })
}

function describeGatewayStatus(answer: GatewayEvent | undefined): string {
  if (!answer) return 'The bank did not answer, or does not know this payment.'
  switch (answer.status?.kind) {
    case 'success':
      return `The bank reports ${formatAmount(rupees(answer.status.amount))} paid under ${answer.status.upiTxnId}.`
    case 'failure':
      return `The bank reports that the payment failed: ${answer.status.reason ?? 'no reason given'}.`
    case 'pending':
      return 'The bank reports that this payment is not paid yet.'
    default:
      return "The bank's answer could not be read."
  }
}

/** Expires overdue payments and releases their stock, each after its last poll. Returns how many. */
export async function expireOverduePayments(context: PaymentContext): Promise<number> {
  const { db, now } = context
  await pollStatus(context, (await overduePayments(context)).filter((one) => isDue(one, now())).map(idOf))
  let closed = 0
  for (const payment of await overduePayments(context)) {
    if (isPollPending(payment, context)) continue
    await runIsolated(`The expiry of payment ${payment.clientTxnId}`, async () => {
      const status = await closePayment(db, { paymentId: payment.id, event: { type: 'expired' }, now: now() })
      if (status === 'expired') closed += 1
    })
  }
  return closed
}

const idOf = ({ id }: PaymentRow) => id

function overduePayments({ db, now }: PaymentContext): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(inArray(payments.status, [...OPEN_PAYMENT_STATUSES]), lte(payments.expiresAt, now())))
    .orderBy(asc(payments.expiresAt))
    .limit(100)
}

const isDue = ({ nextPollAt }: PaymentRow, now: Date) => nextPollAt !== null && nextPollAt <= now

function isPollPending(payment: PaymentRow, { gateway, now }: PaymentContext): boolean {
  if (isDue(payment, now())) return !isCircuitOpen(gateway, now())
  return payment.nextPollAt !== null && payment.nextPollAt <= addMinutes(now(), POLL_LEASE_MINUTES)
}

const UNPAID_ORDERS_LIVE_HOURS = 72

/** Cancels orders that are unpaid after three days, the time in which banks settle late. */
export async function cancelStaleOrders({ db, now }: PaymentContext): Promise<void> {
  const before = new Date(now().getTime() - UNPAID_ORDERS_LIVE_HOURS * 3_600_000)
  for (const id of await listUnpaidOrdersBefore(db, before))
    await runIsolated(`The expiry of order ${id}`, () => inTransaction(db, (tx) => cancelStaleOrder(tx, id)))
}

async function cancelStaleOrder(tx: Db, id: string): Promise<void> {
  const order = await lockOrder(tx, id)
  const open = await tx.$count(payments, and(eq(payments.orderId, id), inArray(payments.status, STILL_UNDECIDED)))
  if (order.status === 'pending' && !order.paidAt && open === 0)
    await cancelUnpaidOrder(tx, order, { actor: 'system', reason: 'Not paid within three days' })
}

const STILL_UNDECIDED: PaymentStatus[] = [...OPEN_PAYMENT_STATUSES, 'review']
