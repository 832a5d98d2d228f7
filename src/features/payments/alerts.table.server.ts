import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

export const reservationIncidents = pgTable('reservation_incidents', {
  kind: text({ enum: ['products', 'shop'] }).primaryKey(),
  beganAt: timestamptz('began_at').notNull(),
  lastSeenAt: timestamptz('last_seen_at').notNull(),
})

export type ReservationIncident = (typeof reservationIncidents.$inferSelect)['kind']

export const unmatchedAlerts = pgTable('unmatched_alerts', {
  id: uuid().primaryKey(),
  notifiedAt: timestamptz('notified_at').notNull(),
})
