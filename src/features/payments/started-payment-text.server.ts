import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { getPaymentDeadline } from '#src/features/orders/place/reservation-eligibility.server.ts'
import { CONFIRMATION_TIME_TEXT } from '#src/features/payments/manual-upi/utr.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import { isOpenPayment } from './payment-status.ts'

type Started = { order: OrderRow; payment: PaymentRow; submittedUtr: string | null; now: Date }

/** A repeated request gets the payment of the first one, which may have ended meanwhile. */
export function describeStartedPayment({ order, payment, submittedUtr, now }: Started): string {
  const { status, expiresAt } = payment
  if (status === 'refunded') return 'This payment was refunded.'
  if (order.paidAt) return 'This order is already paid.'
  if (status === 'review') return 'We are checking this payment and will write to you. Please do not pay again.'
  if (order.status === 'cancelled') return 'This order is cancelled.'
  if (submittedUtr) return CONFIRMATION_TIME_TEXT
  if (!isOpenPayment(status) || expiresAt <= now)
    return `This payment has ended. ${explainExpiredPrices(order, now) ?? 'Please pay the order from My Orders.'}`
  return status === 'failure' ? 'Your bank did not complete the payment. You can try again.' : 'UPI payment is ready.'
}

/** Prices are guaranteed for a limited time only; late money for an earlier attempt still pays the order. */
export function explainExpiredPrices(order: OrderRow, now: Date): string | undefined {
  if (getPaymentDeadline(order) > now) return undefined
  const ofQuotation = 'The quotation of this order is no longer valid. Please ask us for a new one.'
  const ofCart = 'We keep the prices of an unpaid order for 24 hours. Please fill your cart again.'
  return order.paymentDeadline ? ofQuotation : ofCart
}
