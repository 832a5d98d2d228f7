import { and, eq } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import {
  isCircuitOpen,
  recordGatewayCall,
  withGatewayTimeout,
} from '#src/features/payments/gateways/circuit-breaker.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import type { PaymentRow } from '#src/features/payments/lock-payment.server.ts'
import { computeNextPollAt } from '#src/features/payments/payment-state-machine.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { runIsolated } from './run-isolated.server.ts'

/** How many questions are on their way at once, and after which time no further ones are begun. */
const AT_ONCE = 5
const ENOUGH_MS = 8000
/** How long whoever asks has the question for themselves. If they die over it, it is asked again after this. */
export const POLL_LEASE_MINUTES = 1

/**
 * Asks the provider once about each of these payments whose question is due, some at a time. Whoever moves
 * `next_check_at` on is the one who asks, so two processes never ask at the same moment. A question without an answer
 * counts as asked: the next one comes at its time. However the provider behaves, this ends: what it was not asked about
 * stays due.
 */
export async function pollStatus(context: PaymentContext, paymentIds: string[]): Promise<void> {
  const enough = performance.now() + ENOUGH_MS
  for (let asked = 0; asked < paymentIds.length; asked += AT_ONCE) {
    if (performance.now() >= enough || isCircuitOpen(context.gateway, context.now())) return
    const claims = await claimQuestions(context, paymentIds.slice(asked, asked + AT_ONCE))
    const answers = await Promise.all(claims.map(({ payment }) => fetchGatewayStatus(context, payment)))
    // One after the other: the embedded database has one session.
    for (const [index, claim] of claims.entries())
      await runIsolated(`The answer about payment ${claim.payment.clientTxnId}`, () =>
        applyPollResult(context, claim, answers[index]),
      )
  }
}

/** What an answer changes, and when the next question comes: at its time, also about a payment that goes wrong. */
export async function applyPollResult(
  context: PaymentContext,
  claim: Claim,
  answer: GatewayEvent | undefined,
): Promise<void> {
  try {
    if (answer) await processPaymentEvent(context, { ...answer, provider: context.gateway.name, source: 'query' })
  } finally {
    await endLease(context, claim)
  }
}

/** Providers fail now and then, and are asked again: that is no defect of ours. */
export async function fetchGatewayStatus(
  context: PaymentContext,
  payment: PaymentRow,
): Promise<GatewayEvent | undefined> {
  const { gateway, now, gatewayTimeoutMs } = context
  if (gateway.name !== payment.provider) return undefined
  try {
    const answer = await withGatewayTimeout(gateway.fetchStatus(payment.clientTxnId), gatewayTimeoutMs)
    recordGatewayCall(gateway, 'said something', now())
    return answer
  } catch (cause) {
    recordGatewayCall(gateway, cause, now())
    log.warn('No answer about a payment', { payment: payment.clientTxnId, err: cause })
    return undefined
  }
}

type Claim = { payment: PaymentRow; leasedUntil: Date }

async function claimQuestions(context: PaymentContext, paymentIds: string[]): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const id of paymentIds) {
    const claim = await claimQuestion(context, id)
    if (claim) claims.push(claim)
  }
  return claims
}

async function claimQuestion({ db, now }: PaymentContext, paymentId: string): Promise<Claim | undefined> {
  return inTransaction(db, async (tx) => {
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.id, paymentId))
      .for('update', { skipLocked: true })
    if (!payment?.nextCheckAt || payment.nextCheckAt > now()) return undefined
    return leasePoll(tx, payment, now())
  })
}

/** Takes the question about a payment (locked) for whoever is going to ask. */
export async function leasePoll(tx: Db, payment: PaymentRow, now: Date): Promise<Claim> {
  const leasedUntil = addMinutes(now, POLL_LEASE_MINUTES)
  await tx
    .update(payments)
    .set({ nextCheckAt: leasedUntil, checks: payment.checks + 1, askedAt: now })
    .where(eq(payments.id, payment.id))
  return { payment, leasedUntil }
}

/** The next question comes at its time, unless the answer has settled the matter or it was settled before. */
async function endLease(
  { db, now }: Pick<PaymentContext, 'db' | 'now'>,
  { payment, leasedUntil }: Claim,
): Promise<void> {
  const wasSettled = payment.nextCheckAt === null
  await db
    .update(payments)
    .set({ nextCheckAt: wasSettled ? null : computeNextPollAt(payment.createdAt, now()) })
    .where(and(eq(payments.id, payment.id), eq(payments.nextCheckAt, leasedUntil)))
}
