import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { REFUND_SPEEDS, REFUND_STATES } from '#src/features/payments/refunds/refund-state-machine.ts'
import { REFUND_REASONS } from './payment-state-machine.ts'
import { PAYMENT_STATUSES } from './payment-status.ts'

/** One attempt to pay one order. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text().notNull(),
    /** Ours, and the `tr` of the UPI link: 8 to 35 letters and digits. */
    clientTxnId: text('client_txn_id').notNull().unique('payments_client_txn_id_unique'),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('created'),
    amountPaise: integer('amount_paise').notNull(),
    upiLink: text('upi_link'),
    paymentUrl: text('payment_url'),
    upiId: text('upi_id'),
    customerVpa: text('customer_vpa'),
    /** The bank's own number for the money (RRN): one piece of money pays once. */
    upiTxnId: text('upi_txn_id'),
    paidAt: timestamptz('paid_at'),
    /** The money came after the window was over. */
    late: boolean().notNull().default(false),
    remark: text(),
    /** All money that came for it (`money_received`), and what of it went back or is to go (`refunds_due`). */
    receivedPaise: integer('received_paise').notNull().default(0),
    refundedPaise: integer('refunded_paise').notNull().default(0),
    /** Whether the account was not known when it started, and its network for three hours (`forgetOldNetworks`). */
    ofNewcomer: boolean('of_newcomer').notNull().default(false),
    nearNetwork: text('near_network'),
    wideNetwork: text('wide_network'),
    /** When its window is over; of one that ended before, when it ended. */
    expiresAt: timestamptz('expires_at').notNull(),
    /** When the provider is asked next; null when nothing more can come. */
    nextCheckAt: timestamptz('next_check_at'),
    checks: integer().notNull().default(0),
    /** When the provider was last asked. */
    askedAt: timestamptz('asked_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at')
      .notNull()
      .defaultNow()
      .$onUpdate(() => new Date()),
  },
  (table) => [
    uniqueIndex('payments_upi_txn_unique').on(table.provider, table.upiTxnId),
    uniqueIndex('payments_one_success_per_order')
      .on(table.orderId)
      .where(sql`${table.status} in ('success', 'refunded')`),
    uniqueIndex('payments_one_open_per_order')
      .on(table.orderId)
      .where(sql`${table.status} in ('created', 'pending', 'awaiting_confirmation', 'failure')`),
    index('payments_order').on(table.orderId),
    index('payments_next_check').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    index('payments_near_network').on(table.nearNetwork, table.createdAt).where(sql`${table.nearNetwork} is not null`),
    index('payments_wide_network').on(table.wideNetwork, table.createdAt).where(sql`${table.wideNetwork} is not null`),
    index('payments_newest').on(table.createdAt, table.id),
    index('payments_status').on(table.status, table.createdAt, table.id),
    index('payments_paid').on(table.paidAt, table.amountPaise).where(sql`${table.status} in ('success', 'refunded')`),
    check('payments_amount_positive', sql`${table.amountPaise} > 0`),
    // That success needs the whole amount is a constraint too (payments_success_is_paid, in the migration append-only):
    // it can only be added when earlier payments know what they received.
    check('payments_refunded_within_received', sql`${table.refundedPaise} between 0 and ${table.receivedPaise}`),
    check(
      'payments_success_has_evidence',
      sql`${table.status} not in ('success', 'refunded') or (${table.paidAt} is not null and ${table.upiTxnId} is not null)`,
    ),
  ],
)

export const PAYMENT_EVENT_RESULTS = [
  'applied',
  /** One of the two makers whom much money needs. */
  'half_confirmed',
  /** What the maker typed from the statement is not what was expected. */
  'mismatch',
  'unchanged',
  'ignored_backward',
  'surplus',
  'review',
  'unknown_payment',
  'unknown_kind',
  /** The bank sent money back after it had said that it could not, and it had gone back otherwise. */
  'refunded_twice',
  /** The shop stumbled over it: kept, so that money is never only a line in a log. The sender will say it again. */
  'stuck',
] as const

/** Money that has no place with us. One wording, because the indexes are made for it and serve nothing else. */
export const unmatchedResults = sql.raw("in ('review', 'unknown_payment', 'refunded_twice', 'stuck')")

/** Everything that any side said about money, raw and before it had any effect. Never changed, never deleted. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: uuid().primaryKey().defaultRandom(),
    provider: text().notNull(),
    /** The sender's own id of the event: a second delivery cannot be written. */
    eventId: text('event_id').notNull(),
    paymentId: uuid('payment_id').references(() => payments.id),
    source: text({ enum: ['webhook', 'query', 'shopper', 'maker'] }).notNull(),
    raw: text().notNull(),
    result: text({ enum: PAYMENT_EVENT_RESULTS }).notNull(),
    /** The money that it speaks of, where it speaks of any. */
    amountPaise: integer('amount_paise'),
    upiTxnId: text('upi_txn_id'),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
  },
  (table) => [
    unique('payment_events_event_unique').on(table.provider, table.eventId),
    index('payment_events_payment').on(table.paymentId, table.receivedAt),
    index('payment_events_homeless')
      .on(table.receivedAt, table.id)
      .where(sql`${table.result} ${unmatchedResults} and ${table.amountPaise} is not null`),
    // One piece of money may be told by several events.
    index('payment_events_homeless_money')
      .on(table.provider, table.upiTxnId)
      .where(sql`${table.result} ${unmatchedResults}`),
  ],
)

