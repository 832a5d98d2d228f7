import { and, eq } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import { byItself } from './by-itself.server.ts'
import type { PaymentRow } from './payment-lock.server.ts'
import type { ProviderReport } from './payment-provider.server.ts'
import { nextQuestionAt } from './payments.reducer.ts'
import type { Till } from './payments.server.ts'
import { payments } from './payments.table.server.ts'
import { isResting, noteAnswer, withPatience } from './provider-patience.server.ts'
import { applyReport } from './settlement.server.ts'

/** How many questions are on their way at once, and after which time no further ones are begun. */
const AT_ONCE = 5
const ENOUGH_MS = 8000
/** How long whoever asks has the question for themselves. If they die over it, it is asked again after this. */
export const QUESTION_LEASE_MINUTES = 1

/**
 * Asks the provider once about each of these payments whose question is due, some at a time. Whoever moves
 * `next_check_at` on is the one who asks, so two processes never ask at the same moment. A question without an answer
 * counts as asked: the next one comes at its time. However the provider behaves, this ends: what it was not asked about
 * stays due.
 */
export async function askAbout(till: Till, paymentIds: string[]): Promise<void> {
  const enough = performance.now() + ENOUGH_MS
  for (let asked = 0; asked < paymentIds.length; asked += AT_ONCE) {
    if (performance.now() >= enough || isResting(till.provider, till.now())) return
    const claims = await claimQuestions(till, paymentIds.slice(asked, asked + AT_ONCE))
    const answers = await Promise.all(claims.map(({ payment }) => answerOf(till, payment)))
    // One after the other: the embedded database has one session.
    for (const [index, claim] of claims.entries())
      await byItself(`The answer about payment ${claim.payment.clientTxnId}`, () => settle(till, claim, answers[index]))
  }
}

/** What an answer changes, and when the next question comes: at its time, also about a payment that goes wrong. */
export async function settle(till: Till, claim: Claim, answer: ProviderReport | undefined): Promise<void> {
  try {
    if (answer) await applyReport(till, { ...answer, provider: till.provider.name, source: 'query' })
  } finally {
    await endLease(till, claim)
  }
}

/** Providers fail now and then, and are asked again: that is no defect of ours. */
export async function answerOf(till: Till, payment: PaymentRow): Promise<ProviderReport | undefined> {
  const { provider, now, patienceMs } = till
  if (provider.name !== payment.provider) return undefined
  try {
    const answer = await withPatience(provider.ask(payment.clientTxnId), patienceMs)
    noteAnswer(provider, 'said something', now())
    return answer
  } catch (cause) {
    noteAnswer(provider, cause, now())
    log.warn('No answer about a payment', { payment: payment.clientTxnId, err: cause })
    return undefined
  }
}

type Claim = { payment: PaymentRow; leasedUntil: Date }

async function claimQuestions(till: Till, paymentIds: string[]): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const id of paymentIds) {
    const claim = await claimQuestion(till, id)
    if (claim) claims.push(claim)
  }
  return claims
}

async function claimQuestion({ db, now }: Till, paymentId: string): Promise<Claim | undefined> {
  return inTransaction(db, async (tx) => {
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.id, paymentId))
      .for('update', { skipLocked: true })
    if (!payment?.nextCheckAt || payment.nextCheckAt > now()) return undefined
    return lease(tx, payment, now())
  })
}

/** Takes the question about a payment (locked) for whoever is going to ask. */
export async function lease(tx: Db, payment: PaymentRow, now: Date): Promise<Claim> {
  const leasedUntil = minutesLater(now, QUESTION_LEASE_MINUTES)
  await tx
    .update(payments)
    .set({ nextCheckAt: leasedUntil, checks: payment.checks + 1, askedAt: now })
    .where(eq(payments.id, payment.id))
  return { payment, leasedUntil }
}

/** The next question comes at its time, unless the answer has settled the matter or it was settled before. */
async function endLease({ db, now }: Pick<Till, 'db' | 'now'>, { payment, leasedUntil }: Claim): Promise<void> {
  const wasSettled = payment.nextCheckAt === null
  await db
    .update(payments)
    .set({ nextCheckAt: wasSettled ? null : nextQuestionAt(payment.createdAt, now()) })
    .where(and(eq(payments.id, payment.id), eq(payments.nextCheckAt, leasedUntil)))
}
