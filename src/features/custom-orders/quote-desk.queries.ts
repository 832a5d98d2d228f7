import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { getJson, getPage, nullIfUnknown, refusalOf, sendJson } from '#src/platform/http.ts'
import { type Notice, notify } from '#src/platform/notify.ts'
import type {
  CustomOrderStatusChange,
  MakersCustomOrder,
  NewQuote,
  QuoteDesk,
  QuoteWords,
  SentQuote,
} from './custom-orders.contract.ts'
import { CUSTOM_ORDERS_A_PAGE, type CustomOrderStatus } from './custom-orders.rules.ts'

const LIST = '/api/admin/custom-orders'

/** The maker's custom orders, part by part. */
export function customOrdersQuery(status: CustomOrderStatus | undefined) {
  const narrowed = new URLSearchParams({ ...(status && { status }), limit: String(CUSTOM_ORDERS_A_PAGE) })
  return infiniteQueryOptions({
    queryKey: [LIST, 'list', status ?? ''],
    queryFn: ({ pageParam }) => getPage<MakersCustomOrder>(pageParam),
    initialPageParam: `${LIST}?${narrowed}`,
    getNextPageParam: ({ next }) => next,
  })
}

/** One custom order with everything about it; null when there is none. */
export const quoteDeskQuery = (id: string) =>
  queryOptions<QuoteDesk | null>({
    queryKey: [LIST, 'one', id],
    queryFn: () => getJson<QuoteDesk>(`${LIST}/${encodeURIComponent(id)}`).catch(nullIfUnknown),
  })

type Of = { id: MakersCustomOrder['id'] }

const REFRESHES = [[LIST], ['/api/admin/today'], ['/api/orders']] as const

/** Says that a quotation is sent only when somebody took it. */
export const sendQuote = mutationOptions({
  mutationFn: ({ id, ...quote }: NewQuote & Of) => sendJson<SentQuote>('PUT', `${LIST}/${id}/quote`, quote),
  onSuccess: (sent) => notify(noticeOf(sent)),
  meta: {
    failure: (error) => ({ title: 'Error', description: refusalOf(error) ?? 'Failed to update quote' }),
    refreshes: REFRESHES,
  },
})

function noticeOf({ sentVia, unsent }: SentQuote): Notice {
  if (sentVia.length > 0) return { title: 'Quote Updated', description: 'Quotation has been sent successfully' }
  const isStuck = unsent.every((message) => message.isStuck)
  return {
    title: 'Quote Saved',
    description: isStuck
      ? 'The quote is saved. The message could not be sent: please look at Messages.'
      : 'The quote is saved. The message waits to be sent.',
  }
}

export const answerQuestion = mutationOptions({
  mutationFn: ({ id, ...words }: QuoteWords & Of) => sendJson<{ success: true }>('POST', `${LIST}/${id}/answer`, words),
  meta: {
    success: { title: 'Answer Sent', description: 'It goes out by e-mail.' },
    failure: (error) => ({ title: 'Error', description: refusalOf(error) ?? 'The answer could not be sent' }),
    refreshes: REFRESHES,
  },
})

export const changeCustomOrderStatus = mutationOptions({
  mutationFn: ({ id, ...change }: CustomOrderStatusChange & Of) =>
    sendJson<{ success: true }>('PUT', `${LIST}/${id}/status`, change),
  meta: {
    success: { title: 'Status Updated' },
    failure: (error) => ({ title: 'Error', description: refusalOf(error) ?? 'Failed to update status' }),
    refreshes: REFRESHES,
  },
})
