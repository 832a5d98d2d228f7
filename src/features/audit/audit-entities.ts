export const AUDIT_ENTITIES = [
  'order',
  'product',
  'category',
  'picture',
  'payment',
  'custom-order',
  'story',
  'review',
  'ticket',
  'message',
  'promotion',
  'batch',
  'settings',
  'admin',
  'account',
] as const
export type AuditEntity = (typeof AUDIT_ENTITIES)[number]

export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
