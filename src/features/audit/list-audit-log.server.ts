import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { countCapped, isAfterCursor, toPage } from '#src/db/pages.server.ts'
import type { AuditListParams } from './audit.contract.ts'
import { auditLog } from './audit.table.server.ts'

type Filter = Pick<AuditListParams, 'entity' | 'id'>

export async function listAuditLog(db: Db, { limit, cursor, ...filter }: AuditListParams) {
  const found = await db
    .select()
    .from(auditLog)
    .where(and(wanted(filter), isAfterCursor(cursor, { table: auditLog, by: auditLog.createdAt })))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit + 1)
  return toPage(found.map(toEntry), limit)
}

export const countAuditLog = (db: Db, filter: Filter) => countCapped(db, auditLog, wanted(filter))

function wanted({ entity, id }: Filter): SQL | undefined {
  return and(entity && eq(auditLog.entity, entity), id === undefined ? undefined : eq(auditLog.entityId, id))
}

function toEntry({ id, actorEmail, entity, entityId, action, before, after, createdAt }: typeof auditLog.$inferSelect) {
  return { id, by: actorEmail, entity, entityId, action, before, after, at: createdAt.toISOString() }
}
