import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount, paise, rupees } from '#src/core/money.ts'
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

export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  create: 'added',
  update: 'changed',
  delete: 'removed',
}

/** One field of a change, for people. A value that was not there is undefined. */
export type ChangedField = { field: string; before: string | undefined; after: string | undefined }

/** The fields that a change touched, each as it was and as it became. */
export function listChangedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    field: inWords(name.replace(PAISE, '')),
    before: before && name in before ? fieldInWords(name, before[name]) : undefined,
    after: after && name in after ? fieldInWords(name, after[name]) : undefined,
  }))
}

/** Which thing was changed, for people: an id that only computers read is `this product`. */
export function describeEntity({ entity, entityId }: Pick<AuditEntry, 'entity' | 'entityId'>): string {
  return UUID.test(entityId) ? `this ${ENTITY_LABELS[entity].toLowerCase()}` : entityId
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const PAISE = /Paise$/

/** What is kept in paise is read in rupees: `quotedPaise` 100000 is 'Quoted' ₹1,000.00. */
function fieldInWords(name: string, value: unknown): string {
  return PAISE.test(name) && typeof value === 'number' ? formatAmount(rupees(paise(value))) : valueInWords(value)
}

/** `minStock` is 'Min stock'. */
function inWords(name: string): string {
  const words = name
    .replace(/[-_]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return MOMENT.test(value) ? formatDayAndTime(value) : value
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueInWords).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${inWords(name)}: ${valueInWords(part)}`)
      .join('; ')
  return String(value)
}
