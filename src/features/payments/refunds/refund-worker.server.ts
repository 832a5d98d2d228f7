import { and, asc, eq, exists, inArray, lte, min, ne, or, type SQL, sql, sum } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { type Db, inTransaction, runIsolated } from '#src/db/database.server.ts'
import type { GatewayRefundResult, PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { paymentEvents, refunds } from '#src/features/payments/payments.table.server.ts'
import { lockRefund, moveRefund, type RefundRow } from '#src/features/payments/refunds/refund-record.server.ts'
import { withTimeout } from '#src/server/http/circuit-breaker.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { isAutomaticRefundDue } from './automatic-refunds.server.ts'
import { applyRefundOutcome, type RefundOutcome } from './refund-events.server.ts'
import { computeNextRefundAttempt, mayHaveBeenSent, transitionRefund } from './refund-state-machine.ts'

const AT_ONCE = 5
/** A crash delays a refund by this long; the key stays the same. */
const LEASE_MINUTES = 2

/** Sends requested refunds. The refund's id is the idempotency key; an unclear answer is retried. Returns how many. */
export async function executeRefunds(context: PaymentContext): Promise<number> {
  await escalateAll(context)
  const claimed = await claimBatch(context)
  const answers = await Promise.all(claimed.map((refund) => callGateway(context, refund)))
  for (const [index, refund] of claimed.entries()) {
    const answer = answers[index]
    if (!answer) continue
    const succeeded = await runIsolated(`The status of refund ${refund.id}`, () => applyResult(context, refund, answer))
    if (!succeeded) await scheduleRetry(context, refund)
  }
  return claimed.length
}

/** When the next refund is due to be started, sent or asked about again. */
export function nextRefundDue(context: PaymentContext, now: Date): SQL {
  const { db, gateway } = context
  const next = db
    .select({ time: min(refunds.nextAttemptAt) })
    .from(refunds)
    .where(and(eq(refunds.provider, gateway.name), isOnItsWay))
  const unsendable = db.select().from(refunds).where(isUnsendable(gateway))
  const isDue = or(isAutomaticRefundDue(context), exists(unsendable))
  return sql`case when ${isDue} then ${now.toISOString()}::timestamptz${gateway.refund && sql` else (${next})`} end`
}

const isOnItsWay = inArray(refunds.state, ['requested', 'pending'])

async function claimBatch({ db, gateway, now }: PaymentContext): Promise<RefundRow[]> {
  if (!gateway.refund) return []
  return inTransaction(db, async (tx) => {
    const due = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.provider, gateway.name), isOnItsWay, lte(refunds.nextAttemptAt, now())))
      .orderBy(asc(refunds.nextAttemptAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const { id, attempts } of due)
      await tx
        .update(refunds)
        .set({ attempts: attempts + 1, nextAttemptAt: addMinutes(now(), LEASE_MINUTES) })
        .where(eq(refunds.id, id))
    return due.map((refund) => ({ ...refund, attempts: refund.attempts + 1 }))
  })
}

/** Outside any transaction: it may be slow or fail. */
async function callGateway(
  { db, gateway, gatewayTimeoutMs }: PaymentContext,
  refund: RefundRow,
): Promise<GatewayRefundResult> {
  const { id, upiTxnId, attempts, providerRefundId: refundId } = refund
  try {
    const amount = await sumAtGateway(db, refund)
    const known = { isRetry: attempts > 1, ...(refundId && { refundId }) }
    const request = gateway.refund?.({ upiTxnId, amount, idempotencyKey: id, ...known })
    return (
      (await withTimeout(request, gatewayTimeoutMs)) ?? {
        state: 'unknown',
        reason: 'This gateway has no refunds.',
      }
    )
  } catch (cause) {
    log.warn('No answer about a refund', { refund: id, err: cause })
    return { state: 'unknown', reason: 'The gateway gave no answer.' }
  }
}

