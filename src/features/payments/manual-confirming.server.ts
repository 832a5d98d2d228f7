import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { formatAmount, type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { mailAboutOrder } from '#src/features/orders/order-messages.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import { firstWordId, isFirstOfTwo } from './manual-two-makers.server.ts'
import type { ConfirmationResult, NotReceived, OnStatement } from './manual-upi.contract.ts'
import { notReceivedMail } from './manual-upi.messages.ts'
import { typedUtrs } from './manual-upi.table.server.ts'
import { windowEndOf } from './manual-waiting.server.ts'
import { type PaymentStatus, shownStatus } from './payments.rules.ts'
import type { Till } from './payments.server.ts'
import { payments } from './payments.table.server.ts'
import { applyReport, applyWithoutMoney, lockPayment, type PaymentRow, recordEvent } from './settlement.server.ts'

type Found = OnStatement & { paymentId: string; by: Maker }

/**
 * The maker has found the money on the statement: evidence, as a gateway's word would be, and settled by the same rules.
 * Above the limit of the settings the first maker's word waits for a second one's. What does not match is written down
 * and changes nothing.
 */
export async function confirmReceived(till: Till, found: Found): Promise<ConfirmationResult> {
  return settleFound(till, found, {
    act: 'confirm',
    objection: ({ expected, amount }) =>
      amount === expected ? undefined : `We expect ${formatAmount(rupees(expected))}, and you typed another amount.`,
    needsTwo: true,
  })
}

/** The maker has found another amount than the order costs: it does not pay, and has to go back or be accepted. */
export async function reportWrongAmount(till: Till, found: Found): Promise<ConfirmationResult> {
  return settleFound(till, found, {
    act: 'wrong amount',
    objection: ({ expected, amount }) =>
      amount === expected ? 'That is the amount which we expect: please confirm it.' : undefined,
    // Nothing is handed out for it yet. Whoever accepts it after all gives the second word (refuseOwnReport).
    needsTwo: false,
  })
}

/** The maker has looked in vain. The number is free again, and the shopper may correct it or pay. */
export async function rejectPayment(
  till: Till,
  { paymentId, by, reason }: NotReceived & { paymentId: string; by: Maker },
): Promise<ConfirmationResult> {
  const now = till.now()
  return inTransaction(till.db, async (tx) => {
    const waiting = await lockWaiting(tx, paymentId)
    const { payment, order, utr } = waiting
    await keepWord(tx, waiting, { result: 'applied', said: { act: 'not received', by, now, reason } })
    await tx.delete(typedUtrs).where(eq(typedUtrs.utr, utr))
    const event = { type: 'not-received', windowEndsAt: windowEndOf(payment) } as const
    const status = await applyWithoutMoney(tx, { payment, order, event, now })
    await log(tx, waiting, { by, status, after: { money: 'not received', reason } })
    await tellNotReceived(tx, waiting, reason)
    return { status: shownStatus(status), waitsForSecond: false }
  })
}

type Waiting = { order: OrderRow; payment: PaymentRow; utr: string; typedAt: Date }
type Seen = { expected: Paise; amount: Paise }
type Way = {
  act: 'confirm' | 'wrong amount'
  /** Why the amount is not right for this act. */
  objection: (seen: Seen) => string | undefined
  needsTwo: boolean
}

/** A refusal is thrown only after what was typed is written down: the transaction has to stand. */
async function settleFound(till: Till, found: Found, way: Way): Promise<ConfirmationResult> {
  const outcome = await inTransaction(till.db, async (tx) => {
    const waiting = await lockWaiting(tx, found.paymentId)
    const { payment, utr } = waiting
    const seen = { expected: paise(payment.amountPaise), amount: paiseFromRupees(found.amount) }
    const objection = utr.endsWith(found.utrLastFour)
      ? way.objection(seen)
      : 'These are not the last four digits of the UTR.'
    if (objection) return refuse(tx, { till, found, way, waiting, objection })
    if (way.needsTwo && (await isFirstOfTwo(tx, { payment, told: waiting, by: found.by })))
      return waitForSecond(tx, { till, found, way, waiting })
    return settle(tx, { till, found, way, waiting })
  })
  if (typeof outcome === 'string') throw new ShopError('mismatch', outcome)
  return outcome
}

type Settling = { till: Till; found: Found; way: Way; waiting: Waiting }

async function refuse(tx: Db, { till, found, way, waiting, objection }: Settling & { objection: string }) {
  const said = { ...wordOf(found, way), now: till.now() }
  await keepWord(tx, waiting, { result: 'mismatch', said })
  await log(tx, waiting, {
    by: found.by,
    status: waiting.payment.status,
    after: { money: `refused to ${way.act}`, ...typed(found) },
  })
  return objection
}

async function settle(tx: Db, { till, found, way, waiting }: Settling): Promise<ConfirmationResult> {
  const { payment, utr, typedAt } = waiting
  const now = till.now()
  await tx.update(typedUtrs).set({ settledAt: now }).where(eq(typedUtrs.utr, utr))
  await applyReport(
    { db: tx, now: till.now, onPaid: till.onPaid },
    {
      provider: payment.provider,
      source: 'maker',
      clientTxnId: payment.clientTxnId,
      eventId: `found:${payment.id}:${utr}:${typedAt.getTime()}`,
      raw: rawOf(waiting, { ...wordOf(found, way), now }),
      report: { kind: 'success', amount: paiseFromRupees(found.amount), currency: 'INR', upiTxnId: utr, paidAt: now },
    },
  )
  const { status } = onlyRow(await tx.select().from(payments).where(eq(payments.id, payment.id)))
  await log(tx, waiting, { by: found.by, status, after: { money: way.act, ...typed(found) } })
  return { status: shownStatus(status), waitsForSecond: false }
}

async function waitForSecond(tx: Db, { till, found, way, waiting }: Settling): Promise<ConfirmationResult> {
  const said = { ...wordOf(found, way), now: till.now() }
  await keepWord(tx, waiting, { result: 'half_confirmed', said, eventId: firstWordId(waiting.payment, waiting) })
  const { status } = waiting.payment
  await log(tx, waiting, { by: found.by, status, after: { money: 'first of two confirmations', ...typed(found) } })
  return { status: shownStatus(status), waitsForSecond: true }
}

/** The payment with its order, locked, while its number waits for the maker. */
async function lockWaiting(tx: Db, paymentId: string): Promise<Waiting> {
  const [known] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId))
  if (!known) throw new ShopError('not-found', 'There is no such payment.')
  const { order, payment } = await lockPayment(tx, known)
  const told = await tx.select().from(typedUtrs).where(eq(typedUtrs.paymentId, paymentId))
  const waiting = told.find(({ settledAt }) => !settledAt)
  if (waiting) return { order, payment, utr: waiting.utr, typedAt: waiting.typedAt }
  throw new ShopError(
    'conflict',
    told.length > 0 ? 'Somebody has already decided about this payment.' : 'No UTR of this payment waits for you.',
  )
}

