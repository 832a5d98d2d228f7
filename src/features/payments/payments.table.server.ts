import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnly, personalData, timestamptz } from '#src/db/columns.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { REFUND_SPEEDS, REFUND_STATES } from '#src/features/payments/refunds/refund-state-machine.ts'
import { REFUND_REASONS } from './payment-state-machine.ts'
import { PAYMENT_STATUSES } from './payment-status.ts'

export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text().notNull(),
    /** Also the `tr` of the UPI link: 8 to 35 letters and digits. */
    clientTxnId: text('client_txn_id').notNull().unique('payments_client_txn_id_unique'),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('created'),
    amountPaise: integer('amount_paise').notNull(),
    upiLink: text('upi_link'),
    paymentUrl: text('payment_url'),
    upiId: text('upi_id'),
    customerVpa: text('customer_vpa'),
    upiTxnId: text('upi_txn_id'),
    paidAt: timestamptz('paid_at'),
    late: boolean().notNull().default(false),
    remark: text(),
    /** The sums of the captures and of the refunds made or due. */
    receivedPaise: integer('received_paise').notNull().default(0),
    refundedPaise: integer('refunded_paise').notNull().default(0),
    byFirstTimeCustomer: boolean('by_first_time_customer').notNull().default(false),
    nearNetwork: text('near_network'),
    wideNetwork: text('wide_network'),
    expiresAt: timestamptz('expires_at').notNull(),
    nextPollAt: timestamptz('next_poll_at'),
    pollCount: integer('poll_count').notNull().default(0),
    lastPolledAt: timestamptz('last_polled_at'),
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
    index('payments_next_poll').on(table.nextPollAt).where(sql`${table.nextPollAt} is not null`),
    index('payments_near_network').on(table.nearNetwork, table.createdAt).where(sql`${table.nearNetwork} is not null`),
    index('payments_wide_network').on(table.wideNetwork, table.createdAt).where(sql`${table.wideNetwork} is not null`),
    index('payments_newest').on(table.createdAt, table.id),
    index('payments_status').on(table.status, table.createdAt, table.id),
    index('payments_paid').on(table.paidAt, table.amountPaise).where(sql`${table.status} in ('success', 'refunded')`),
    check('payments_amount_positive', sql`${table.amountPaise} > 0`),
    // payments_success_is_paid (migration append-only) requires the full amount for success.
    check('payments_refunded_within_received', sql`${table.refundedPaise} between 0 and ${table.receivedPaise}`),
    check(
      'payments_success_has_evidence',
      sql`${table.status} not in ('success', 'refunded') or (${table.paidAt} is not null and ${table.upiTxnId} is not null)`,
    ),
  ],
)

personalData(payments, {
  erase: ['customerVpa', 'nearNetwork', 'wideNetwork'],
  keep: {
    'a reference of ours or of the gateway': ['provider', 'clientTxnId'],
    'how to pay the shop': ['upiLink', 'paymentUrl', 'upiId'],
    'money that the bank lists too': ['upiTxnId', 'remark'],
  },
})

export const PAYMENT_EVENT_RESULTS = [
  'applied',
  'awaiting_second_approval',
  'mismatch',
  'unchanged',
  'stale',
  'duplicate_payment',
  'review',
  'unknown_payment',
  'unknown_kind',
  /** The bank sent a refund that it had reported as failed, after it was refunded otherwise. */
  'double_refund',
  /** Processing failed; stored so that an admin sees the money. */
  'failed',
] as const

/** One wording, because partial indexes match this text. */
export const unmatchedResults = sql.raw("in ('review', 'unknown_payment', 'double_refund', 'failed')")

/** Every raw event about money, stored before it has an effect. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: uuid().primaryKey().defaultRandom(),
    provider: text().notNull(),
    /** The sender's event id; unique, so a redelivery is a duplicate. */
    eventId: text('event_id').notNull(),
    paymentId: uuid('payment_id').references(() => payments.id),
    source: text({ enum: ['webhook', 'poll', 'customer', 'admin'] }).notNull(),
    raw: text().notNull(),
    result: text({ enum: PAYMENT_EVENT_RESULTS }).notNull(),
    amountPaise: integer('amount_paise'),
    upiTxnId: text('upi_txn_id'),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
  },
  (table) => [
    unique('payment_events_event_unique').on(table.provider, table.eventId),
    index('payment_events_payment').on(table.paymentId, table.receivedAt),
    index('payment_events_unmatched')
      .on(table.receivedAt, table.id)
      .where(sql`${table.result} ${unmatchedResults} and ${table.amountPaise} is not null`),
    // Several events may report one capture.
    index('payment_events_unmatched_capture')
      .on(table.provider, table.upiTxnId)
      .where(sql`${table.result} ${unmatchedResults}`),
  ],
)

