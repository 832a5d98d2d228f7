import { and, asc, eq, inArray, lte, ne, or } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import { byItself } from './by-itself.server.ts'
import type { RefundAnswer } from './payment-provider.server.ts'
import type { Till } from './payments.server.ts'
import { paymentEvents, refundsDue } from './payments.table.server.ts'
import { withPatience } from './provider-patience.server.ts'
import { applyRefundNews, type RefundNews } from './refund-news.server.ts'
import { decideOnRefund, mayBeGone, nextRefundTryAt } from './refunds.reducer.ts'
import { lockRefund, moveRefund, type RefundRow } from './refunds.server.ts'

/** How many refunds the provider is asked for at once. */
const AT_ONCE = 5
/** How long whoever asks has a refund for themselves. If they die over it, it is asked for again after this: same key. */
const LEASE_MINUTES = 2

/**
 * The clock's work: has the provider send back what was requested. Whoever moves a refund's turn on is the one who asks;
 * the refund's own id is the key, so that however often it is asked for, the money goes once. An answer that says nothing
 * is no failure: the same is asked again, in ever longer pauses. Gives back how many it asked for.
 */
export async function executeRefunds(till: Till): Promise<number> {
  await handToPerson(till)
  const turns = await takeTurns(till)
  const answers = await Promise.all(turns.map((refund) => answerOf(till, refund)))
  for (const [index, refund] of turns.entries()) {
    const answer = answers[index]
    if (!answer) continue
    const wentWell = await byItself(`The answer about refund ${refund.id}`, () => hear(till, refund, answer))
    if (!wentWell) await askLater(till, refund)
  }
  return turns.length
}

async function takeTurns({ db, provider, now }: Till): Promise<RefundRow[]> {
  if (!provider.refund) return []
  return inTransaction(db, async (tx) => {
    const due = await tx
      .select()
      .from(refundsDue)
      .where(
        and(
          eq(refundsDue.provider, provider.name),
          inArray(refundsDue.state, ['requested', 'pending']),
          lte(refundsDue.nextTryAt, now()),
        ),
      )
      .orderBy(asc(refundsDue.nextTryAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const { id, tries } of due)
      await tx
        .update(refundsDue)
        .set({ tries: tries + 1, nextTryAt: minutesLater(now(), LEASE_MINUTES) })
        .where(eq(refundsDue.id, id))
    return due.map((refund) => ({ ...refund, tries: refund.tries + 1 }))
  })
}

/** Outside any transaction: it may take long, or fail. */
async function answerOf({ provider, patienceMs }: Till, refund: RefundRow): Promise<RefundAnswer> {
  const { id, upiTxnId, amountPaise, tries, providerRefundId: refundId } = refund
  try {
    const known = { isRepeat: tries > 1, ...(refundId && { refundId }) }
    const asked = provider.refund?.({ upiTxnId, amount: paise(amountPaise), key: id, ...known })
    return (await withPatience(asked, patienceMs)) ?? { state: 'unknown', reason: 'No way to ask.' }
  } catch (cause) {
    log.warn('No answer about a refund', { refund: id, err: cause })
    return { state: 'unknown', reason: 'The provider gave no answer.' }
  }
}

async function hear({ db, now }: Till, { id, tries }: RefundRow, answer: RefundAnswer): Promise<void> {
  await inTransaction(db, async (tx) => {
    const locked = await lockRefund(tx, id)
    const { state } = locked.refund
    if (answer.state === 'unknown' || answer.state === state) {
      if (state === 'requested' || state === 'pending') await waitFor(tx, id, nextRefundTryAt(state, tries, now()))
      return
    }
    const heard = await applyRefundNews(tx, { ...locked, now: now() }, newsOf(answer))
    if (heard === 'twice') await tellGoneTwice(tx, locked.refund, answer)
  })
}

/** Money that is gone twice is an event of its own, which the maker finds on the list until they have decided. */
async function tellGoneTwice(tx: Db, refund: RefundRow, answer: RefundAnswer): Promise<void> {
  const { id, paymentId, provider, amountPaise } = refund
  const upiTxnId = 'refundId' in answer ? answer.refundId : null
  const about = { provider, eventId: `refund:${id}:twice`, paymentId, amountPaise, upiTxnId }
  await tx
    .insert(paymentEvents)
    .values({ ...about, source: 'query', raw: JSON.stringify(answer), result: 'refunded_twice' })
    .onConflictDoNothing()
}

function newsOf(answer: Exclude<RefundAnswer, { state: 'unknown' }>): RefundNews {
  if (answer.state === 'failed') return { state: 'failed', said: answer.reason }
  const { state, refundId, ...facts } = answer
  return { state, providerRefundId: refundId, ...facts }
}

/** A refund that goes wrong is asked for in ever longer pauses as well, unless it was decided meanwhile. */
async function askLater({ db, now }: Till, { id, state, tries }: RefundRow): Promise<void> {
  if (state !== 'requested' && state !== 'pending') return
  const nextTryAt = nextRefundTryAt(state, tries, now())
  await db
    .update(refundsDue)
    .set({ nextTryAt })
    .where(and(eq(refundsDue.id, id), eq(refundsDue.state, state)))
}

async function waitFor(tx: Db, id: string, nextTryAt: Date): Promise<void> {
  await tx.update(refundsDue).set({ nextTryAt }).where(eq(refundsDue.id, id))
}

/**
 * What nobody but a person can send back, because its provider has no way or is no longer the shop's: it is due. What a
 * former provider was asked for may be gone already: nobody can ask it any more, so a person has to look there.
 */
async function handToPerson({ db, provider, now }: Till): Promise<void> {
  const isNotAsked = and(eq(refundsDue.state, 'requested'), eq(refundsDue.tries, 0))
  const isFormer = and(inArray(refundsDue.state, ['requested', 'pending']), ne(refundsDue.provider, provider.name))
  const found = await db
    .select({ id: refundsDue.id })
    .from(refundsDue)
    .where(provider.refund ? isFormer : or(isNotAsked, isFormer))
    .limit(20)
  for (const { id } of found)
    await byItself(`Refund ${id}`, () => inTransaction(db, (tx) => handOver(tx, { id, provider, now })))
}

type HandOver = Pick<Till, 'provider' | 'now'> & { id: string }

async function handOver(tx: Db, { id, provider, now }: HandOver): Promise<void> {
  const { refund } = await lockRefund(tx, id)
  const verdict = decideOnRefund(refund.state, { type: 'only-by-hand' })
  const isFormer = refund.provider !== provider.name
  if (!('to' in verdict) || (!isFormer && mayBeGone(refund))) return
  const said = mayBeGone(refund)
    ? `${refund.provider} was asked for it, and is no longer the shop's provider: it may have gone back already`
    : 'It can only be sent back by hand'
  await moveRefund(tx, { refund, to: verdict.to, said, now: now() })
}
