import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import type {
  ConfirmationQueue,
  ConfirmationResult,
  ConfirmPaymentInput,
  PendingConfirmation,
  RejectPaymentInput,
  SubmitUtr,
} from './manual-upi.contract.ts'
import type { SubmitUtrRoute } from './submit-utr.api.server.ts'

export const submitUtrMutation = mutationOptions({
  mutationFn: (input: SubmitUtr) => sendJson<SubmitUtrRoute>('POST', '/api/payments/upi/utr', input),
  meta: { refreshes: [ordersQuery.queryKey] },
})

export const confirmationsQuery = queryOptions<ConfirmationQueue>({ queryKey: ['/api/admin/money/confirmations'] })

const refreshes = [
  confirmationsQuery.queryKey,
  ['/api/admin/payments'],
  ['/api/admin/money'],
  ['/api/admin/today'],
  ordersQuery.queryKey,
]

type About = { payment: PendingConfirmation['payment'] }

export const confirmPaymentMutation = mutationOptions({
  mutationFn: ({ payment, ...seen }: ConfirmPaymentInput & About) =>
    sendJson<ConfirmationResult>('POST', `/api/admin/payments/${payment}/confirm`, seen),
  meta: { success: { title: 'Saved', description: 'Your confirmation is saved.' }, refreshes },
})

export const reportWrongAmountMutation = mutationOptions({
  mutationFn: ({ payment, ...seen }: ConfirmPaymentInput & About) =>
    sendJson<ConfirmationResult>('POST', `/api/admin/payments/${payment}/wrong-amount`, seen),
  meta: { success: { title: 'Saved', description: 'This money must be refunded to the customer.' }, refreshes },
})

export const rejectPaymentMutation = mutationOptions({
  mutationFn: ({ payment, ...why }: RejectPaymentInput & About) =>
    sendJson<ConfirmationResult>('POST', `/api/admin/payments/${payment}/reject`, why),
  meta: { success: { title: 'Saved', description: 'We have written to the customer.' }, refreshes },
})
