import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getJson, HttpError, sendJson } from '#src/browser/http-client.ts'
import type {
  AcceptQuoteRoute,
  AskAboutQuoteRoute,
  QuoteRoute,
} from '#src/features/custom-orders/quotes/quotes.api.server.ts'
import type { AcceptQuote, CustomerRequest, Quote } from '#src/features/custom-orders/quotes/quotes.contract.ts'

export const customerRequestsQuery = queryOptions<CustomerRequest[]>({ queryKey: ['/api/custom-orders/mine'] })

const pathOf = (token: string) => `/api/quotes/${encodeURIComponent(token)}` as const

export const quoteQuery = (token: string) =>
  queryOptions<Quote | { refusal: string }>({
    queryKey: ['/api/quotes', token],
    queryFn: () => getJson<QuoteRoute>(pathOf(token)).catch(refusalOf),
  })

function refusalOf(error: unknown): { refusal: string } {
  if (!(error instanceof HttpError) || ![403, 404].includes(error.status)) throw error
  return { refusal: String(Object(error.body).message) }
}

export const acceptQuote = (token: string) =>
  mutationOptions({
    mutationFn: (acceptance: AcceptQuote) => sendJson<AcceptQuoteRoute>('POST', `${pathOf(token)}/accept`, acceptance),
  })

export const askAboutQuote = (token: string) =>
  mutationOptions({
    mutationFn: (message: string) => sendJson<AskAboutQuoteRoute>('POST', `${pathOf(token)}/question`, { message }),
    meta: {
      success: { title: 'Question Sent', description: 'We have it and will write to you.' },
      failure: { title: 'Not Sent', description: 'Your question could not be sent. Please try again.' },
      refreshes: [quoteQuery(token).queryKey],
    },
  })
