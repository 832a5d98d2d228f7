import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

/** How often something was tried in the window that runs. Shared by every process; one row a key. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEnds: timestamptz('window_ends').notNull(),
})
