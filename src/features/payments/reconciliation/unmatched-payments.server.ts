import { and, eq, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { selectOrderCustomers } from '#src/features/orders/lookup/order-customers.server.ts'
import type { OrderEvents } from '#src/features/orders/order-events.server.ts'
import type { ExternalRefund, UnmatchedPayment } from '#src/features/payments/admin/admin-payments.contract.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { lockPayment } from '#src/features/payments/payment-record.server.ts'
import type { RefundReason } from '#src/features/payments/payment-state-machine.ts'
import { paymentEvents, payments, refunds, unmatchedResolutions } from '#src/features/payments/payments.table.server.ts'
import {
  isUnmatched,
  needsDecision,
  UNMATCHED_REASONS,
} from '#src/features/payments/reconciliation/unmatched-predicate.server.ts'
import { onRefunded } from '#src/features/payments/refunds/refund-events.server.ts'
import { lockRefund } from '#src/features/payments/refunds/refund-record.server.ts'
import type { RefundState } from '#src/features/payments/refunds/refund-state-machine.ts'
import { applyRefundDecision } from '#src/features/payments/refunds/request-refund.server.ts'

type Row = {
  id: string
  kind: UnmatchedPayment['kind']
  at: string
  amount_paise: number
  why: string
  upi_txn_id: string | null
  payment_id: string | null
  reference: string | null
  name: string | null
  phone: string | null
  is_sample: boolean | null
  provider: string
  state: RefundState | null
  may_accept: boolean | null
  may_be_gone: boolean
}

export async function listUnmatchedPayments(
  db: Db,
  { limit, cursor, refundGateway }: { limit: number; cursor?: string; refundGateway: string | undefined },
): Promise<UnmatchedPayment[]> {
  const customers = selectOrderCustomers(db)
  const { rows } = await db.execute<Row>(sql`
    with stray as (
      select id, 'refund' as kind, created_at as at, amount_paise, reason as why, upi_txn_id, payment_id, order_id, provider, state,
        attempts > 0 or provider_refund_id is not null as may_be_gone
      from ${refunds} where ${needsDecision}
      union all
      select id, 'event', received_at, amount_paise, result, upi_txn_id, payment_id, null, provider, null, false
      from ${paymentEvents} where ${isUnmatched}
    )
    select stray.*, ${customers.reference} as reference, ${customers.name} as name, ${customers.phone} as phone,
      ${customers.isSample} as is_sample,
      stray.state = 'due' and not stray.may_be_gone and p.status = 'review' and ${customers.isOpen} and (stray.why in ('sold-out', 'promo-gone')
        or stray.why = 'wrong-amount' and stray.amount_paise > p.amount_paise) as may_accept
    from stray left join ${payments} p on p.id = stray.payment_id left join ${customers} on ${customers.id} = coalesce(stray.order_id, p.order_id)
    ${cursor ? sql`where (stray.at, stray.id) > (select seen.at, seen.id from stray seen where seen.id = ${cursor})` : sql``}
    order by stray.at, stray.id limit ${limit}`)
  return rows.map((row) => toUnmatchedPayment(row, refundGateway))
}

function toUnmatchedPayment(row: Row, refundGateway: string | undefined): UnmatchedPayment {
  const reasons: Record<string, string> = { ...REFUND_REASON_TEXTS, ...UNMATCHED_REASONS }
  const what = reasons[row.why] ?? row.why
  return {
    id: row.id,
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    amount: rupees(paise(row.amount_paise)),
    what: row.state === 'due' && row.may_be_gone ? `${what} ${checkGatewayFirst(row.provider)}` : what,
    upiTxnId: row.upi_txn_id,
    payment: row.payment_id,
    orderId: row.reference,
    customerName: row.name,
    customerMobile: row.phone,
    isSample: row.is_sample ?? false,
    can: decisionsOf(row, refundGateway),
  }
}

const checkGatewayFirst = (provider: string) =>
  `${provider} was asked for it and may have made it already: check there before you refund by hand.`

function decisionsOf(row: Row, refundGateway: string | undefined): UnmatchedPayment['can'] {
  const { kind, why, provider, state, may_accept } = row
  if (kind === 'event') return why === 'review' ? ['keep'] : ['done-outside']
  return [
    ...(may_accept ? (['accept'] as const) : []),
    ...(provider === refundGateway ? (['send-back'] as const) : []),
    'done-outside',
    ...(state === 'failed' ? (['keep'] as const) : []),
  ]
}

type Decision = ExternalRefund & { id: string; by: Actor; events: OrderEvents; now: Date }

/** Records a refund made outside the gateway, with its bank reference, and tells the customer. */
export async function recordExternalRefund(
  { db, events, now }: Pick<PaymentContext, 'db' | 'events' | 'now'>,
  refund: Omit<Decision, 'events' | 'now'>,
): Promise<void> {
  const decision = { ...refund, events, now: now() }
  await inTransaction(db, async (tx) => {
    const isRefund = (await tx.$count(refunds, eq(refunds.id, decision.id))) > 0
    return isRefund ? recordRefundOfPayment(tx, decision) : recordRefundOfEvent(tx, decision)
  })
}

async function recordRefundOfPayment(tx: Db, decision: Decision): Promise<void> {
  const { bankReference, by, now } = decision
  const { order, payment, refund } = await lockRefund(tx, decision.id)
  const moved = await applyRefundDecision(tx, {
    refund,
    event: { type: 'done-outside' },
    by: by.email,
    now,
    note: decision.note,
    bankReference,
  })
  await recordResolution(tx, { refundId: refund.id }, decision)
  await recordChange(tx, {
    by,
    entity: 'payment',
    entityId: refund.paymentId,
    action: 'update',
    before: { refund: refund.state },
    after: { refund: 'done outside', ...stated(decision), amount: rupees(paise(refund.amountPaise)) },
  })
  await onRefunded(tx, { order, payment, refund: moved, events: decision.events, now })
}

async function recordRefundOfEvent(tx: Db, decision: Decision): Promise<void> {
  const event = await findUnmatchedEvent(tx, decision.id)
  if (event.result === 'review')
    throw new DomainError('conflict', 'This money belongs to another payment: there is nothing to refund.')
  await assertUnmatched(tx, event)
  await recordResolution(tx, { eventId: event.id }, decision)
  await logEvent(tx, event, {
    by: decision.by,
    before: { money: 'belongs to nobody' },
    after: { money: 'sent back outside', ...stated(decision) },
  })
}

type Dismissal = { id: string; by: Actor; reason: string; now: Date }

/** Dismisses an event that reported another payment's money, and closes a review without other reasons. */
export async function dismissUnmatched(tx: Db, { id, by, reason, now }: Dismissal): Promise<void> {
  const event = await findUnmatchedEvent(tx, id)
  if (event.result !== 'review' || !event.paymentId)
    throw new DomainError('conflict', 'No other payment has this money: it has to be refunded.')
  const { payment } = await lockPayment(tx, { id: event.paymentId })
  await assertUnmatched(tx, event)
  await recordResolution(tx, { eventId: event.id }, { by, note: reason, now })
  const isClosed = payment.status === 'review' && payment.receivedPaise === 0
  if (isClosed)
    await tx
      .update(payments)
      .set({
        status: 'cancelled',
        remark: `${payment.remark ?? 'Money of another payment'}. No money arrived for this one.`,
      })
      .where(eq(payments.id, payment.id))
  await logEvent(tx, event, {
    by,
    before: { status: payment.status },
    after: { status: isClosed ? 'cancelled' : payment.status, money: 'nothing to send back', reason },
  })
}

type EventRow = typeof paymentEvents.$inferSelect

async function findUnmatchedEvent(tx: Db, id: string): Promise<EventRow> {
  const [event] = await tx.select().from(paymentEvents).where(eq(paymentEvents.id, id))
  if (!event?.amountPaise || !(event.result in UNMATCHED_REASONS))
    throw new DomainError('not-found', 'Payment not found.')
  return event
}

/** Serialises decisions about the same capture, whichever event they name. */
async function assertUnmatched(tx: Db, { id, provider, upiTxnId }: EventRow): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}:${upiTxnId ?? id}`}, 0))`)
  if ((await tx.$count(paymentEvents, and(eq(paymentEvents.id, id), isUnmatched))) === 0)
    throw new DomainError('conflict', 'This payment was decided or matched in the meantime.')
}

