import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendJson } from '#src/platform/http.ts'
import type { CartQuestion, CartQuote } from './cart.contract.ts'

export const quoteKey = ['/api/cart/quote'] as const

/** What the cart costs, by the server. Asked anew on every visit, because a code can run out between two. */
export const cartQuoteQuery = (question: CartQuestion) =>
  queryOptions<CartQuote>({
    queryKey: [...quoteKey, question],
    queryFn: () => sendJson<CartQuote>('POST', '/api/cart/quote', question),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
