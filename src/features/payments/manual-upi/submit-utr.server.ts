import { and, eq, isNull, TransactionRollbackError } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import type { AlertMailKind } from '#src/features/auth/alerts/alert-kinds.ts'
import type { Mail } from '#src/features/notifications/mail/mail.ts'
import { findOrderReferences } from '#src/features/orders/lookup/order-customers.server.ts'
import { lockCustomerOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { findCaptureOwner } from '#src/features/payments/ledger/ledger.server.ts'
import { lockPayment, type PaymentRow, recordPaymentEvent } from '#src/features/payments/payment-record.server.ts'
import { isOpenPayment, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { paymentEvents, payments } from '#src/features/payments/payments.table.server.ts'
import { applyUnpaidEvent } from '#src/features/payments/process-payment-event.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { findPendingUtr } from './await-confirmation.server.ts'
import type { SubmittedUtr, SubmitUtr } from './manual-upi.contract.ts'
import { confirmationRequestMail, type UtrEmailData, utrReusedMail } from './manual-upi.messages.ts'
import { submittedUtrs } from './manual-upi.table.server.ts'
import { CONFIRMATION_TIME_TEXT, isRecentUtr, MANUAL_UPI } from './utr.ts'

export async function submitUtr(context: PaymentContext, userId: string, input: SubmitUtr): Promise<SubmittedUtr> {
  const now = context.now()
  const status = await inTransaction(context.db, async (tx) => {
    const { order, payment } = await lockOwnPayment(tx, userId, input)
    rejectResolvedPayment(payment)
    if (await isAlreadySubmitted(tx, payment, input.utr)) return payment.status
    await limitSubmissions(tx, order)
    const submission = { order, payment, utr: input.utr, now }
    // Read before it is replaced.
    const replacedUtr = (await findPendingUtr(tx, { payment }))?.utr
    if (!(await claimUtr(tx, submission))) {
      await recordSubmission(tx, submission, 'mismatch')
      const firstReference = await findFirstOrder(tx, submission)
      const mail = (data: UtrEmailData) => utrReusedMail({ ...data, firstReference })
      await tellAdmins(tx, submission, { mail, event: 'utr-reused' })
      return 'reused'
    }
    await recordSubmission(tx, submission, 'applied')
    const mail = (data: UtrEmailData) => confirmationRequestMail({ ...data, replacedUtr })
    await tellAdmins(tx, submission, { mail, event: `utr-submitted:${now.getTime()}` })
    return applyUnpaidEvent(tx, { order, payment, event: { type: 'utr-submitted' }, now })
  })
  if (status === 'reused')
    throw new DomainError(
      'invalid',
      'This UTR was already given for another order. Please compare it with your UPI app, or write to us.',
    )
  const warning = isRecentUtr(input.utr, now) ? null : LOOKS_OLD
  const waiting = await findPendingUtr(context.db, { payment: { id: input.transactionId, provider: MANUAL_UPI } })
  const reservedUntil = waiting?.reservedUntil ?? null
  return {
    status: toPublicStatus(status),
    submittedUtr: input.utr,
    message: CONFIRMATION_TIME_TEXT,
    reservedUntil,
    warning,
  }
}

const LOOKS_OLD = "This does not look like one of today's numbers. Please compare it with your UPI app once more."

async function lockOwnPayment(tx: Db, userId: string, { transactionId, orderId }: SubmitUtr) {
  const owner = await lockCustomerOrder(tx, userId, { reference: orderId })
  const [known] = await tx.select().from(payments).where(eq(payments.id, transactionId))
  if (known?.orderId !== owner.id) throw new DomainError('not-found', 'Payment not found.')
  return lockPayment(tx, known)
}

function rejectResolvedPayment({ provider, status }: PaymentRow): void {
  if (provider !== MANUAL_UPI)
    throw new DomainError('conflict', 'The bank confirms this payment automatically; you do not need to send a UTR.')
  if (status === 'review') throw new DomainError('conflict', 'We are checking this payment and will write to you.')
  if (status === 'success' || status === 'refunded')
    throw new DomainError('conflict', 'We have already found this payment.')
}

async function isAlreadySubmitted(tx: Db, { id }: PaymentRow, utr: string): Promise<boolean> {
  const [input] = await tx
    .select({ resolvedAt: submittedUtrs.resolvedAt })
    .from(submittedUtrs)
    .where(and(eq(submittedUtrs.utr, utr), eq(submittedUtrs.paymentId, id)))
  if (input?.resolvedAt) throw new DomainError('conflict', 'We have already found the payment with this UTR.')
  return input !== undefined
}

const UTRS_PER_ORDER = 3

/** Stops guessing; a customer who errs three times needs help. */
async function limitSubmissions(tx: Db, { id }: OrderRow): Promise<void> {
  const input = await tx
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .where(and(eq(payments.orderId, id), eq(paymentEvents.source, 'customer')))
  if (input.length >= UTRS_PER_ORDER)
    throw new DomainError('too-many', 'You have submitted three UTRs for this order. Please write to us.')
}

type UtrSubmission = { order: OrderRow; payment: PaymentRow; utr: string; now: Date }

/** Replaces the payment's UTR; false when it belongs to another order or money arrived under it. */
async function claimUtr(tx: Db, { payment, utr, now }: UtrSubmission): Promise<boolean> {
  if (await findCaptureOwner(tx, payment.provider, utr)) return false
  await releaseFromEndedAttempt(tx, payment, utr)
  try {
    await tx.transaction(async (savepoint) => {
      await savepoint
        .delete(submittedUtrs)
        .where(and(eq(submittedUtrs.paymentId, payment.id), isNull(submittedUtrs.resolvedAt)))
      const taken = await savepoint
        .insert(submittedUtrs)
        .values({ utr, paymentId: payment.id, submittedAt: now })
        .onConflictDoNothing({ target: submittedUtrs.utr })
        .returning({ utr: submittedUtrs.utr })
      if (taken.length === 0) savepoint.rollback()
    })
    return true
  } catch (error) {
    if (error instanceof TransactionRollbackError) return false
    throw error
  }
}

async function releaseFromEndedAttempt(tx: Db, { orderId }: PaymentRow, utr: string): Promise<void> {
  const [holder] = await tx
    .select({ status: payments.status, orderId: payments.orderId })
    .from(submittedUtrs)
    .innerJoin(payments, eq(payments.id, submittedUtrs.paymentId))
    .where(and(eq(submittedUtrs.utr, utr), isNull(submittedUtrs.resolvedAt)))
  if (holder && holder.orderId === orderId && !isOpenPayment(holder.status))
    await tx.delete(submittedUtrs).where(eq(submittedUtrs.utr, utr))
}

async function recordSubmission(
  tx: Db,
  { order, payment, utr, now }: UtrSubmission,
  result: 'applied' | 'mismatch',
): Promise<void> {
  const said = {
    provider: payment.provider,
    source: 'customer' as const,
    clientTxnId: payment.clientTxnId,
    eventId: `told:${payment.id}:${utr}:${now.getTime()}`,
    raw: JSON.stringify({ utr, order: order.reference, at: now.toISOString() }),
  }
  await recordPaymentEvent(tx, said, { paymentId: payment.id, result })
}

async function findFirstOrder(tx: Db, { payment, utr }: UtrSubmission): Promise<string | undefined> {
  const [claimed] = await tx
    .select({ paymentId: submittedUtrs.paymentId })
    .from(submittedUtrs)
    .where(eq(submittedUtrs.utr, utr))
  const owner = claimed?.paymentId ?? (await findCaptureOwner(tx, payment.provider, utr))
  const [first] = owner ? await tx.select().from(payments).where(eq(payments.id, owner)) : []
  return first && (await findOrderReferences(tx, [first.orderId])).get(first.orderId)
}

type AdminsMail = { mail: (data: UtrEmailData) => Mail<AlertMailKind>; event: string }

async function tellAdmins(
  tx: Db,
  { order, payment, utr, now }: UtrSubmission,
  { mail, event }: AdminsMail,
): Promise<void> {
  const amount = paise(payment.amountPaise)
  const link = absoluteUrl('/admin/payments?status=decide')
  await alertAdmins(tx, {
    mail: mail({ ...order, amount, utr, link }),
    idempotencyKey: `${event}:${payment.id}:${utr}`,
    now,
  })
}
