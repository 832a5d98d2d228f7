import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { countUpToAThousand } from '#src/platform/bounded-count.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { AuditEntry, AuditPage } from './audit.contract.ts'
import { auditLog } from './audit.table.server.ts'

type Filter = Pick<AuditPage, 'entity' | 'id'>

/** The log, newest first. A cursor that names no entry is the end. */
export async function listChanges(
  db: Db,
  { limit, cursor, ...filter }: AuditPage,
): Promise<{ items: AuditEntry[]; nextCursor: string | undefined }> {
  const found = await db
    .select()
    .from(auditLog)
    .where(and(wanted(filter), cursor ? olderThan(cursor) : undefined))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit + 1)
  const items = found.slice(0, limit).map(toEntry)
  return { items, nextCursor: found.length > limit ? items.at(-1)?.id : undefined }
}

/** How many they are, as far as anybody counts. */
export const countChanges = (db: Db, filter: Filter) => countUpToAThousand(db, auditLog, wanted(filter))

function wanted({ entity, id }: Filter): SQL | undefined {
  return and(entity && eq(auditLog.entity, entity), id === undefined ? undefined : eq(auditLog.entityId, id))
}

/** Compared by the database: a moment that went through JavaScript has lost its microseconds. */
function olderThan(cursor: string): SQL {
  return sql`(${auditLog.createdAt}, ${auditLog.id}) < (select created_at, id from audit_log where id = ${cursor})`
}

function toEntry({ id, actorEmail, entity, entityId, action, before, after, createdAt }: typeof auditLog.$inferSelect) {
  return { id, by: actorEmail, entity, entityId, action, before, after, at: createdAt.toISOString() }
}
