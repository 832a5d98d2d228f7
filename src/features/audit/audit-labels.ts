import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount, paise, rupees } from '#src/core/money.ts'
import { capitalize } from '#src/core/words.ts'
import type { AuditEntry } from './audit.contract.ts'
import type { AuditAction, AuditEntity } from './audit-entities.ts'

export const ENTITY_LABELS: Readonly<Record<AuditEntity, string>> = {
  order: 'Order',
  product: 'Product',
  category: 'Category',
  picture: 'Picture',
  payment: 'Payment',
  'custom-order': 'Custom order',
  story: 'Story',
  review: 'Review',
  ticket: 'Message to the studio',
  message: 'Sent message',
  promotion: 'Promotion',
  batch: 'Batch',
  settings: 'Settings',
  admin: 'Admin',
  account: 'Customer account',
}

const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  create: 'added',
  update: 'changed',
  delete: 'removed',
}

/** What happened, by entity, changed field and action. */
const CHANGES: Readonly<Record<string, (after: unknown) => string>> = {
  'admin.session delete': () => 'Admin session ended',
  'admin.invitation create': () => 'Admin invited',
  'admin.invitation delete': () => 'Invitation cancelled',
  'admin.notifications create': () => 'Alerts on a device switched on',
  'admin.notifications delete': () => 'Alerts on a device switched off',
  'admin.signInCodes update': (state) => `Authenticator app switched ${state}`,
  'admin.password update': () => 'Admin password changed',
  'admin.lock update': () => 'Admin unlocked',
  'product.archived update': (isArchived) => (isArchived ? 'Product archived' : 'Product put on sale again'),
  'product.stock update': () => 'Stock changed',
  'category.position update': () => 'Category moved',
  'order.packed update': (isPacked) => (isPacked ? 'Order packed' : 'Order no longer packed'),
  'order.noteId update': () => 'Note added to an order',
  'ticket.replyId update': () => 'Message to the studio answered',
  'settings.openedAt update': () => 'Shop opened',
}

export function describeChange({ entity, action, before, after }: AuditEntry): string {
  const label = ENTITY_LABELS[entity]
  const fields = Object.keys({ ...before, ...after })
  if (fields.length > 3) return `${label} ${ACTION_LABELS[action]}`
  const field = fields.find((name) => `${entity}.${name} ${action}` in CHANGES)
  const change = field && CHANGES[`${entity}.${field} ${action}`]?.(after?.[field])
  if (change) return change
  return action === 'update' && after && 'status' in after
    ? `${label} marked as ${after.status}`
    : `${label} ${ACTION_LABELS[action]}`
}

export type ChangedField = { field: string; before: string | undefined; after: string | undefined }

export function listChangedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    field: toLabel(name.replace(PAISE, '')),
    before: before && name in before ? formatField(name, before[name]) : undefined,
    after: after && name in after ? formatField(name, after[name]) : undefined,
  }))
}

export function describeEntity({ entity, entityId, name }: Pick<AuditEntry, 'entity' | 'entityId' | 'name'>): string {
  const what = ENTITY_LABELS[entity].toLowerCase()
  if (name) return entity === 'payment' ? `the payment of ${name}` : name
  if (entity === 'admin') return isUuid(entityId) ? 'this session' : entityId
  return isUuid(entityId) || /^\d+$/.test(entityId) ? `this ${what}` : entityId
}

export const isUuid = (id: string) => UUID.test(id)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const PAISE = /Paise$/

/** Amounts in paise are shown in rupees: `quotedPaise` 100000 is 'Quoted' ₹1,000.00. */
function formatField(name: string, value: unknown): string {
  return PAISE.test(name) && typeof value === 'number' ? formatAmount(rupees(paise(value))) : formatValue(value)
}

function toLabel(name: string): string {
  const words = name
    .replace(/[-_]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return capitalize(words)
}

const ISO_TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return ISO_TIMESTAMP.test(value) ? formatDayAndTime(value) : value
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(formatValue).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${toLabel(name)}: ${formatValue(part)}`)
      .join('; ')
  return String(value)
}
