import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnly, personalData, timestamptz } from '#src/db/columns.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { REFUND_STATES } from '#src/features/payments/refunds/refund-state-machine.ts'

/** Every capture of a payment. `payments.received_paise` is the sum, and an RRN belongs to one payment. */
export const paymentCaptures = pgTable(
  'payment_captures',
  {
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    provider: text().notNull(),
    upiTxnId: text('upi_txn_id').notNull(),
    /** Minor units of the currency: paise unless the gateway reports another one. */
    amountPaise: integer('amount_paise').notNull(),
    currency: text().notNull().default('INR'),
    paidAt: timestamptz('paid_at').notNull(),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
  },
  (table) => [
    unique('payment_captures_once').on(table.provider, table.upiTxnId),
    index('payment_captures_payment').on(table.paymentId),
    index('payment_captures_day').on(table.paidAt),
    check('payment_captures_amount_positive', sql`${table.amountPaise} > 0`),
  ],
)

personalData(paymentCaptures, { keep: { 'money that the bank lists too': ['provider', 'upiTxnId', 'currency'] } })
appendOnly(paymentCaptures)

/** The history of a refund. The last row is the current state. */
export const refundEvents = pgTable(
  'refund_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    state: text({ enum: REFUND_STATES }).notNull(),
    note: text(),
    /** An email address, not a reference; null for the shop and the bank. */
    decidedBy: text('decided_by'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('refund_events_refund').on(table.refundId, table.id),
    uniqueIndex('refund_events_processed_once').on(table.refundId).where(sql`${table.state} = 'processed'`),
  ],
)

personalData(refundEvents, { keep: { 'what the gateway or an admin said about the money': ['note', 'decidedBy'] } })
appendOnly(refundEvents)

/** Deltas per day in India: triggers append and a job compacts, so that payments never wait for each other. */
export const revenueEntries = pgTable(
  'revenue_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    day: date().notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
  },
  (table) => [index('revenue_entries_day').on(table.day, table.amountPaise)],
)
