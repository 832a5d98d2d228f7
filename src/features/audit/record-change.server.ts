import { isDeepStrictEqual } from 'node:util'
import { monotonicNow } from '#src/db/columns.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from './audit.table.server.ts'
import type { AuditAction, AuditEntity } from './audit-entities.ts'

/** Who sits at the desk; `c.var.user` behind `requireAdmin` is one. */
export type Actor = { id: string; email: string }

/** Who changes something by a command on the machine itself. */
export const OPERATOR: Actor = { id: '00000000-0000-0000-0000-000000000000', email: 'operator' }

/** What the shop does by itself, because an admin has set that it shall. */
export const SYSTEM_ACTOR: Actor = { id: '00000000-0000-0000-0000-000000000001', email: 'The shop itself' }

export type AuditChange = {
  by: Actor
  entity: AuditEntity
  /** As the maker's screens and addresses name it. */
  entityId: string | number
  action: AuditAction
  /** The record as it was; absent for what is new. */
  before?: Record<string, unknown>
  /** The record as it is now; absent for what is gone. */
  after?: Record<string, unknown>
}

/**
 * Writes a change of the maker's into the log, in the transaction that makes it: no change without its entry. Of the
 * records only the fields that differ are kept; a change that changes nothing is none. Secrets must not be handed in.
 */
export async function recordChange(tx: Db, change: AuditChange): Promise<void> {
  await recordChanges(tx, [change])
}

/** The same for changes that were made together. */
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
