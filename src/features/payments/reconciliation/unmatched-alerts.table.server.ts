import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

export const unmatchedAlerts = pgTable('money_alerts', {
  id: uuid().primaryKey(),
  toldAt: timestamptz('told_at').notNull(),
})
