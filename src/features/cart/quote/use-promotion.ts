import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { HttpError, sendJson } from '#src/browser/http-client.ts'
import { type Paise, paise, paiseFromRupees } from '#src/core/money.ts'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import type { CartQuote, CartQuoteInput } from '#src/features/cart/quote/cart-quote.contract.ts'
import { usePromoCode } from '#src/features/cart/quote/promo-code-store.ts'
import type { CartItem, PromoResult } from '#src/features/pricing/totals/priced-items.contract.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import type { CartQuoteRoute } from './cart-quote.api.server.ts'

export type AppliedPromotion = {
  code: string | null
  /** The server's answer; undefined while it loads. */
  result: PromoResult | undefined
  discount: Paise
  isChecking: boolean
}

const NONE: AppliedPromotion = { code: null, result: undefined, discount: paise(0), isChecking: false }

export function usePromotion(lines: readonly CartItem[]): AppliedPromotion {
  const isHydrated = useHydrated()
  const code = usePromoCode((state) => state.code)
  const standsInFor = usePendingOrder((state) => state.order?.orderId)
  const items = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const isOn = isHydrated && code !== null && items.length > 0
  const input = { items, ...(code !== null && { promoCode: code }), ...(standsInFor && { standsInFor }) }
  const { data, error, isPending, isPlaceholderData } = useQuery({ ...cartQuoteQuery(input), enabled: isOn })
  if (!isOn) return NONE
  // Keeps the last answer while a quantity changes, but not the answer for another code.
  const quote = data?.promo?.code === code ? data : undefined
  if (error) return { code, result: toFailedResult(code, error), discount: paise(0), isChecking: false }
  return {
    code,
    result: quote?.promo ?? undefined,
    discount: paiseFromRupees(quote?.discount ?? 0),
    isChecking: isPending || isPlaceholderData,
  }
}

function toFailedResult(code: string, error: Error): PromoResult {
  const isLimit = error instanceof HttpError && error.status === 429
  const message = isLimit
    ? 'Too many attempts. Please try again later.'
    : `${code} could not be checked. Please try again.`
  return { code, ok: false, message }
}

export const cartQuoteKey = ['/api/cart/quote'] as const

/** Fetched on every visit, because a code can expire in between. */
export const cartQuoteQuery = (input: CartQuoteInput) =>
  queryOptions<CartQuote>({
    queryKey: [...cartQuoteKey, input],
    queryFn: () => sendJson<CartQuoteRoute>('POST', '/api/cart/quote', input),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
