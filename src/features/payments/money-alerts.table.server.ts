import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#src/platform/moment.server.ts'

/** Which refunds and which news about money the admins have been written to about, because they wait for a decision. */
export const moneyAlerts = pgTable('money_alerts', {
  /** Of the refund or of the event. */
  id: uuid().primaryKey(),
  toldAt: moment('told_at').notNull(),
})
