import type { RefundReason } from '#src/features/payments/payment-state-machine.ts'

export const REFUND_REASON_TEXTS: Record<RefundReason, string> = {
  'duplicate-payment': 'It was paid a second time; the order was already paid.',
  'wrong-amount': 'The amount was not the total of the order.',
  'sold-out': 'It came late, and the items were sold meanwhile.',
  'promo-gone': 'It came late, and the promo code was used up meanwhile.',
  'order-cancelled': 'The order was cancelled.',
  overpayment: 'It was more than the total, and the order was accepted.',
  admin: 'The refund that you requested could not be sent.',
}
