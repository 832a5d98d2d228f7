import { counted } from '#src/core/words.ts'

export const PAYMENT_STATUSES = [
  'created',
  'pending',
  'awaiting_confirmation',
  'failure',
  'expired',
  'cancelled',
  'review',
  'success',
  'refunded',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** In these states the order's stock is reserved. */
export const OPEN_PAYMENT_STATUSES = [
  'created',
  'pending',
  'awaiting_confirmation',
  'failure',
] as const satisfies readonly PaymentStatus[]

export function isOpenPayment(status: PaymentStatus): boolean {
  return OPEN_PAYMENT_STATUSES.some((open) => open === status)
}

/** Tells whether a payment can no longer be paid, and was not. */
export function isPaymentEnded(status: string): boolean {
  return status === 'expired' || status === 'cancelled'
}

/** Maps a state to the public status: the specification's three, or the state itself. */
export function toPublicStatus(status: PaymentStatus): Exclude<PaymentStatus, 'created' | 'awaiting_confirmation'> {
  return status === 'created' || status === 'awaiting_confirmation' ? 'pending' : status
}

export const PAYMENT_FILTERS = ['success', 'pending', 'failure', 'expired', 'cancelled', 'review', 'refunded'] as const
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number]

export function listStatusesShownAs(shown: PaymentFilter): PaymentStatus[] {
  return PAYMENT_STATUSES.filter((status) => toPublicStatus(status) === shown)
}

export function statusLabel(shown: string): string {
  return LABELS.get(shown) ?? shown
}

const LABELS = new Map([
  ['success', 'Success'],
  ['pending', 'Pending'],
  ['failure', 'Failed'],
])

/** Masks UPI ids in a text: as***@okaxis. */
export function maskUpiIds(text: string): string {
  return text.replaceAll(/([A-Za-z0-9._-]{1,2})[A-Za-z0-9._-]*(@[A-Za-z][A-Za-z0-9.-]+)/g, '$1***$2')
}

/**
 * Removes personal data from a raw event before it is stored, and what the database cannot store. Verify the signature
 * and hash the body first.
 */
export function redactPayer(raw: string): string {
  return maskUpiIds(raw.replaceAll('\0', '').replaceAll(/("(?:contact|email)"\s*:\s*)("[^"]*"|\d+)/g, '$1"***"'))
}

const HOUR_MS = 3_600_000

export function formatWaitingTime(since: string, now: number): string {
  const hours = Math.floor((now - Date.parse(since)) / HOUR_MS)
  if (hours < 1) return 'received just now'
  if (hours < 48) return `waits ${counted(hours, 'hour')}`
  return `waits ${Math.floor(hours / 24)} days`
}
