import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'

/**
 * The bank's number (UTR) under which a shopper says to have paid: a payment waits for one, and no other payment has
 * it as long as it stands here. A number under which money came stands here for ever. What is typed proves nothing;
 * whatever was typed, corrected and decided is kept as events.
 */
export const submittedUtrs = pgTable(
  'typed_utrs',
  {
    utr: text().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    typedAt: timestamptz('typed_at').notNull(),
    /** When the maker has found it on the statement; until then it waits. */
    settledAt: timestamptz('settled_at'),
  },
  (table) => [
    uniqueIndex('typed_utrs_one_waiting').on(table.paymentId).where(sql`${table.settledAt} is null`),
    index('typed_utrs_payment').on(table.paymentId),
    index('typed_utrs_waiting').on(table.typedAt).where(sql`${table.settledAt} is null`),
    check('typed_utrs_twelve_digits', sql`${table.utr} ~ '^[0-9]{12}$'`),
  ],
)
