import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'
import type { CartQuote, CartQuoteInput } from './cart-quote.contract.ts'

export const cartQuoteKey = ['/api/cart/quote'] as const

/** Fetched on every visit, because a code can expire in between. */
export const cartQuoteQuery = (input: CartQuoteInput) =>
  queryOptions<CartQuote>({
    queryKey: [...cartQuoteKey, input],
    queryFn: () => sendJson<CartQuote>('POST', '/api/cart/quote', input),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
