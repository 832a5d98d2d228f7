import { bigint, date, index, integer, pgTable } from 'drizzle-orm/pg-core'

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
