import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'

/** A submitted UTR. One payment waits for each, and a UTR with money stays. Its history is in the events. */
export const submittedUtrs = pgTable(
  'submitted_utrs',
  {
    utr: text().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    submittedAt: timestamptz('submitted_at').notNull(),
    resolvedAt: timestamptz('resolved_at'),
  },
  (table) => [
    uniqueIndex('submitted_utrs_one_waiting').on(table.paymentId).where(sql`${table.resolvedAt} is null`),
    index('submitted_utrs_payment').on(table.paymentId),
    index('submitted_utrs_waiting').on(table.submittedAt).where(sql`${table.resolvedAt} is null`),
    check('submitted_utrs_twelve_digits', sql`${table.utr} ~ '^[0-9]{12}$'`),
  ],
)

personalData(submittedUtrs, { keep: { 'money that the bank lists too': ['utr'] } })
