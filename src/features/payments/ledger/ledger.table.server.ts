import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { REFUND_STATES } from '#src/features/payments/refunds/refund-state-machine.ts'

/**
 * Every piece of money that came for a payment: the first, a second one, one of another amount. Only ever added to;
 * `payments.received_paise` is its sum. One piece of money, by the bank's number, belongs to one payment for ever.
 */
export const paymentCaptures = pgTable(
  'money_received',
  {
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    provider: text().notNull(),
    /** The bank's own number for the money (RRN). */
    upiTxnId: text('upi_txn_id').notNull(),
    /** In the smallest unit of its currency, which is paise but for mistakes. */
    amountPaise: integer('amount_paise').notNull(),
    currency: text().notNull().default('INR'),
    /** When it moved, as the bank has it. */
    paidAt: timestamptz('paid_at').notNull(),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
  },
  (table) => [
    unique('money_received_once').on(table.provider, table.upiTxnId),
    index('money_received_payment').on(table.paymentId),
    index('money_received_day').on(table.paidAt),
    check('money_received_amount_positive', sql`${table.amountPaise} > 0`),
  ],
)

/** Every state that a refund was ever in, and who or what brought it there. Only ever added to; the last one counts. */
export const refundEvents = pgTable(
  'refund_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    state: text({ enum: REFUND_STATES }).notNull(),
    /** What was said about it: a reason, or the bank's words. */
    said: text(),
    /** By the address, not as a reference; null for the shop itself and the bank. */
    decidedBy: text('decided_by'),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (table) => [
    index('refund_events_refund').on(table.refundId, table.id),
    uniqueIndex('refund_events_processed_once').on(table.refundId).where(sql`${table.state} = 'processed'`),
  ],
)