personalData(paymentEvents, {
  keep: { 'evidence of money; payers are masked before it is stored': ['provider', 'eventId', 'raw', 'upiTxnId'] },
})
appendOnly(paymentEvents)

/** Events whose payment only the gateway knows; a job asks it. `next_attempt_at` is null once this is answered. */
export const eventLookups = pgTable(
  'event_lookups',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => paymentEvents.id),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
  },
  (table) => [
    index('event_lookups_next_attempt').on(table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`),
  ],
)

/** One refund, due or made; its history is in `refund_events`. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also the idempotency key at the gateway. */
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The order that is credited: one of those that the payment pays. */
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text().notNull(),
    upiTxnId: text('upi_txn_id').notNull(),
    amountPaise: integer('amount_paise').notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('due'),
    /** The admin's note and the idempotency key of the request. */
    note: text(),
    idempotencyKey: text('idempotency_key').unique('refunds_idempotency_key_unique'),
    providerRefundId: text('provider_refund_id'),
    bankReference: text('bank_reference'),
    speed: text({ enum: REFUND_SPEEDS }),
    /** When the shop started it automatically; null where an admin decided. */
    automaticAt: timestamptz('automatic_at'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('refunds_provider_refund_unique').on(table.provider, table.providerRefundId, table.orderId, table.reason),
    index('refunds_payment').on(table.paymentId),
    index('refunds_order').on(table.orderId),
    index('refunds_capture').on(table.provider, table.upiTxnId),
    index('refunds_oldest').on(table.createdAt, table.id),
    index('refunds_undecided').on(table.createdAt, table.id).where(sql`${table.state} in ('due', 'failed')`),
    index('refunds_automatic').on(table.automaticAt).where(sql`${table.automaticAt} is not null`),
    index('refunds_next_attempt').on(table.nextAttemptAt).where(sql`${table.state} in ('requested', 'pending')`),
    check('refunds_amount_positive', sql`${table.amountPaise} > 0`),
  ],
)

personalData(refunds, {
  keep: {
    'money that the bank lists too': ['provider', 'upiTxnId', 'bankReference'],
    'a reference of ours or of the gateway': ['idempotencyKey', 'providerRefundId'],
    'written by an admin': ['note'],
  },
})

/** An admin's resolution of an unmatched payment: refunded externally, or nothing to refund. */
export const unmatchedResolutions = pgTable(
  'unmatched_resolutions',
  {
    id: uuid().primaryKey().defaultRandom(),
    refundId: uuid('refund_id')
      .unique('unmatched_resolutions_refund_once')
      .references(() => refunds.id),
    eventId: uuid('event_id')
      .unique('unmatched_resolutions_event_once')
      .references(() => paymentEvents.id),
    bankReference: text('bank_reference'),
    note: text(),
    /** An email address, not a reference: it outlives the account. */
    decidedBy: text('decided_by').notNull(),
    decidedAt: timestamptz('decided_at').notNull(),
  },
  (table) => [
    check('unmatched_resolutions_one_subject', sql`num_nonnulls(${table.refundId}, ${table.eventId}) = 1`),
    check(
      'unmatched_resolutions_have_reason',
      sql`${table.bankReference} is not null or (${table.eventId} is not null and ${table.note} is not null)`,
    ),
  ],
)

personalData(unmatchedResolutions, {
  keep: { 'money that the bank lists too': ['bankReference'], 'written by an admin': ['note', 'decidedBy'] },
})
appendOnly(unmatchedResolutions)
export const reservationIncidents = pgTable('reservation_incidents', {
  kind: text({ enum: ['products', 'shop'] }).primaryKey(),
  beganAt: timestamptz('began_at').notNull(),
  lastSeenAt: timestamptz('last_seen_at').notNull(),
})

export type ReservationIncident = (typeof reservationIncidents.$inferSelect)['kind']

export const unmatchedAlerts = pgTable('unmatched_alerts', {
  id: uuid().primaryKey(),
  notifiedAt: timestamptz('notified_at').notNull(),
})
