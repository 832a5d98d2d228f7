import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from './audit-entities.ts'

export const AuditEntry = z.object({
  id: z.uuid(),
  by: z.string(),
  entity: z.enum(AUDIT_ENTITIES),
  entityId: z.string(),
  /** What an admin calls it; null if it is gone or has no other name. */
  name: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  at: z.iso.datetime(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Filters by entity type or by one entity; `cursor` is the last entry of the previous page. */
export const AuditListParams = z.object({
  entity: z.enum(AUDIT_ENTITIES).optional(),
  id: z.string().trim().min(1).max(200).optional(),
  limit: coerceNumber(z.int().min(1).max(200)).default(50),
  cursor: z.uuid().optional(),
})
export type AuditListParams = z.infer<typeof AuditListParams>
