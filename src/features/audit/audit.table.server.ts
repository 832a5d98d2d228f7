import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from './audit.rules.ts'

/** What the maker changed: who, when, before and after. Only ever added to. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Not a foreign key: what somebody did stays when they have gone. */
    actorId: uuid('actor_id').notNull(),
    actorEmail: text('actor_email').notNull(),
    entity: text({ enum: AUDIT_ENTITIES }).notNull(),
    entityId: text('entity_id').notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    /** Only the fields that differ. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('audit_log_newest').on(table.createdAt, table.id),
    index('audit_log_entity').on(table.entity, table.entityId, table.createdAt),
  ],
)
