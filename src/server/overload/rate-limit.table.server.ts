import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEnds: timestamptz('window_ends').notNull(),
})

personalData(rateLimits, { keep: { 'a hash, gone when its window ends': ['key'] } })
