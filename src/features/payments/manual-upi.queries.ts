import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ordersQuery } from '#src/features/orders/orders.queries.ts'
import { sendJson } from '#src/platform/http.ts'
import type {
  Confirmation,
  ConfirmationQueue,
  ConfirmationResult,
  NotReceived,
  OnStatement,
  TellUtr,
  ToldUtr,
} from './manual-upi.contract.ts'

/** Says under which number a payment was made. What went wrong stands in the form. */
export const tellUtr = mutationOptions({
  mutationFn: (told: TellUtr) => sendJson<ToldUtr>('POST', '/api/payments/upi/utr', told),
  meta: { refreshes: [ordersQuery.queryKey] },
})

/** Payments that the maker has to look for on the statement. */
export const confirmationsQuery = queryOptions<ConfirmationQueue>({ queryKey: ['/api/admin/money/confirmations'] })

const refreshes = [
  confirmationsQuery.queryKey,
  ['/api/admin/payments'],
  ['/api/admin/money'],
  ['/api/admin/today'],
  ordersQuery.queryKey,
]

type About = { payment: Confirmation['payment'] }

export const confirmReceived = mutationOptions({
  mutationFn: ({ payment, ...seen }: OnStatement & About) =>
    sendJson<ConfirmationResult>('POST', `/api/admin/payments/${payment}/confirm`, seen),
  meta: { success: { title: 'Written Down', description: 'What you found is kept.' }, refreshes },
})

export const reportWrongAmount = mutationOptions({
  mutationFn: ({ payment, ...seen }: OnStatement & About) =>
    sendJson<ConfirmationResult>('POST', `/api/admin/payments/${payment}/wrong-amount`, seen),
  meta: { success: { title: 'Written Down', description: 'This money has to go back to its shopper.' }, refreshes },
})

export const rejectPayment = mutationOptions({
  mutationFn: ({ payment, ...why }: NotReceived & About) =>
    sendJson<ConfirmationResult>('POST', `/api/admin/payments/${payment}/reject`, why),
  meta: { success: { title: 'Written Down', description: 'The shopper is told by mail.' }, refreshes },
})