type Logged = { by: Actor; before: Record<string, unknown>; after: Record<string, unknown> }

async function logEvent(tx: Db, event: EventRow, { by, before, after }: Logged): Promise<void> {
  await recordChange(tx, {
    by,
    entity: 'payment',
    entityId: event.paymentId ?? event.id,
    action: 'update',
    before,
    after: { ...after, amount: rupees(paise(event.amountPaise ?? 0)) },
  })
}

type Decided = Partial<ExternalRefund> & { by: Actor; now: Date }

async function recordResolution(
  tx: Db,
  about: { refundId: string } | { eventId: string },
  decided: Decided,
): Promise<void> {
  const { by, now, bankReference, note } = decided
  const written = await tx
    .insert(unmatchedResolutions)
    .values({ ...about, bankReference, note, decidedBy: by.email, decidedAt: now })
    .onConflictDoNothing()
    .returning({ id: unmatchedResolutions.id })
  if (written.length === 0) throw new DomainError('conflict', 'This payment has already been decided.')
}

const stated = ({ bankReference, note }: ExternalRefund) => ({ bankReference, ...(note && { note }) })

export const REFUND_REASON_TEXTS: Record<RefundReason, string> = {
  'duplicate-payment': 'It was paid a second time; the order was already paid.',
  'wrong-amount': 'The amount was not the total of the order.',
  'sold-out': 'It came late, and the items were sold meanwhile.',
  'promo-gone': 'It came late, and the promo code was used up meanwhile.',
  'order-cancelled': 'The order was cancelled.',
  overpayment: 'It was more than the total, and the order was accepted.',
  admin: 'The refund that you requested could not be sent.',
}
