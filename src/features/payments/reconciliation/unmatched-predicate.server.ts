import { type SQL, sql } from 'drizzle-orm'
import { paymentCaptures } from '#src/features/payments/ledger/ledger.table.server.ts'
import { FAILED_EVENT_PREFIX } from '#src/features/payments/payment-record.server.ts'
import {
  eventLookups,
  paymentEvents,
  refunds,
  unmatchedResolutions,
  unmatchedResults,
} from '#src/features/payments/payments.table.server.ts'

export const UNMATCHED_REASONS: Record<string, string> = {
  review:
    'The bank reported this money under the number of another payment, which has it. No money arrived for this one.',
  unknown_payment: 'Money arrived for an unknown payment.',
  double_refund: 'The bank refunded this money, and it had been refunded already: a double refund.',
  failed: 'The shop could not process this event. It is processed when the bank sends it again.',
}

/**
 * Whether a refund waits for an admin; a failed one that is owed is due again in a new row. In constants, as the partial
 * index has them.
 */
export const needsDecision: SQL = sql`(${refunds.state} in ('due', 'failed')
  and (${refunds.state} = 'due' or ${refunds.reason} = 'admin'))`

const isOf = (result: string) => sql`${paymentEvents.result} = ${result}`

/** Another event reports the same money and leaves nothing to decide here. */
const isSuperseded: SQL = sql`exists (
  select 1 from ${paymentEvents} other
  where other.result ${unmatchedResults} and other.provider = ${paymentEvents.provider}
    and other.upi_txn_id = ${paymentEvents.upiTxnId} and other.id <> ${paymentEvents.id}
    -- Every payment that waits in review for the money of another one has to be let go.
    and (${paymentEvents.result} <> 'review' or other.result = 'review' and other.payment_id = ${paymentEvents.paymentId})
    and (
      exists (select 1 from ${unmatchedResolutions} d where d.event_id = other.id)
      or other.result = ${paymentEvents.result} and (other.received_at, other.id) < (${paymentEvents.receivedAt}, ${paymentEvents.id})
      or ${paymentEvents.result} = 'failed' and other.result <> 'failed'))`

/**
 * The capture or its refund was recorded meanwhile. Scalar subqueries, because `exists` within `or` may scan all
 * refunds.
 */
const isMatchedLater: SQL = sql`(${isOf('unknown_payment')} or ${isOf('failed')}) and coalesce(
  (select true from ${paymentCaptures} m
    where m.provider = ${paymentEvents.provider} and m.upi_txn_id = ${paymentEvents.upiTxnId}),
  (select true from ${refunds} r where r.provider = ${paymentEvents.provider}
    and r.provider_refund_id = ${paymentEvents.upiTxnId} and r.state = 'processed' limit 1),
  (select true from ${paymentEvents} again where ${isOf('failed')} and again.provider = ${paymentEvents.provider}
    and again.event_id = substr(${paymentEvents.eventId}, ${FAILED_EVENT_PREFIX.length + 1})),
  false)`

/** A refund of this money exists and is decided by itself. */
const hasRefund: SQL = sql`exists (select 1 from ${refunds} r
  where r.provider = ${paymentEvents.provider} and r.upi_txn_id = ${paymentEvents.upiTxnId}
    and (${paymentEvents.result} <> 'review' or r.payment_id = ${paymentEvents.paymentId}))`

/** The gateway lookup is still pending. */
const isLookupPending: SQL = sql`exists (select 1 from ${eventLookups} l where l.event_id = ${paymentEvents.id}
  and l.next_attempt_at is not null and ${paymentEvents.receivedAt} > now() - interval '15 minutes')`

/** Whether an event reports money that an admin must decide about; the earliest open event stands for the capture. */
export const isUnmatched: SQL = sql`${paymentEvents.result} ${unmatchedResults}
  and ${paymentEvents.amountPaise} is not null
  and not exists (select 1 from ${unmatchedResolutions} d where d.event_id = ${paymentEvents.id})
  and not ${isSuperseded} and not (${isMatchedLater}) and not ${hasRefund} and not ${isLookupPending}`
