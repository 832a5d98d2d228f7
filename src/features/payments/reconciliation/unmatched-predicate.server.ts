import { type SQL, sql } from 'drizzle-orm'
import { paymentCaptures } from '#src/features/payments/ledger/ledger.table.server.ts'
import { FAILED_EVENT_PREFIX } from '#src/features/payments/payment-events.server.ts'
import {
  eventLookups,
  paymentEvents,
  refunds,
  unmatchedResolutions,
  unmatchedResults,
} from '#src/features/payments/payments.table.server.ts'

/** Why money has no place with us, in words. */
export const UNMATCHED_REASONS: Record<string, string> = {
  review: 'The bank gave this money the number of another payment, which has it. Nothing came for this one.',
  unknown_payment: 'Money came for a payment that the shop does not know.',
  refunded_twice: 'The bank sent this money back, and it had gone back already: it is gone twice.',
  stuck: 'The shop stumbled over what the bank said about this money. It is worked in when the bank says it again.',
}

const isOf = (result: string) => sql`${paymentEvents.result} = ${result}`

/** That another event tells the same money, in a way that leaves nothing to decide about this one. */
const isToldBetter: SQL = sql`exists (
  select 1 from ${paymentEvents} other
  where other.result ${unmatchedResults} and other.provider = ${paymentEvents.provider}
    and other.upi_txn_id = ${paymentEvents.upiTxnId} and other.id <> ${paymentEvents.id}
    -- Every payment that waits in review for the money of another one has to be let go.
    and (${paymentEvents.result} <> 'review' or other.result = 'review' and other.payment_id = ${paymentEvents.paymentId})
    and (
      exists (select 1 from ${unmatchedResolutions} d where d.event_id = other.id)
      or other.result = ${paymentEvents.result} and (other.received_at, other.id) < (${paymentEvents.receivedAt}, ${paymentEvents.id})
      or ${paymentEvents.result} = 'stuck' and other.result <> 'stuck'))`

/**
 * That money which was nobody's, or stuck, has found its payment meanwhile, or its refund. Asked for as values: where
 * `exists` is one of several ways, the database may prefer to read all refunds that were ever paid.
 */
const hasArrived: SQL = sql`(${isOf('unknown_payment')} or ${isOf('stuck')}) and coalesce(
  (select true from ${paymentCaptures} m
    where m.provider = ${paymentEvents.provider} and m.upi_txn_id = ${paymentEvents.upiTxnId}),
  (select true from ${refunds} r where r.provider = ${paymentEvents.provider}
    and r.provider_refund_id = ${paymentEvents.upiTxnId} and r.state = 'processed'),
  (select true from ${paymentEvents} again where ${isOf('stuck')} and again.provider = ${paymentEvents.provider}
    and again.event_id = substr(${paymentEvents.eventId}, ${FAILED_EVENT_PREFIX.length + 1})),
  false)`

/** That the money goes back as a refund, which is decided about by itself. In review, that of another payment may. */
const goesBack: SQL = sql`exists (select 1 from ${refunds} r
  where r.provider = ${paymentEvents.provider} and r.upi_txn_id = ${paymentEvents.upiTxnId}
    and (${paymentEvents.result} <> 'review' or r.payment_id = ${paymentEvents.paymentId}))`

/** That the provider is just being asked whose it is. Not for long: while it does not answer, a person should know. */
const isBeingPlaced: SQL = sql`exists (select 1 from ${eventLookups} l where l.event_id = ${paymentEvents.id}
  and l.next_try_at is not null and ${paymentEvents.receivedAt} > now() - interval '15 minutes')`

/**
 * Whether an event tells of money that a person has to decide about. The same money may be told by several events (of
 * the payment, of its code, by webhook and as an answer): the earliest one stands for it, until one of them is decided.
 */
export const isUnmatched: SQL = sql`${paymentEvents.result} ${unmatchedResults}
  and ${paymentEvents.amountPaise} is not null
  and not exists (select 1 from ${unmatchedResolutions} d where d.event_id = ${paymentEvents.id})
  and not ${isToldBetter} and not (${hasArrived}) and not ${goesBack} and not ${isBeingPlaced}`
