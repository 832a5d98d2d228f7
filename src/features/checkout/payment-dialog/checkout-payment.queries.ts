import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import type { VerifyRoute } from '#src/features/payments/payments.api.server.ts'
import type { StartedPayment, VerifiedPayment, VerifyPayment } from '#src/features/payments/payments.contract.ts'

/** The next poll waits for a running one, which a lost connection may never end. */
const ANSWER_WITHIN_MS = 15_000

/** Only the server decides whether a payment is paid. */
export const fetchPaymentStatus = ({ transactionId, orderId }: VerifyPayment): Promise<VerifiedPayment> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The payment could not be verified in time')), ANSWER_WITHIN_MS)
    sendJson<VerifyRoute>('POST', '/api/payments/upi/verify', { transactionId, orderId }).then(resolve, reject)
  })

export const paymentStatusQuery = (payment: VerifyPayment) =>
  queryOptions({
    queryKey: ['/api/payments/upi/verify', payment.transactionId],
    queryFn: () => fetchPaymentStatus(payment),
    staleTime: 3_000,
    gcTime: 0,
    refetchOnWindowFocus: true,
    networkMode: 'always',
  })

export const UPI_READY_TOAST = { title: 'UPI Payment Ready', description: 'Scan the QR code or choose your UPI app.' }

export const startOrderPayment = mutationOptions({
  mutationFn: ({ orderId, deliverTo }: { orderId: string; deliverTo: string | undefined }) =>
    sendJson<StartedPayment>('POST', `/api/orders/${orderId}/pay${deliverTo ? `?deliverTo=${deliverTo}` : ''}`),
  meta: { success: UPI_READY_TOAST, refreshes: [ordersQuery.queryKey] },
})
