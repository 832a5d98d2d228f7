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
export function shownStatus(status: PaymentStatus): Exclude<PaymentStatus, 'created' | 'awaiting_confirmation'> {
  return status === 'created' || status === 'awaiting_confirmation' ? 'pending' : status
}
