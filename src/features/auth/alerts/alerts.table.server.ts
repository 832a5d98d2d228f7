import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import type { AlertSettings } from './alerts.contract.ts'

export const adminAlertSettings = pgTable('admin_alert_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  channels: jsonb().$type<Partial<AlertSettings['channels']>>().notNull(),
  quietHours: jsonb('quiet_hours').$type<NonNullable<AlertSettings['quietHours']>>(),
  urgentPasses: boolean('urgent_passes').notNull(),
  digest: boolean().notNull(),
})

personalData(adminAlertSettings, {
  keep: { 'only an admin has them, deleted with the access': ['channels', 'quietHours'] },
})
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique('push_subscriptions_endpoint_unique'),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The shop's key when the browser subscribed; pushes with another key do not reach it. */
    publicKey: text('public_key').notNull(),
    device: text().notNull(),
    /** The admin session of this browser. No foreign key, because the session may have expired. */
    sessionId: uuid('session_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastSentAt: timestamptz('last_sent_at'),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)

personalData(pushSubscriptions, {
  keep: { 'only an admin has one, deleted with the access': ['endpoint', 'p256dh', 'auth', 'publicKey', 'device'] },
})

/** Lasting incidents, each of which begins with one alert, and the time of the last digest. */
export const alertIncidents = pgTable('alert_incidents', {
  name: text().primaryKey(),
  beganAt: timestamptz('began_at').notNull(),
})

personalData(alertIncidents, { keep: { 'names a service': ['name'] } })
