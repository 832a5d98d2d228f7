/** The states of a payment (india.md 7.2). What people read is in `shownStatus`. */
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

/** While a payment is in one of these, its order's pieces are held for it. */
export const OPEN_PAYMENT_STATUSES = [
  'created',
  'pending',
  'awaiting_confirmation',
  'failure',
] as const satisfies readonly PaymentStatus[]

export function isOpenPayment(status: PaymentStatus): boolean {
  return OPEN_PAYMENT_STATUSES.some((open) => open === status)
}

/** The words that the calls carry: the specification's three, or the state itself. */
export function toPublicStatus(status: PaymentStatus): Exclude<PaymentStatus, 'created' | 'awaiting_confirmation'> {
  return status === 'created' || status === 'awaiting_confirmation' ? 'pending' : status
}

/** By what the maker filters: the words that people see. */
export const PAYMENT_FILTERS = ['success', 'pending', 'failure', 'expired', 'cancelled', 'review', 'refunded'] as const
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number]

/** The states behind a word that people see. */
export function listStatusesShownAs(shown: PaymentFilter): PaymentStatus[] {
  return PAYMENT_STATUSES.filter((status) => toPublicStatus(status) === shown)
}

/** What the maker's screen calls a state: the specification's three, any other as it is. */
export function statusLabel(shown: string): string {
  return LABELS.get(shown) ?? shown
}

const LABELS = new Map([
  ['success', 'Success'],
  ['pending', 'Pending'],
  ['failure', 'Failed'],
])

/** A UPI id of which only the beginning and the bank can be read: as***@okaxis. In whatever text it stands. */
export function maskUpiIds(text: string): string {
  return text.replaceAll(/([A-Za-z0-9._-]{1,2})[A-Za-z0-9._-]*(@[A-Za-z][A-Za-z0-9.-]+)/g, '$1***$2')
}

/**
 * What a provider said without the person behind it: kept for ever, so it may not hold more of them than the maker needs.
 * In the text itself, because also what cannot be read is kept. Take the signature and the hash of the whole text first.
 */
export function redactPayer(raw: string): string {
  return maskUpiIds(raw.replaceAll(/("(?:contact|email)"\s*:\s*)("[^"]*"|\d+)/g, '$1"***"'))
}

const HOUR_MS = 3_600_000

/** How long money waits for a person. Takes an ISO time. */
export function formatWaitingTime(since: string, now: number): string {
  const hours = Math.floor((now - Date.parse(since)) / HOUR_MS)
  if (hours < 1) return 'came just now'
  if (hours < 48) return `waits ${hours === 1 ? '1 hour' : `${hours} hours`}`
  return `waits ${Math.floor(hours / 24)} days`
}
