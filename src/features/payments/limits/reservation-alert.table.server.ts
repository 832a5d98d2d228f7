import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

/**
 * When unpaid orders last held more than half of products, or of the shop, and since when: an incident lasts until nothing
 * of the kind was seen for an hour, and the admins are written to once for each.
 */
export const reservationIncidents = pgTable('hold_incidents', {
  kind: text({ enum: ['products', 'shop'] }).primaryKey(),
  beganAt: timestamptz('began_at').notNull(),
  lastSeenAt: timestamptz('last_seen_at').notNull(),
})

export type ReservationIncident = (typeof reservationIncidents.$inferSelect)['kind']
