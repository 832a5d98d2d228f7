import { and, eq } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction, runIsolated } from '#src/db/database.server.ts'
import { findCustomerOrder } from '#src/features/orders/orders.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { findPendingUtr } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import { computeNextPollAt } from '#src/features/payments/payment-state-machine.ts'
import { isOpenPayment, toPublicStatus } from '#src/features/payments/payment-status.ts'
import type { VerifiedPayment, VerifyPayment } from '#src/features/payments/payments.contract.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { isCircuitOpen, recordAnswer, recordCall, withTimeout } from '#src/server/http/circuit-breaker.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

/** Answers from our own state, polling the gateway when due. The browser's claim does not count. */
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

const BATCH_SIZE = 5
const BATCH_TIMEOUT_MS = 8000
/** A crash delays a poll by this long. */
export const POLL_LEASE_MINUTES = 1

/** Polls once for each due payment. Claims are leases, so two processes never poll the same payment at once. */
export async function pollStatus(context: PaymentContext, paymentIds: string[]): Promise<void> {
  const enough = performance.now() + BATCH_TIMEOUT_MS
  for (let start = 0; start < paymentIds.length; start += BATCH_SIZE) {
    if (performance.now() >= enough || isCircuitOpen(context.gateway, context.now())) return
    const claims = await claimPolls(context, paymentIds.slice(start, start + BATCH_SIZE))
    const answers = await Promise.all(claims.map(({ payment }) => fetchGatewayStatus(context, payment)))
    // Sequential: the embedded database has one session.
    for (const [index, claim] of claims.entries())
      await runIsolated(`The status of payment ${claim.payment.clientTxnId}`, () =>
        applyPollResult(context, claim, answers[index]),
      )
  }
}

/** Applies a gateway status and schedules the next poll, also when processing fails. */
export async function applyPollResult(
  context: PaymentContext,
  claim: Claim,
  answer: GatewayEvent | undefined,
): Promise<void> {
  try {
    if (answer) await processPaymentEvent(context, { ...answer, provider: context.gateway.name, source: 'poll' })
  } finally {
    await releaseLease(context, claim)
  }
}

/** Fetches a status; gateway failures are logged and retried, not raised. */
export async function fetchGatewayStatus(
  context: PaymentContext,
  payment: PaymentRow,
): Promise<GatewayEvent | undefined> {
  const { gateway, now, gatewayTimeoutMs } = context
  if (gateway.name !== payment.provider) return undefined
  try {
    const answer = await withTimeout(gateway.fetchStatus(payment.clientTxnId), gatewayTimeoutMs)
    recordCall(gateway, 'answered', now())
    recordAnswer(gateway, true, now())
    return answer
  } catch (cause) {
    recordCall(gateway, cause, now())
    recordAnswer(gateway, false, now())
    log.warn('No answer about a payment', { payment: payment.clientTxnId, err: cause })
    return undefined
  }
}

type Claim = { payment: PaymentRow; leasedUntil: Date }

async function claimPolls(context: PaymentContext, paymentIds: string[]): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const id of paymentIds) {
    const claim = await claimPoll(context, id)
    if (claim) claims.push(claim)
  }
  return claims
}

async function claimPoll({ db, now }: PaymentContext, paymentId: string): Promise<Claim | undefined> {
  return inTransaction(db, async (tx) => {
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.id, paymentId))
      .for('update', { skipLocked: true })
    if (!payment?.nextPollAt || payment.nextPollAt > now()) return undefined
    return leasePoll(tx, payment, now())
  })
}

export async function leasePoll(tx: Db, payment: PaymentRow, now: Date): Promise<Claim> {
  const leasedUntil = addMinutes(now, POLL_LEASE_MINUTES)
  await tx
    .update(payments)
    .set({ nextPollAt: leasedUntil, pollCount: payment.pollCount + 1, lastPolledAt: now })
    .where(eq(payments.id, payment.id))
  return { payment, leasedUntil }
}

async function releaseLease(
  { db, now }: Pick<PaymentContext, 'db' | 'now'>,
  { payment, leasedUntil }: Claim,
): Promise<void> {
  const wasSettled = payment.nextPollAt === null
  await db
    .update(payments)
    .set({ nextPollAt: wasSettled ? null : computeNextPollAt(payment.createdAt, now()) })
    .where(and(eq(payments.id, payment.id), eq(payments.nextPollAt, leasedUntil)))
}