/** A refund that was made in the gateway's dashboard can be of several parcels. */
async function sumAtGateway(db: Db, { provider, providerRefundId, amountPaise }: RefundRow): Promise<Paise> {
  if (providerRefundId === null) return paise(amountPaise)
  const isSame = and(eq(refunds.provider, provider), eq(refunds.providerRefundId, providerRefundId))
  const [row] = await db
    .select({ total: sum(refunds.amountPaise) })
    .from(refunds)
    .where(isSame)
  return paise(Number(row?.total))
}

async function applyResult(
  { db, now, events }: PaymentContext,
  { id, attempts }: RefundRow,
  answer: GatewayRefundResult,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const locked = await lockRefund(tx, id)
    const { state } = locked.refund
    if (answer.state === 'unknown' || answer.state === state) {
      if (state === 'requested' || state === 'pending')
        await setNextAttempt(tx, id, computeNextRefundAttempt(state, attempts, now()))
      return
    }
    const outcome = await applyRefundOutcome(tx, { ...locked, events, now: now() }, toRefundOutcome(answer))
    if (outcome === 'double-refund') await recordDoubleRefund(tx, locked.refund, answer)
  })
}

/** A double refund is an event of its own, listed for the admins. */
async function recordDoubleRefund(tx: Db, refund: RefundRow, answer: GatewayRefundResult): Promise<void> {
  const { id, paymentId, provider, amountPaise } = refund
  const upiTxnId = 'refundId' in answer ? answer.refundId : null
  const about = { provider, eventId: `refund:${id}:twice`, paymentId, amountPaise, upiTxnId }
  await tx
    .insert(paymentEvents)
    .values({ ...about, source: 'poll', raw: JSON.stringify(answer), result: 'double_refund' })
    .onConflictDoNothing()
}

function toRefundOutcome(answer: Exclude<GatewayRefundResult, { state: 'unknown' }>): RefundOutcome {
  if (answer.state === 'failed') return { state: 'failed', detail: answer.reason }
  const { state, refundId, ...facts } = answer
  return { state, providerRefundId: refundId, ...facts }
}

async function scheduleRetry({ db, now }: PaymentContext, { id, state, attempts }: RefundRow): Promise<void> {
  if (state !== 'requested' && state !== 'pending') return
  const nextAttemptAt = computeNextRefundAttempt(state, attempts, now())
  await db
    .update(refunds)
    .set({ nextAttemptAt })
    .where(and(eq(refunds.id, id), eq(refunds.state, state)))
}

async function setNextAttempt(tx: Db, id: string, nextAttemptAt: Date): Promise<void> {
  await tx.update(refunds).set({ nextAttemptAt }).where(eq(refunds.id, id))
}

/** Refunds that the gateway cannot send become due for an admin, who has to check inactive gateways first. */
async function escalateAll({ db, gateway, now }: PaymentContext): Promise<void> {
  const found = await db.select({ id: refunds.id }).from(refunds).where(isUnsendable(gateway)).limit(20)
  for (const { id } of found)
    await runIsolated(`Refund ${id}`, () => inTransaction(db, (tx) => escalate(tx, { id, gateway, now })))
}

function isUnsendable(gateway: PaymentGateway): SQL | undefined {
  const isUnsent = and(eq(refunds.state, 'requested'), eq(refunds.attempts, 0))
  const isFormer = and(isOnItsWay, ne(refunds.provider, gateway.name))
  return gateway.refund ? isFormer : or(isUnsent, isFormer)
}

type HandOver = Pick<PaymentContext, 'gateway' | 'now'> & { id: string }

async function escalate(tx: Db, { id, gateway, now }: HandOver): Promise<void> {
  const { refund } = await lockRefund(tx, id)
  const transition = transitionRefund(refund.state, { type: 'manual-only' })
  const isFormer = refund.provider !== gateway.name
  if (!('to' in transition) || (!isFormer && mayHaveBeenSent(refund))) return
  const note = mayHaveBeenSent(refund)
    ? `${refund.provider} was asked for it and is no longer configured: it may have been made already`
    : 'It can only be made by hand'
  await moveRefund(tx, { refund, to: transition.to, note, now: now() })
}