type Word = { act: string; by: Maker; now: Date; amount?: number; utrLastFour?: string; note?: string; reason?: string }

const typed = ({ amount, utrLastFour, note }: OnStatement) => ({ amount, utrLastFour, ...(note && { note }) })
const wordOf = (found: Found, { act }: Way) => ({ act, by: found.by, ...typed(found) })

/** Who, when, and what was typed. */
function rawOf({ utr }: Waiting, { by, now, ...said }: Word): string {
  return JSON.stringify({ ...said, utr, by: by.email, byId: by.id, at: now.toISOString() })
}

type Kept = { result: 'applied' | 'mismatch' | 'half_confirmed'; said: Word; eventId?: string }

async function keepWord(tx: Db, waiting: Waiting, { result, said, eventId = randomUUID() }: Kept): Promise<void> {
  const { provider, clientTxnId, id } = waiting.payment
  const word = { provider, clientTxnId, source: 'maker' as const, eventId, raw: rawOf(waiting, said) }
  await recordEvent(tx, word, { paymentId: id, result })
}

type Logged = { by: Maker; status: PaymentStatus; after: Record<string, unknown> }

async function log(tx: Db, { payment, utr }: Waiting, { by, status, after }: Logged): Promise<void> {
  await recordChange(tx, {
    by,
    entity: 'payment',
    entityId: payment.id,
    action: 'update',
    before: { status: shownStatus(payment.status), money: 'not looked for' },
    after: { status: shownStatus(status), utr, ...after },
  })
}

async function tellNotReceived(tx: Db, { order, payment, utr, typedAt }: Waiting, reason: string): Promise<void> {
  await mailAboutOrder(tx, order, {
    ...notReceivedMail({ ...order, amount: rupees(paise(payment.amountPaise)), utr, reason }),
    dedupeKey: `not-received:${payment.id}:${utr}:${typedAt.getTime()}`,
  })
}
