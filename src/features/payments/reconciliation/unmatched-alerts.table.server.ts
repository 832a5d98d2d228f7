import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

export const unmatchedAlerts = pgTable('unmatched_alerts', {
  id: uuid().primaryKey(),
  notifiedAt: timestamptz('notified_at').notNull(),
})
