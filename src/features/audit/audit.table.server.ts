import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnly, personalData, timestamptz } from '#src/db/columns.server.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from './audit-entities.ts'

/** Changes by admins: who, when, before and after. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Not a foreign key: entries outlive the account of the admin. */
    actorId: uuid('actor_id').notNull(),
    actorEmail: text('actor_email').notNull(),
    entity: text({ enum: AUDIT_ENTITIES }).notNull(),
    entityId: text('entity_id').notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('audit_log_newest').on(table.createdAt, table.id),
    index('audit_log_entity').on(table.entity, table.entityId, table.createdAt),
  ],
)

personalData(auditLog, {
  keep: { 'what an admin did; the hash chain covers it': ['actorEmail', 'entityId', 'before', 'after'] },
})
appendOnly(auditLog)

/** Each hash includes the previous one. Written by the database at commit (migration audit-chain). */
export const auditChain = pgTable('audit_chain', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  entryId: uuid('entry_id')
    .notNull()
    .unique('audit_chain_entry_unique')
    .references(() => auditLog.id),
  hash: text().notNull(),
})

personalData(auditChain, { keep: { 'what an admin did; the hash chain covers it': ['hash'] } })
appendOnly(auditChain)
