import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

/** Which refunds and which news about money the admins have been written to about, because they wait for a decision. */
export const unmatchedAlerts = pgTable('money_alerts', {
  /** Of the refund or of the event. */
  id: uuid().primaryKey(),
  toldAt: timestamptz('told_at').notNull(),
})
