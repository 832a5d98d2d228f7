import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { formatAmount, type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { queueOrderEmail } from '#src/features/orders/messages/notify-customer.server.ts'
import { loadOrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import { lockParcels, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { getPaymentWindowEnd } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import type {
  ConfirmationResult,
  ConfirmPaymentInput,
  RejectPaymentInput,
} from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { paymentRejectedMail } from '#src/features/payments/manual-upi/manual-upi.messages.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { lockPayment, type PaymentRow, recordPaymentEvent } from '#src/features/payments/payment-record.server.ts'
import { type PaymentStatus, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { applyUnpaidEvent, processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { firstApprovalId, isFirstApproval } from './dual-approval.server.ts'

type Found = ConfirmPaymentInput & { paymentId: string; by: Actor }

/** Confirms a payment found on the bank statement; above the limit it waits for a second admin. */
export async function confirmPayment(context: PaymentContext, found: Found): Promise<ConfirmationResult> {
  return applyFinding(context, found, {
    act: 'confirm',
    objection: ({ expected, amount }) =>
      amount === expected
        ? undefined
        : `The expected amount is ${formatAmount(rupees(expected))}. You entered another one.`,
    needsDualApproval: true,
  })
}

/** Records a wrong amount: it does not pay the order and must be refunded or accepted. */
export async function reportWrongAmount(context: PaymentContext, found: Found): Promise<ConfirmationResult> {
  return applyFinding(context, found, {
    act: 'wrong amount',
    objection: ({ expected, amount }) =>
      amount === expected ? 'This is the expected amount: please confirm it instead.' : undefined,
    // Nothing is handed out yet; accepting it is the second approval (forbidSelfApproval).
    needsDualApproval: false,
  })
}

/** Rejects a payment that is not on the statement; the customer may correct the UTR or pay again. */
export async function rejectPayment(
  context: PaymentContext,
  { paymentId, by, reason }: RejectPaymentInput & { paymentId: string; by: Actor },
): Promise<ConfirmationResult> {
  const now = context.now()
  return inTransaction(context.db, async (tx) => {
    const waiting = await lockPending(tx, paymentId)
    const { payment, order, utr } = waiting
    await recordAdminEvent(tx, waiting, { result: 'applied', said: { act: 'not received', by, now, reason } })
    await tx.delete(submittedUtrs).where(eq(submittedUtrs.utr, utr))
    const event = { type: 'rejected', windowEndsAt: getPaymentWindowEnd(payment) } as const
    const status = await applyUnpaidEvent(tx, { payment, order, event, now })
    await log(tx, waiting, { by, status, after: { money: 'not received', reason } })
    await notifyRejected(tx, waiting, reason)
    return { status: toPublicStatus(status), waitsForSecond: false }
  })
}

type WaitingSubmission = { order: OrderRow; payment: PaymentRow; utr: string; submittedAt: Date }
type Seen = { expected: Paise; amount: Paise }
type Decision = {
  act: 'confirm' | 'wrong amount'
  objection: (seen: Seen) => string | undefined
  needsDualApproval: boolean
}

/** Throws only after the mismatch is stored, because the transaction must commit. */
async function applyFinding(context: PaymentContext, found: Found, way: Decision): Promise<ConfirmationResult> {
  const outcome = await inTransaction(context.db, async (tx) => {
    const waiting = await lockPending(tx, found.paymentId)
    const { payment, utr } = waiting
    const seen = { expected: paise(payment.amountPaise), amount: paiseFromRupees(found.amount) }
    const objection = utr.endsWith(found.utrLastFour)
      ? way.objection(seen)
      : 'These are not the last four digits of the UTR.'
    if (objection) return recordMismatch(tx, { context, found, way, waiting, objection })
    if (way.needsDualApproval && (await isFirstApproval(tx, { payment, submitted: waiting, by: found.by })))
      return awaitSecondApproval(tx, { context, found, way, waiting })
    return confirm(tx, { context, found, way, waiting })
  })
  if (typeof outcome === 'string') throw new DomainError('mismatch', outcome)
  return outcome
}

type FindingInput = { context: PaymentContext; found: Found; way: Decision; waiting: WaitingSubmission }

async function recordMismatch(
  tx: Db,
  { context, found, way, waiting, objection }: FindingInput & { objection: string },
) {
  const said = { ...statementOf(found, way), now: context.now() }
  await recordAdminEvent(tx, waiting, { result: 'mismatch', said })
  await log(tx, waiting, {
    by: found.by,
    status: waiting.payment.status,
    after: { money: `refused to ${way.act}`, ...typed(found) },
  })
  return objection
}

async function confirm(tx: Db, { context, found, way, waiting }: FindingInput): Promise<ConfirmationResult> {
  const { payment, utr, submittedAt } = waiting
  const now = context.now()
  await tx.update(submittedUtrs).set({ resolvedAt: now }).where(eq(submittedUtrs.utr, utr))
  await processPaymentEvent(
    { db: tx, now: context.now, events: context.events },
    {
      provider: payment.provider,
      source: 'admin',
      clientTxnId: payment.clientTxnId,
      eventId: `found:${payment.id}:${utr}:${submittedAt.getTime()}`,
      raw: rawOf(waiting, { ...statementOf(found, way), now }),
      status: { kind: 'success', amount: paiseFromRupees(found.amount), currency: 'INR', upiTxnId: utr, paidAt: now },
    },
  )
  const { status } = onlyRow(await tx.select().from(payments).where(eq(payments.id, payment.id)))
  await log(tx, waiting, { by: found.by, status, after: { money: way.act, ...typed(found) } })
  return { status: toPublicStatus(status), waitsForSecond: false }
}

async function awaitSecondApproval(
  tx: Db,
  { context, found, way, waiting }: FindingInput,
): Promise<ConfirmationResult> {
  const said = { ...statementOf(found, way), now: context.now() }
  await recordAdminEvent(tx, waiting, {
    result: 'awaiting_second_approval',
    said,
    eventId: firstApprovalId(waiting.payment, waiting),
  })
  const { status } = waiting.payment
  await log(tx, waiting, { by: found.by, status, after: { money: 'first of two confirmations', ...typed(found) } })
  return { status: toPublicStatus(status), waitsForSecond: true }
}

async function lockPending(tx: Db, paymentId: string): Promise<WaitingSubmission> {
  const [known] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId))
  if (!known) throw new DomainError('not-found', 'Payment not found.')
  const { order, payment } = await lockPayment(tx, known)
  const submissions = await tx.select().from(submittedUtrs).where(eq(submittedUtrs.paymentId, paymentId))
  const waiting = submissions.find(({ resolvedAt }) => !resolvedAt)
  if (waiting) return { order, payment, utr: waiting.utr, submittedAt: waiting.submittedAt }
  throw new DomainError(
    'conflict',
    submissions.length > 0 ? 'This payment has already been decided.' : 'This payment has no UTR to confirm.',
  )
}

type AdminStatement = {
  act: string
  by: Actor
  now: Date
  amount?: number
  utrLastFour?: string
  note?: string
  reason?: string
}

const typed = ({ amount, utrLastFour, note }: ConfirmPaymentInput) => ({ amount, utrLastFour, ...(note && { note }) })
const statementOf = (found: Found, { act }: Decision) => ({ act, by: found.by, ...typed(found) })

function rawOf({ utr }: WaitingSubmission, { by, now, ...said }: AdminStatement): string {
  return JSON.stringify({ ...said, utr, by: by.email, byId: by.id, at: now.toISOString() })
}

type RecordedStatement = {
  result: 'applied' | 'mismatch' | 'awaiting_second_approval'
  said: AdminStatement
  eventId?: string
}

async function recordAdminEvent(
  tx: Db,
  waiting: WaitingSubmission,
  { result, said, eventId = randomUUID() }: RecordedStatement,
): Promise<void> {
  const { provider, clientTxnId, id } = waiting.payment
  const statement = { provider, clientTxnId, source: 'admin' as const, eventId, raw: rawOf(waiting, said) }
  await recordPaymentEvent(tx, statement, { paymentId: id, result })
}

type Logged = { by: Actor; status: PaymentStatus; after: Record<string, unknown> }

async function log(tx: Db, { payment, utr }: WaitingSubmission, { by, status, after }: Logged): Promise<void> {
  await recordChange(tx, {
    by,
    entity: 'payment',
    entityId: payment.id,
    action: 'update',
    before: { status: toPublicStatus(payment.status), money: 'not looked for' },
    after: { status: toPublicStatus(status), utr, ...after },
  })
}

async function notifyRejected(
  tx: Db,
  { order, payment, utr, submittedAt }: WaitingSubmission,
  reason: string,
): Promise<void> {
  const data = await loadOrderEmailData(tx, order, await lockParcels(tx, order))
  await queueOrderEmail(tx, order, {
    ...paymentRejectedMail(data, { amount: paise(payment.amountPaise), utr, reason }),
    idempotencyKey: `not-received:${payment.id}:${utr}:${submittedAt.getTime()}`,
  })
}
