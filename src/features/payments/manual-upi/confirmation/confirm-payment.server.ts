import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { formatAmount, type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { queueOrderEmail } from '#src/features/orders/messages/notify-customer.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { getPaymentWindowEnd } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import type {
  ConfirmationResult,
  ConfirmPaymentInput,
  RejectPaymentInput,
} from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { paymentRejectedMail } from '#src/features/payments/manual-upi/manual-upi.messages.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { type PaymentStatus, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import {
  applyUnpaidEvent,
  lockPayment,
  type PaymentRow,
  processPaymentEvent,
  recordPaymentEvent,
} from '#src/features/payments/process-payment-event.server.ts'
import { firstApprovalId, isFirstApproval } from './dual-approval.server.ts'

type Found = ConfirmPaymentInput & { paymentId: string; by: Actor }

/**
 * The maker has found the money on the statement: evidence, as a gateway's word would be, and settled by the same rules.
 * Above the limit of the settings the first maker's word waits for a second one's. What does not match is written down
 * and changes nothing.
 */
export async function confirmPayment(context: PaymentContext, found: Found): Promise<ConfirmationResult> {
  return settleFound(context, found, {
    act: 'confirm',
    objection: ({ expected, amount }) =>
      amount === expected ? undefined : `We expect ${formatAmount(rupees(expected))}, and you typed another amount.`,
    needsTwo: true,
  })
}

/** The maker has found another amount than the order costs: it does not pay, and has to go back or be accepted. */
export async function reportWrongAmount(context: PaymentContext, found: Found): Promise<ConfirmationResult> {
  return settleFound(context, found, {
    act: 'wrong amount',
    objection: ({ expected, amount }) =>
      amount === expected ? 'That is the amount which we expect: please confirm it.' : undefined,
    // Nothing is handed out for it yet. Whoever accepts it after all gives the second word (refuseOwnReport).
    needsTwo: false,
  })
}

