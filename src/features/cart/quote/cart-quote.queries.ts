import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'
import type { CartQuote, CartQuoteInput } from './cart-quote.contract.ts'

export const cartQuoteKey = ['/api/cart/quote'] as const

/** What the cart costs, by the server. Asked anew on every visit, because a code can run out between two. */
export const cartQuoteQuery = (question: CartQuoteInput) =>
  queryOptions<CartQuote>({
    queryKey: [...cartQuoteKey, question],
    queryFn: () => sendJson<CartQuote>('POST', '/api/cart/quote', question),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
