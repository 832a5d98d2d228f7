import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#src/platform/moment.server.ts'

/**
 * When unpaid orders last held more than half of products, or of the shop, and since when: an incident lasts until nothing
 * of the kind was seen for an hour, and the admins are written to once for each.
 */
export const holdIncidents = pgTable('hold_incidents', {
  kind: text({ enum: ['products', 'shop'] }).primaryKey(),
  beganAt: moment('began_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
})

export type HoldIncident = (typeof holdIncidents.$inferSelect)['kind']
