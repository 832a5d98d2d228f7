import { asc, eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { selectOrderCustomers } from '#src/features/orders/lookup/order-customers.server.ts'
import { listParcelRows } from '#src/features/orders/lookup/order-parcels.server.ts'
import { listRefundableBalances, listRefundableOfParcels } from '#src/features/payments/ledger/ledger.server.ts'
import { refundEvents } from '#src/features/payments/ledger/ledger.table.server.ts'
import { MANUAL_UPI } from '#src/features/payments/manual-upi/utr.ts'
import { computeRecheckAt } from '#src/features/payments/payment-state-machine.ts'
import { maskUpiIds } from '#src/features/payments/payment-status.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { REFUND_REASON_TEXTS } from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import type { PaymentDetails } from './admin-payments.contract.ts'
import { findPaymentRecord } from './list-payments.server.ts'

type Entry = PaymentDetails['timeline'][number]

export async function getPaymentDetails(db: Db, id: string): Promise<PaymentDetails> {
  const record = await findPaymentRecord(db, id)
  if (!record) throw new DomainError('not-found', 'Payment not found.')
  const payment = onlyRow(await db.select().from(payments).where(eq(payments.id, id)))
  const started = { at: record.createdAt, text: 'The customer started the payment', amount: record.amount, raw: null }
  const since = [...(await listEventEntries(db, id)), ...(await refundEntries(db, id))]
  return {
    ...record,
    nextRecheckAt: payment.provider === MANUAL_UPI ? null : computeRecheckAt(payment).toISOString(),
    lastPolledAt: payment.lastPolledAt?.toISOString() ?? null,
    pollCount: payment.pollCount,
    received: rupees(paise(payment.receivedPaise)),
    refunded: rupees(paise(payment.refundedPaise)),
    refundable: rupees(paise(Math.max(0, ...(await listRefundableBalances(db, payment)).map(({ left }) => left)))),
    parcels: await listRefundableParcels(db, payment),
    timeline: [started, ...since.sort((a, b) => a.at.localeCompare(b.at))],
  }
}

async function listRefundableParcels(
  db: Db,
  payment: typeof payments.$inferSelect,
): Promise<PaymentDetails['parcels']> {
  const rows = await listParcelRows(db, payment.orderId)
  if (rows.length < 2) return []
  const refundable = await listRefundableOfParcels(db, payment, rows)
  return rows.map(({ id, reference, shippingAddress: to, totalPaise }) => ({
    orderId: reference,
    recipient: `${to.firstName} ${to.lastName}`,
    total: rupees(paise(totalPaise)),
    refundable: rupees(refundable.get(id) ?? paise(0)),
  }))
}

async function listEventEntries(db: Db, paymentId: string): Promise<Entry[]> {
  const events = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.receivedAt))
  return events.map(({ source, result, amountPaise, raw, receivedAt }) => ({
    at: receivedAt.toISOString(),
    text: `${SOURCE_TEXTS[source]}: ${RESULT_TEXTS[result]}`,
    amount: amountPaise === null ? null : rupees(paise(amountPaise)),
    raw: maskUpiIds(raw),
  }))
}

const SOURCE_TEXTS: Record<(typeof paymentEvents.$inferSelect)['source'], string> = {
  webhook: 'Bank notification',
  poll: 'Answer from the bank',
  customer: 'The customer submitted a UTR',
  admin: 'An admin checked the statement',
}

const RESULT_TEXTS: Record<(typeof paymentEvents.$inferSelect)['result'], string> = {
  applied: 'applied',
  awaiting_second_approval: 'confirmed once, a second admin has to confirm it, too',
  mismatch: 'not what we expected, so nothing changed',
  unchanged: 'nothing new',
  stale: 'outdated by a later event',
  duplicate_payment: 'paid a second time',
  review: 'a payment that needs a decision',
  unknown_payment: 'money for an unknown payment',
  unknown_kind: 'not understood',
  double_refund: 'refunded twice',
  failed: 'could not be processed, so nothing changed',
}

async function refundEntries(db: Db, paymentId: string): Promise<Entry[]> {
  const customers = selectOrderCustomers(db)
  const steps = await db
    .select({ step: refundEvents, refund: refunds, customer: customers._.selectedFields })
    .from(refundEvents)
    .innerJoin(refunds, eq(refunds.id, refundEvents.refundId))
    .innerJoin(customers, eq(customers.id, refunds.orderId))
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refundEvents.id))
  return steps.map(({ step, refund, customer: { reference, isParcel } }) => ({
    at: step.createdAt.toISOString(),
    text: `${isParcel ? `${reference}: ` : ''}${describeRefundStep(step, refund)}`,
    amount: rupees(paise(refund.amountPaise)),
    raw: null,
  }))
}

type Step = typeof refundEvents.$inferSelect
type Refund = typeof refunds.$inferSelect

function describeRefundStep({ state, decidedBy, note }: Step, { reason, bankReference }: Refund): string {
  const because = note ? `: ${note}` : ''
  switch (state) {
    case 'due':
      return `Refund due: ${note ?? REFUND_REASON_TEXTS[reason]}`
    case 'requested':
      return `${decidedBy ?? 'The shop'} requested the refund${because}`
    case 'pending':
      return 'The bank is making the refund'
    case 'processed': {
      const under = bankReference ? `, reference ${bankReference}` : ''
      return decidedBy ? `${decidedBy} refunded by hand${under}${because}` : `The bank refunded${under}${because}`
    }
    case 'failed':
      return `The bank could not refund${because}`
    case 'waived':
      return `${decidedBy ?? 'The shop'} waived the refund${because}`
  }
}
