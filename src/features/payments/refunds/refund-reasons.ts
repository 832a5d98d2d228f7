import type { RefundReason } from '#src/features/payments/payment-state-machine.ts'

export const REFUND_REASON_TEXTS: Record<RefundReason, string> = {
  'duplicate-payment': 'It was paid a second time; the order had its money already.',
  'wrong-amount': 'Another amount came than the order costs.',
  'sold-out': 'It came late, and the pieces were sold meanwhile.',
  'promo-gone': 'It came late, and the promo code was used up meanwhile.',
  'order-cancelled': 'The order was cancelled.',
  overpayment: 'More came than the order costs, and the order was accepted.',
  admin: 'The refund that you requested could not be sent.',
}
