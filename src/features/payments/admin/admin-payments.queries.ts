import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { conflictMessage, getJson, getPage, nullOn404, sendJson } from '#src/browser/http-client.ts'
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

export const paymentsQuery = ({ status, q, from, to }: PaymentListFilters) =>
  infiniteQueryOptions({
    queryKey: ['/api/admin/payments', 'desk', status ?? '', q ?? '', from ?? '', to ?? ''],
    queryFn: ({ pageParam }) => getPage<PaymentRecord>(pageParam),
    initialPageParam: `/api/admin/payments?${new URLSearchParams({
      ...(status && { status }),
      ...(q && { q }),
      ...(from && { from }),
      ...(to && { to }),
      limit: '25',
    })}`,
    getNextPageParam: ({ next }) => next,
  })

export function loadPayments(queryClient: QueryClient, wanted: PaymentListFilters) {
  const query = paymentsQuery(wanted)
  const pages = queryClient.getQueryData(query.queryKey)?.pages.length ?? 1
  return queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
}

export const paymentQuery = (id: PaymentRecord['id']) =>
  queryOptions<PaymentDetails | null>({
    queryKey: ['/api/admin/payments', id],
    queryFn: () => getJson<PaymentDetails>(`/api/admin/payments/${encodeURIComponent(id)}`).catch(nullOn404),
  })

export const dailyReconciliationQuery = queryOptions<ReconciliationDay[]>({ queryKey: ['/api/admin/bank-days'] })

export const unmatchedPaymentsQuery = infiniteQueryOptions({
  queryKey: ['/api/admin/money'],
  queryFn: ({ pageParam }) => getPage<UnmatchedPayment>(pageParam),
  initialPageParam: '/api/admin/money?limit=25',
  getNextPageParam: ({ next }) => next,
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
