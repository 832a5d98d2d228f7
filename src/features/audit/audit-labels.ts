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

const ADMIN_CHANGES: Readonly<Record<string, Partial<Record<AuditAction, string>>>> = {
  session: { delete: 'Admin session ended' },
  invitation: { create: 'Admin invited', delete: 'Invitation cancelled' },
  notifications: { create: 'Alerts on a device switched on', delete: 'Alerts on a device switched off' },
}

const UPDATES: Readonly<Record<string, (after: unknown) => string>> = {
  'product.archived': (isArchived) => (isArchived ? 'Product archived' : 'Product put on sale again'),
  'product.stock': () => 'Stock changed',
  'category.position': () => 'Category moved',
  'order.packed': (isPacked) => (isPacked ? 'Order packed' : 'Order no longer packed'),
  'order.noteId': () => 'Note added to an order',
  'ticket.replyId': () => 'Message to the studio answered',
  'settings.openedAt': () => 'Shop opened',
  'admin.signInCodes': (state) => `Authenticator app switched ${state}`,
  'admin.password': () => 'Admin password changed',
  'admin.lock': () => 'Admin unlocked',
}

export function describeChange(entry: AuditEntry): string {
  const { entity, action, before, after } = entry
  const fields = Object.keys({ ...before, ...after })
  const adminChange = entity === 'admin' && fields.map((field) => ADMIN_CHANGES[field]?.[action]).find(Boolean)
  return adminChange || describeUpdate(entry, fields) || `${ENTITY_LABELS[entity]} ${ACTION_LABELS[action]}`
}

function describeUpdate({ entity, action, after }: AuditEntry, fields: string[]): string | undefined {
  if (action !== 'update' || fields.length > 3) return undefined
  const field = fields.find((name) => `${entity}.${name}` in UPDATES)
  if (field) return UPDATES[`${entity}.${field}`]?.(after?.[field])
  return after && 'status' in after ? `${ENTITY_LABELS[entity]} marked as ${after.status}` : undefined
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
  if (!isUuid(entityId)) return /^\d+$/.test(entityId) ? `this ${what}` : entityId
  return entity === 'admin' ? 'this session' : `this ${what}`
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
