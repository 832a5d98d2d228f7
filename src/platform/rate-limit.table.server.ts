import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** How often something was tried in the window that runs. Shared by every process; one row a key. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEnds: timestamp('window_ends', { withTimezone: true }).notNull(),
})
