import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from './audit-entities.ts'

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
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('audit_log_newest').on(table.createdAt, table.id),
    index('audit_log_entity').on(table.entity, table.entityId, table.createdAt),
  ],
)

/**
 * The chain over the log: each entry's hash holds the one before, so that nobody changes an entry, takes one out or puts
 * one in without all that follow telling. Written by the database when a transaction commits (migration audit-chain).
 */
export const auditChain = pgTable('audit_seals', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  entryId: uuid('entry_id')
    .notNull()
    .unique('audit_seals_entry_unique')
    .references(() => auditLog.id),
  hash: text().notNull(),
})
