import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { payments } from './payments.table.server.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The bank's number (UTR) under which a shopper says to have paid: one payment's one number, and nobody else's as long
 * as it stands here. It proves nothing; whatever was typed, corrected and decided is kept as events.
 */
export const typedUtrs = pgTable(
  'typed_utrs',
  {
    utr: text().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique('typed_utrs_one_per_payment')
      .references(() => payments.id),
    typedAt: moment('typed_at').notNull(),
    /** When the maker has found it on the statement; until then it waits. */
    settledAt: moment('settled_at'),
  },
  (table) => [
    index('typed_utrs_waiting').on(table.typedAt).where(sql`${table.settledAt} is null`),
    check('typed_utrs_twelve_digits', sql`${table.utr} ~ '^[0-9]{12}$'`),
  ],
)