/**
 * Events of which only the provider knows whose money they tell: it is asked afterwards, by the clock, so that whoever
 * sends the event never waits for that. `next_try_at` is null once it is known, or known to be nobody's.
 */
export const eventLookups = pgTable(
  'event_lookups',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => paymentEvents.id),
    tries: integer().notNull().default(0),
    nextTryAt: timestamptz('next_try_at'),
  },
  (table) => [index('event_lookups_turn').on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`)],
)

/**
 * Money that goes back: because it came twice, too late or with the wrong amount, or because the maker wants so. What
 * happened to it is in `refund_events`; the row says how it stands, and whose turn it is.
 */
export const refunds = pgTable(
  'refunds_due',
  {
    /** Also the key under which the provider is asked: the same key is the same refund, however often it is asked for. */
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    provider: text().notNull(),
    upiTxnId: text('upi_txn_id').notNull(),
    amountPaise: integer('amount_paise').notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('due'),
    /** The maker's own words, and the key of the call: the same call again is the same refund. */
    note: text(),
    key: text().unique('refunds_due_key_unique'),
    /** The provider's own id, and the bank's number of the transfer back. */
    providerRefundId: text('provider_refund_id'),
    bankReference: text('bank_reference'),
    /** How fast the provider says that it moves the money; null where nobody has said. */
    speed: text({ enum: REFUND_SPEEDS }),
    /** When the shop began to send it back by itself, within the bounds of the settings; null where a person decided. */
    automaticAt: timestamptz('automatic_at'),
    /** How often the provider was asked for it, and when it is asked next. */
    tries: integer().notNull().default(0),
    nextTryAt: timestamptz('next_try_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('refunds_due_provider_refund_unique').on(table.provider, table.providerRefundId),
    index('refunds_due_payment').on(table.paymentId),
    index('refunds_due_money').on(table.provider, table.upiTxnId),
    index('refunds_due_oldest').on(table.createdAt, table.id),
    index('refunds_due_waiting').on(table.createdAt, table.id).where(sql`${table.state} in ('due', 'failed')`),
    index('refunds_due_automatic').on(table.automaticAt).where(sql`${table.automaticAt} is not null`),
    index('refunds_due_turn').on(table.nextTryAt).where(sql`${table.state} in ('requested', 'pending')`),
    check('refunds_due_amount_positive', sql`${table.amountPaise} > 0`),
  ],
)

/**
 * What a person decided about money that could not be used: it was sent back by hand, outside the shop, or there is
 * nothing to send back. Only ever added to; the money is either a refund that is due, or an event of money that has no
 * place with us.
 */
export const unmatchedResolutions = pgTable(
  'money_decisions',
  {
    id: uuid().primaryKey().defaultRandom(),
    refundId: uuid('refund_id')
      .unique('money_decisions_refund_once')
      .references(() => refunds.id),
    eventId: uuid('event_id')
      .unique('money_decisions_event_once')
      .references(() => paymentEvents.id),
    /** The bank's number of the transfer back; without one it says why nothing goes back. */
    bankReference: text('bank_reference'),
    note: text(),
    /** By the address, not as a reference: what somebody decided stays when they have gone. */
    decidedBy: text('decided_by').notNull(),
    decidedAt: timestamptz('decided_at').notNull(),
  },
  (table) => [
    check('money_decisions_about_one', sql`num_nonnulls(${table.refundId}, ${table.eventId}) = 1`),
    check(
      'money_decisions_have_a_ground',
      sql`${table.bankReference} is not null or (${table.eventId} is not null and ${table.note} is not null)`,
    ),
  ],
)

/** The sandbox's own books: what the shopper's pretended bank decided, whether or not its webhook reached us. */
export const sandboxBank = pgTable(
  'sandbox_bank',
  {
    clientTxnId: text('client_txn_id').primaryKey(),
    amountPaise: integer('amount_paise').notNull(),
    outcome: text({ enum: ['success', 'failure'] }),
    upiTxnId: text('upi_txn_id'),
    decidedAt: timestamptz('decided_at'),
  },
  (table) => [index('sandbox_bank_moved').on(table.decidedAt).where(sql`${table.outcome} = 'success'`)],
)

/** What the pretended bank has sent back, each once under the key of whoever asked for it. */
export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    key: text().primaryKey(),
    upiTxnId: text('upi_txn_id').notNull(),
    amountPaise: integer('amount_paise').notNull(),
    bankReference: text('bank_reference').notNull(),
    sentAt: timestamptz('sent_at').notNull().defaultNow(),
  },
  (table) => [
    index('sandbox_refunds_money').on(table.upiTxnId),
    check('sandbox_refunds_amount_positive', sql`${table.amountPaise} > 0`),
  ],
)
