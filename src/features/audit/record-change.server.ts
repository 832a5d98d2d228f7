import { isDeepStrictEqual } from 'node:util'
import { monotonicNow } from '#src/db/columns.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from './audit.table.server.ts'
import type { AuditAction, AuditEntity } from './audit-entities.ts'

/** An admin, as in `c.var.user` behind `requireAdmin`. */
export type Actor = { id: string; email: string }

/** A person who runs a command on the server. */
export const OPERATOR: Actor = { id: '00000000-0000-0000-0000-000000000000', email: 'operator' }

/** The shop, for what it does automatically. */
export const SYSTEM_ACTOR: Actor = { id: '00000000-0000-0000-0000-000000000001', email: 'The shop' }

export type AuditChange = {
  by: Actor
  entity: AuditEntity
  entityId: string | number
  action: AuditAction
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Records the fields that differ, in the caller's transaction; no difference, no entry. Never pass secrets. */
export async function recordChange(tx: Db, change: AuditChange): Promise<void> {
  await recordChanges(tx, [change])
}

export async function recordChanges(tx: Db, changes: readonly AuditChange[]): Promise<void> {
  const entries = changes.flatMap((change) => entryOf(change) ?? [])
  if (entries.length > 0) await tx.insert(auditLog).values(entries)
}

function entryOf({ by, entity, entityId, action, before, after }: AuditChange) {
  const fields = Object.keys({ ...before, ...after }).filter((key) => !isDeepStrictEqual(before?.[key], after?.[key]))
  if (fields.length === 0) return undefined
  const only = (record: Record<string, unknown> | undefined) =>
    record && Object.fromEntries(fields.filter((key) => key in record).map((key) => [key, record[key]]))
  return {
    actorId: by.id,
    actorEmail: by.email,
    entity,
    entityId: String(entityId),
    action,
    before: only(before),
    after: only(after),
    createdAt: monotonicNow(),
  }
}
