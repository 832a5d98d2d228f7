import { bigint, date, index, integer, pgTable } from 'drizzle-orm/pg-core'

/**
 * What each day in India earned, in parts: triggers add a part whenever a payment or a refund begins or ceases to count
 * (migration revenue-and-first-orders), and the clock adds up the parts of a day. Only ever added to by those who pay, so
 * that nobody waits for anybody; a sum over it is what a sum over all payments and refunds would be.
 */
export const revenueEntries = pgTable(
  'revenue_parts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    day: date().notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
  },
  (table) => [index('revenue_parts_day').on(table.day, table.amountPaise)],
)
