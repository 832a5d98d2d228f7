import { mutationOptions } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import type { VerifyRoute } from '#src/features/payments/payments.api.server.ts'
import type { StartedPayment, VerifyPayment } from '#src/features/payments/payments.contract.ts'

/** Only the server decides whether a payment is paid. */
export const fetchPaymentStatus = ({ transactionId, orderId }: VerifyPayment) =>
  sendJson<VerifyRoute>('POST', '/api/payments/upi/verify', { transactionId, orderId })

export const UPI_READY_TOAST = { title: 'UPI Payment Ready', description: 'Scan the QR code or choose your UPI app.' }

export const startOrderPayment = mutationOptions({
  mutationFn: ({ orderId, deliverTo }: { orderId: string; deliverTo: string | undefined }) =>
    sendJson<StartedPayment>('POST', `/api/orders/${orderId}/pay${deliverTo ? `?deliverTo=${deliverTo}` : ''}`),
  meta: { success: UPI_READY_TOAST, refreshes: [ordersQuery.queryKey] },
})

export const verifyPayment = mutationOptions({
  mutationFn: fetchPaymentStatus,
  meta: {
    failure: { title: 'Verification Error', description: 'Unable to verify payment. Please contact support.' },
  },
})
