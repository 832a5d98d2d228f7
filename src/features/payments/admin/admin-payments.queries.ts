import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { conflictMessage, getJson, nullOn404, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { PaymentFilter } from '#src/features/payments/payment-status.ts'
import type {
  ExternalRefund,
  NewRefund,
  PaymentDetails,
  PaymentRecord,
  RecheckResult,
  ReconciliationDay,
  RefundSummary,
  UnmatchedPayment,
} from './admin-payments.contract.ts'

export type PaymentListFilters = { status?: PaymentFilter; q?: string; from?: string; to?: string }

export const paymentsQuery = (filters: PaymentListFilters) =>
  pagedQuery<PaymentRecord>(['/api/admin/payments', 'admin'], '/api/admin/payments', { ...filters, limit: 25 })

export const paymentQuery = (id: PaymentRecord['id']) =>
  queryOptions<PaymentDetails | null>({
    queryKey: ['/api/admin/payments', id],
    queryFn: () => getJson<PaymentDetails>(`/api/admin/payments/${encodeURIComponent(id)}`).catch(nullOn404),
  })

export const dailyReconciliationQuery = queryOptions<ReconciliationDay[]>({ queryKey: ['/api/admin/bank-days'] })

export const unmatchedPaymentsQuery = pagedQuery<UnmatchedPayment>(['/api/admin/money'], '/api/admin/money', {
  limit: 25,
})

const MONEY = [
  ['/api/admin/payments'],
  ['/api/admin/money'],
  ['/api/admin/bank-days'],
  ['/api/admin/today'],
  ['/api/orders'],
]

export const recheckPaymentMutation = mutationOptions({
  mutationFn: (id: PaymentRecord['id']) => sendJson<RecheckResult>('POST', `/api/admin/payments/${id}/recheck`),
  onSuccess: ({ message, nextRecheckAt }) =>
    showToast({
      title: 'Bank Checked',
      description: `${message} It may be asked again on ${formatDayAndTime(nextRecheckAt)}.`,
    }),
  meta: {
    failure: (error) => ({ title: 'Bank Not Checked', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

/** Only requests the refund; the worker sends it within seconds. */
export const issueRefundMutation = mutationOptions({
  mutationFn: (id: UnmatchedPayment['id']) => sendJson<{ success: true }>('POST', `/api/admin/money/${id}/send-back`),
  meta: {
    success: { title: 'Refund Requested', description: 'The bank has been asked to refund it.' },
    failure: (error) => ({ title: 'Not Refunded', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

type Reasoned = { id: UnmatchedPayment['id']; reason: string }

export const acceptPaymentMutation = mutationOptions({
  mutationFn: ({ id, reason }: Reasoned) =>
    sendJson<{ success: true }>('POST', `/api/admin/money/${id}/accept`, { reason }),
  meta: {
    success: { title: 'Accepted', description: 'The order is paid.' },
    failure: (error) => ({ title: 'Not Accepted', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

export const waiveRefundMutation = mutationOptions({
  mutationFn: ({ id, reason }: Reasoned) =>
    sendJson<{ success: true }>('POST', `/api/admin/money/${id}/keep`, { reason }),
  meta: {
    success: { title: 'Saved', description: 'It will not be refunded.' },
    failure: (error) => ({ title: 'Not Changed', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

export const requestRefundMutation = mutationOptions({
  mutationFn: ({ id, ...refund }: NewRefund & { id: PaymentRecord['id'] }) =>
    sendJson<RefundSummary>('POST', `/api/admin/payments/${id}/refunds`, refund),
  meta: {
    success: { title: 'Refund Requested', description: 'The bank has been asked to refund it.' },
    failure: (error) => ({ title: 'Not Refunded', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

export const recordExternalRefundMutation = mutationOptions({
  mutationFn: ({ id, ...done }: ExternalRefund & { id: UnmatchedPayment['id'] }) =>
    sendJson<{ success: true }>('POST', `/api/admin/money/${id}/done-outside`, done),
  meta: {
    success: { title: 'Saved', description: 'The refund is recorded.' },
    failure: (error) => ({ title: 'Not Saved', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})
