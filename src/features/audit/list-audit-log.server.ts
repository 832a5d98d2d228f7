import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { countCapped } from '#src/db/capped-count.server.ts'
import type { Db } from '#src/db/database.server.ts'
import type { AuditEntry, AuditListParams } from './audit.contract.ts'
import { auditLog } from './audit.table.server.ts'

type Filter = Pick<AuditListParams, 'entity' | 'id'>

/** Lists a page of the log, newest first. An unknown cursor gives an empty page. */
export async function listAuditLog(
  db: Db,
  { limit, cursor, ...filter }: AuditListParams,
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

/** Counts the entries up to the cap. */
export const countAuditLog = (db: Db, filter: Filter) => countCapped(db, auditLog, wanted(filter))

function wanted({ entity, id }: Filter): SQL | undefined {
  return and(entity && eq(auditLog.entity, entity), id === undefined ? undefined : eq(auditLog.entityId, id))
}

/** Compared in the database: a JavaScript date would lose the microseconds. */
function olderThan(cursor: string): SQL {
  return sql`(${auditLog.createdAt}, ${auditLog.id}) < (select created_at, id from audit_log where id = ${cursor})`
}

function toEntry({ id, actorEmail, entity, entityId, action, before, after, createdAt }: typeof auditLog.$inferSelect) {
  return { id, by: actorEmail, entity, entityId, action, before, after, at: createdAt.toISOString() }
}