/** The maker has looked in vain. The number is free again, and the shopper may correct it or pay. */
export async function rejectPayment(
  context: PaymentContext,
  { paymentId, by, reason }: RejectPaymentInput & { paymentId: string; by: Actor },
): Promise<ConfirmationResult> {
  const now = context.now()
  return inTransaction(context.db, async (tx) => {
    const waiting = await lockWaiting(tx, paymentId)
    const { payment, order, utr } = waiting
    await keepWord(tx, waiting, { result: 'applied', said: { act: 'not received', by, now, reason } })
    await tx.delete(submittedUtrs).where(eq(submittedUtrs.utr, utr))
    const event = { type: 'not-received', windowEndsAt: getPaymentWindowEnd(payment) } as const
    const status = await applyUnpaidEvent(tx, { payment, order, event, now })
    await log(tx, waiting, { by, status, after: { money: 'not received', reason } })
    await tellNotReceived(tx, waiting, reason)
    return { status: toPublicStatus(status), waitsForSecond: false }
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
async function settleFound(context: PaymentContext, found: Found, way: Way): Promise<ConfirmationResult> {
  const outcome = await inTransaction(context.db, async (tx) => {
    const waiting = await lockWaiting(tx, found.paymentId)
    const { payment, utr } = waiting
    const seen = { expected: paise(payment.amountPaise), amount: paiseFromRupees(found.amount) }
    const objection = utr.endsWith(found.utrLastFour)
      ? way.objection(seen)
      : 'These are not the last four digits of the UTR.'
    if (objection) return refuse(tx, { context, found, way, waiting, objection })
    if (way.needsTwo && (await isFirstApproval(tx, { payment, told: waiting, by: found.by })))
      return waitForSecond(tx, { context, found, way, waiting })
    return settle(tx, { context, found, way, waiting })
  })
  if (typeof outcome === 'string') throw new DomainError('mismatch', outcome)
  return outcome
}

type Settling = { context: PaymentContext; found: Found; way: Way; waiting: Waiting }

async function refuse(tx: Db, { context, found, way, waiting, objection }: Settling & { objection: string }) {
  const said = { ...wordOf(found, way), now: context.now() }
  await keepWord(tx, waiting, { result: 'mismatch', said })
  await log(tx, waiting, {
    by: found.by,
    status: waiting.payment.status,
    after: { money: `refused to ${way.act}`, ...typed(found) },
  })
  return objection
}

async function settle(tx: Db, { context, found, way, waiting }: Settling): Promise<ConfirmationResult> {
  const { payment, utr, typedAt } = waiting
  const now = context.now()
  await tx.update(submittedUtrs).set({ settledAt: now }).where(eq(submittedUtrs.utr, utr))
  await processPaymentEvent(
    { db: tx, now: context.now, onPaid: context.onPaid },
    {
      provider: payment.provider,
      source: 'maker',
      clientTxnId: payment.clientTxnId,
      eventId: `found:${payment.id}:${utr}:${typedAt.getTime()}`,
      raw: rawOf(waiting, { ...wordOf(found, way), now }),
      status: { kind: 'success', amount: paiseFromRupees(found.amount), currency: 'INR', upiTxnId: utr, paidAt: now },
    },
  )
  const { status } = onlyRow(await tx.select().from(payments).where(eq(payments.id, payment.id)))
  await log(tx, waiting, { by: found.by, status, after: { money: way.act, ...typed(found) } })
  return { status: toPublicStatus(status), waitsForSecond: false }
}

async function waitForSecond(tx: Db, { context, found, way, waiting }: Settling): Promise<ConfirmationResult> {
  const said = { ...wordOf(found, way), now: context.now() }
  await keepWord(tx, waiting, { result: 'half_confirmed', said, eventId: firstApprovalId(waiting.payment, waiting) })
  const { status } = waiting.payment
  await log(tx, waiting, { by: found.by, status, after: { money: 'first of two confirmations', ...typed(found) } })
  return { status: toPublicStatus(status), waitsForSecond: true }
}

/** The payment with its order, locked, while its number waits for the maker. */
async function lockWaiting(tx: Db, paymentId: string): Promise<Waiting> {
  const [known] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId))
  if (!known) throw new DomainError('not-found', 'There is no such payment.')
  const { order, payment } = await lockPayment(tx, known)
  const told = await tx.select().from(submittedUtrs).where(eq(submittedUtrs.paymentId, paymentId))
  const waiting = told.find(({ settledAt }) => !settledAt)
  if (waiting) return { order, payment, utr: waiting.utr, typedAt: waiting.typedAt }
  throw new DomainError(
    'conflict',
    told.length > 0 ? 'Somebody has already decided about this payment.' : 'No UTR of this payment waits for you.',
  )
}

type Word = { act: string; by: Actor; now: Date; amount?: number; utrLastFour?: string; note?: string; reason?: string }

const typed = ({ amount, utrLastFour, note }: ConfirmPaymentInput) => ({ amount, utrLastFour, ...(note && { note }) })
const wordOf = (found: Found, { act }: Way) => ({ act, by: found.by, ...typed(found) })

/** Who, when, and what was typed. */
function rawOf({ utr }: Waiting, { by, now, ...said }: Word): string {
  return JSON.stringify({ ...said, utr, by: by.email, byId: by.id, at: now.toISOString() })
}

type Kept = { result: 'applied' | 'mismatch' | 'half_confirmed'; said: Word; eventId?: string }

async function keepWord(tx: Db, waiting: Waiting, { result, said, eventId = randomUUID() }: Kept): Promise<void> {
  const { provider, clientTxnId, id } = waiting.payment
  const word = { provider, clientTxnId, source: 'maker' as const, eventId, raw: rawOf(waiting, said) }
  await recordPaymentEvent(tx, word, { paymentId: id, result })
}

type Logged = { by: Actor; status: PaymentStatus; after: Record<string, unknown> }

async function log(tx: Db, { payment, utr }: Waiting, { by, status, after }: Logged): Promise<void> {
  await recordChange(tx, {
    by,
    entity: 'payment',
    entityId: payment.id,
    action: 'update',
    before: { status: toPublicStatus(payment.status), money: 'not looked for' },
    after: { status: toPublicStatus(status), utr, ...after },
  })
}

async function tellNotReceived(tx: Db, { order, payment, utr, typedAt }: Waiting, reason: string): Promise<void> {
  await queueOrderEmail(tx, order, {
    ...paymentRejectedMail({ ...order, amount: rupees(paise(payment.amountPaise)), utr, reason }),
    dedupeKey: `not-received:${payment.id}:${utr}:${typedAt.getTime()}`,
  })
}
