import {
  cancelQuotedCustomOrder,
  confirmPaidQuote,
} from '#src/features/custom-orders/quotes/quote-order-sync.server.ts'
import type { OrderEvents } from '#src/features/orders/order-events.server.ts'
import {
  creditRefund,
  invoicePaidOrder,
  notifyRefundDue,
} from '#src/features/payments/order-payment/invoice-and-notify.server.ts'
import { cancelOrderPayment } from '#src/features/payments/order-payment/order-outcome.server.ts'

import { findRefundedPieces } from '#src/features/problems/settle-problem.server.ts'

/** What the features do when something happens to an order. Invoices come last: their number series is the last lock. */
export const ORDER_EVENTS: OrderEvents = {
  paid: [confirmPaidQuote, invoicePaidOrder],
  refundCancelled: cancelOrderPayment,
  cancelled: [cancelQuotedCustomOrder],
  refundDue: [notifyRefundDue],
  refunded: [
    async (tx, event) =>
      creditRefund(tx, { ...event, pieces: await findRefundedPieces(tx, event.refund.idempotencyKey) }),
  ],
}
