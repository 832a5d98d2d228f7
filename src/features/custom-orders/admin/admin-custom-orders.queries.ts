import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { conflictMessage, getJson, nullOn404, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import { showToast, type Toast } from '#src/browser/toast-store.ts'
import type { NewRequest, SplitRequest } from '#src/features/custom-orders/bulk/bulk.contract.ts'
import { CUSTOM_ORDERS_PER_PAGE, type CustomOrderStatus } from '#src/features/custom-orders/custom-order-options.ts'
import type {
  AdminCustomOrder,
  AdminCustomOrderDetails,
  CustomOrderStatusChange,
  NewBulkQuote,
  NewQuote,
  SentQuote,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import type { QuoteMessage } from '#src/features/custom-orders/quotes/quotes.contract.ts'

const LIST = '/api/admin/custom-orders'

export const adminCustomOrdersQuery = (status: CustomOrderStatus | undefined) =>
  pagedQuery<AdminCustomOrder>([LIST, 'list'], LIST, { status, limit: CUSTOM_ORDERS_PER_PAGE })

export const adminCustomOrderQuery = (id: string) =>
  queryOptions<AdminCustomOrderDetails | null>({
    queryKey: [LIST, 'one', id],
    queryFn: () => getJson<AdminCustomOrderDetails>(`${LIST}/${encodeURIComponent(id)}`).catch(nullOn404),
  })

type Of = { id: AdminCustomOrder['id'] }

const REFRESHES = [[LIST], ['/api/admin/today'], ['/api/orders']] as const

const quoting = <Quote extends object>(path: string, title: string) =>
  mutationOptions({
    mutationFn: ({ id, ...quote }: Quote & Of) => sendJson<SentQuote>('PUT', `${LIST}/${id}/${path}`, quote),
    onSuccess: (sent) => showToast(noticeOf(sent, title)),
    meta: {
      failure: (error) => ({ title: 'Error', description: conflictMessage(error) ?? 'Failed to update quote' }),
      refreshes: REFRESHES,
    },
  })

export const sendQuote = quoting<NewQuote>('quote', 'Quote Updated')
export const sendBulkQuote = quoting<NewBulkQuote>('bulk-quote', 'Quote Sent')

export const splitRequest = mutationOptions({
  mutationFn: ({ id, ...split }: SplitRequest & Of) => sendJson<NewRequest>('POST', `${LIST}/${id}/split`, split),
  onSuccess: ({ reference }) =>
    showToast({ title: 'Request Split', description: `The other pieces are in ${reference}. Please quote both.` }),
  meta: {
    failure: (error) => ({ title: 'Error', description: serverMessage(error) ?? 'The request could not be split' }),
    refreshes: REFRESHES,
  },
})

function noticeOf({ sentVia, unsent }: SentQuote, title: string): Toast {
  if (sentVia.length > 0) return { title, description: 'Quotation has been sent successfully' }
  const isUndelivered = unsent.every((message) => message.isUndelivered)
  return {
    title: 'Quote Saved',
    description: isUndelivered
      ? 'The quote is saved. The message could not be sent: please look at Messages.'
      : 'The quote is saved. The message is waiting to be sent.',
  }
}

export const answerQuestion = mutationOptions({
  mutationFn: ({ id, ...words }: QuoteMessage & Of) =>
    sendJson<{ success: true }>('POST', `${LIST}/${id}/answer`, words),
  meta: {
    success: { title: 'Answer Sent', description: 'We are sending it by e-mail.' },
    failure: (error) => ({ title: 'Error', description: conflictMessage(error) ?? 'The answer could not be sent' }),
    refreshes: REFRESHES,
  },
})

export const changeCustomOrderStatus = mutationOptions({
  mutationFn: ({ id, ...change }: CustomOrderStatusChange & Of) =>
    sendJson<{ success: true }>('PUT', `${LIST}/${id}/status`, change),
  meta: {
    success: { title: 'Status Updated' },
    failure: (error) => ({ title: 'Error', description: conflictMessage(error) ?? 'Failed to update status' }),
    refreshes: REFRESHES,
  },
})
