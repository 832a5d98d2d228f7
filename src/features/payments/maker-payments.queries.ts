import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { formatDayAndTime } from '#src/core/dates.ts'
import { getJson, getPage, nullIfUnknown, refusalOf, sendJson } from '#src/platform/http.ts'
import { notify } from '#src/platform/notify.ts'
import type {
  BankAnswer,
  BankDay,
  DoneOutside,
  NewRefund,
  PaymentDetails,
  PaymentRecord,
  RefundStanding,
  StrayMoney,
} from './maker-payments.contract.ts'
import type { PaymentFilter } from './payments.rules.ts'

export type WantedPayments = { status?: PaymentFilter; q?: string; from?: string; to?: string }

/** The payment records of a state, of some days, or that carry these words, page by page. */
export const paymentsQuery = ({ status, q, from, to }: WantedPayments) =>
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

/** Asks anew for as many pages as are shown. */
export function loadPayments(queryClient: QueryClient, wanted: WantedPayments) {
  const query = paymentsQuery(wanted)
  const pages = queryClient.getQueryData(query.queryKey)?.pages.length ?? 1
  return queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
}

/** One payment with its timeline; null when there is none. */
export const paymentQuery = (id: PaymentRecord['id']) =>
  queryOptions<PaymentDetails | null>({
    queryKey: ['/api/admin/payments', id],
    queryFn: () => getJson<PaymentDetails>(`/api/admin/payments/${encodeURIComponent(id)}`).catch(nullIfUnknown),
  })

export const bankDaysQuery = queryOptions<BankDay[]>({ queryKey: ['/api/admin/bank-days'] })

export const strayMoneyQuery = infiniteQueryOptions({
  queryKey: ['/api/admin/money'],
  queryFn: ({ pageParam }) => getPage<StrayMoney>(pageParam),
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

/** What the bank says is told in its words; so is a refusal, because trying again would not help. */
export const askBankAgain = mutationOptions({
  mutationFn: (id: PaymentRecord['id']) => sendJson<BankAnswer>('POST', `/api/admin/payments/${id}/recheck`),
  onSuccess: ({ said, mayAskAt }) =>
    notify({ title: 'Bank Asked', description: `${said} It may be asked again on ${formatDayAndTime(mayAskAt)}.` }),
  meta: {
    failure: (error) => ({ title: 'Bank Not Asked', description: refusalOf(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

/** One tap: the clock tells the provider within seconds. */
export const sendMoneyBack = mutationOptions({
  mutationFn: (id: StrayMoney['id']) => sendJson<{ success: true }>('POST', `/api/admin/money/${id}/send-back`),
  meta: {
    success: { title: 'On Its Way', description: 'The bank is asked to send this money back.' },
    failure: (error) => ({ title: 'Not Sent Back', description: refusalOf(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

type Reasoned = { id: StrayMoney['id']; reason: string }

export const acceptMoney = mutationOptions({
  mutationFn: ({ id, reason }: Reasoned) =>
    sendJson<{ success: true }>('POST', `/api/admin/money/${id}/accept`, { reason }),
  meta: {
    success: { title: 'Accepted', description: 'The order is paid.' },
    failure: (error) => ({ title: 'Not Accepted', description: refusalOf(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

export const keepMoney = mutationOptions({
  mutationFn: ({ id, reason }: Reasoned) =>
    sendJson<{ success: true }>('POST', `/api/admin/money/${id}/keep`, { reason }),
  meta: {
    success: { title: 'Left', description: 'This money does not go back.' },
    failure: (error) => ({ title: 'Not Changed', description: refusalOf(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

export const requestRefund = mutationOptions({
  mutationFn: ({ id, ...refund }: NewRefund & { id: PaymentRecord['id'] }) =>
    sendJson<RefundStanding>('POST', `/api/admin/payments/${id}/refunds`, refund),
  meta: {
    success: { title: 'On Its Way', description: 'The bank is asked to send this money back.' },
    failure: (error) => ({ title: 'Not Sent Back', description: refusalOf(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})

export const markDoneOutside = mutationOptions({
  mutationFn: ({ id, ...done }: DoneOutside & { id: StrayMoney['id'] }) =>
    sendJson<{ success: true }>('POST', `/api/admin/money/${id}/done-outside`, done),
  meta: {
    success: { title: 'Written Down', description: 'This money has been sent back.' },
    failure: (error) => ({ title: 'Not Written Down', description: refusalOf(error) ?? 'Please try again.' }),
    refreshes: MONEY,
  },
})
