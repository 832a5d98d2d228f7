import { and, asc, eq, inArray, lte, ne, or } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { withGatewayTimeout } from '#src/features/payments/gateways/circuit-breaker.server.ts'
import type { GatewayRefundResult } from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { paymentEvents, refunds } from '#src/features/payments/payments.table.server.ts'
import { runIsolated } from '#src/features/payments/polling/run-isolated.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { applyRefundOutcome, type RefundOutcome } from './refund-events.server.ts'
import { computeNextRefundAttempt, mayBeSent, transitionRefund } from './refund-state-machine.ts'
import { lockRefund, moveRefund, type RefundRow } from './request-refund.server.ts'

/** How many refunds the provider is asked for at once. */
const AT_ONCE = 5
/** How long whoever asks has a refund for themselves. If they die over it, it is asked for again after this: same key. */
const LEASE_MINUTES = 2

/**
 * The clock's work: has the provider send back what was requested. Whoever moves a refund's turn on is the one who asks;
 * the refund's own id is the key, so that however often it is asked for, the money goes once. An answer that says nothing
 * is no failure: the same is asked again, in ever longer pauses. Gives back how many it asked for.
 */
export async function executeRefunds(context: PaymentContext): Promise<number> {
  await handToPerson(context)
  const turns = await takeTurns(context)
  const answers = await Promise.all(turns.map((refund) => answerOf(context, refund)))
  for (const [index, refund] of turns.entries()) {
    const answer = answers[index]
    if (!answer) continue
    const wentWell = await runIsolated(`The answer about refund ${refund.id}`, () => hear(context, refund, answer))
    if (!wentWell) await askLater(context, refund)
  }
  return turns.length
}

async function takeTurns({ db, gateway, now }: PaymentContext): Promise<RefundRow[]> {
  if (!gateway.refund) return []
  return inTransaction(db, async (tx) => {
    const due = await tx
      .select()
      .from(refunds)
      .where(
        and(
          eq(refunds.provider, gateway.name),
          inArray(refunds.state, ['requested', 'pending']),
          lte(refunds.nextTryAt, now()),
        ),
      )
      .orderBy(asc(refunds.nextTryAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const { id, tries } of due)
      await tx
        .update(refunds)
        .set({ tries: tries + 1, nextTryAt: addMinutes(now(), LEASE_MINUTES) })
        .where(eq(refunds.id, id))
    return due.map((refund) => ({ ...refund, tries: refund.tries + 1 }))
  })
}

/** Outside any transaction: it may take long, or fail. */
async function answerOf(
  { gateway, gatewayTimeoutMs }: PaymentContext,
  refund: RefundRow,
): Promise<GatewayRefundResult> {
  const { id, upiTxnId, amountPaise, tries, providerRefundId: refundId } = refund
  try {
    const known = { isRetry: tries > 1, ...(refundId && { refundId }) }
    const asked = gateway.refund?.({ upiTxnId, amount: paise(amountPaise), idempotencyKey: id, ...known })
    return (await withGatewayTimeout(asked, gatewayTimeoutMs)) ?? { state: 'unknown', reason: 'No way to ask.' }
  } catch (cause) {
    log.warn('No answer about a refund', { refund: id, err: cause })
    return { state: 'unknown', reason: 'The provider gave no answer.' }
  }
}

async function hear({ db, now }: PaymentContext, { id, tries }: RefundRow, answer: GatewayRefundResult): Promise<void> {
  await inTransaction(db, async (tx) => {
    const locked = await lockRefund(tx, id)
    const { state } = locked.refund
    if (answer.state === 'unknown' || answer.state === state) {
      if (state === 'requested' || state === 'pending')
        await waitFor(tx, id, computeNextRefundAttempt(state, tries, now()))
      return
    }
    const heard = await applyRefundOutcome(tx, { ...locked, now: now() }, newsOf(answer))
    if (heard === 'twice') await tellGoneTwice(tx, locked.refund, answer)
  })
}

/** Money that is gone twice is an event of its own, which the maker finds on the list until they have decided. */
async function tellGoneTwice(tx: Db, refund: RefundRow, answer: GatewayRefundResult): Promise<void> {
  const { id, paymentId, provider, amountPaise } = refund
  const upiTxnId = 'refundId' in answer ? answer.refundId : null
  const about = { provider, eventId: `refund:${id}:twice`, paymentId, amountPaise, upiTxnId }
  await tx
    .insert(paymentEvents)
    .values({ ...about, source: 'query', raw: JSON.stringify(answer), result: 'refunded_twice' })
    .onConflictDoNothing()
}

function newsOf(answer: Exclude<GatewayRefundResult, { state: 'unknown' }>): RefundOutcome {
  if (answer.state === 'failed') return { state: 'failed', detail: answer.reason }
  const { state, refundId, ...facts } = answer
  return { state, providerRefundId: refundId, ...facts }
}

/** A refund that goes wrong is asked for in ever longer pauses as well, unless it was decided meanwhile. */
async function askLater({ db, now }: PaymentContext, { id, state, tries }: RefundRow): Promise<void> {
  if (state !== 'requested' && state !== 'pending') return
  const nextTryAt = computeNextRefundAttempt(state, tries, now())
  await db
    .update(refunds)
    .set({ nextTryAt })
    .where(and(eq(refunds.id, id), eq(refunds.state, state)))
}

async function waitFor(tx: Db, id: string, nextTryAt: Date): Promise<void> {
  await tx.update(refunds).set({ nextTryAt }).where(eq(refunds.id, id))
}

/**
 * What nobody but a person can send back, because its provider has no way or is no longer the shop's: it is due. What a
 * former provider was asked for may be gone already: nobody can ask it any more, so a person has to look there.
 */
async function handToPerson({ db, gateway, now }: PaymentContext): Promise<void> {
  const isNotAsked = and(eq(refunds.state, 'requested'), eq(refunds.tries, 0))
  const isFormer = and(inArray(refunds.state, ['requested', 'pending']), ne(refunds.provider, gateway.name))
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(gateway.refund ? isFormer : or(isNotAsked, isFormer))
    .limit(20)
  for (const { id } of found)
    await runIsolated(`Refund ${id}`, () => inTransaction(db, (tx) => handOver(tx, { id, gateway, now })))
}

type HandOver = Pick<PaymentContext, 'gateway' | 'now'> & { id: string }

async function handOver(tx: Db, { id, gateway, now }: HandOver): Promise<void> {
  const { refund } = await lockRefund(tx, id)
  const verdict = transitionRefund(refund.state, { type: 'only-by-hand' })
  const isFormer = refund.provider !== gateway.name
  if (!('to' in verdict) || (!isFormer && mayBeSent(refund))) return
  const said = mayBeSent(refund)
    ? `${refund.provider} was asked for it, and is no longer the shop's provider: it may have gone back already`
    : 'It can only be sent back by hand'
  await moveRefund(tx, { refund, to: verdict.to, said, now: now() })
}
