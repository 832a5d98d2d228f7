import { useQuery } from '@tanstack/react-query'
import { HttpError } from '#src/browser/http-client.ts'
import { type Paise, paise, paiseFromRupees } from '#src/core/money.ts'
import type { CartLine } from '#src/features/cart/cart-lines.ts'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import type { PromoResult } from '#src/features/pricing/promotions/promotions.contract.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { cartQuoteQuery } from './cart-quote.queries.ts'
import { usePromoCode } from './promo-code-store.ts'

export type AppliedPromotion = {
  /** What the shopper has applied; null without a code. */
  code: string | null
  /** What the shop says about it; undefined while it is being asked. */
  result: PromoResult | undefined
  discount: Paise
  isChecking: boolean
}

const NONE: AppliedPromotion = { code: null, result: undefined, discount: paise(0), isChecking: false }

/** The applied code and what it takes off these lines, as the server says. */
export function usePromotion(lines: readonly Pick<CartLine, 'productId' | 'quantity'>[]): AppliedPromotion {
  const isHydrated = useHydrated()
  const code = usePromoCode((state) => state.code)
  const standsInFor = usePendingOrder((state) => state.order?.orderId)
  const items = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const isOn = isHydrated && code !== null && items.length > 0
  const question = { items, ...(code !== null && { promoCode: code }), ...(standsInFor && { standsInFor }) }
  const { data, error, isPending, isPlaceholderData } = useQuery({ ...cartQuoteQuery(question), enabled: isOn })
  if (!isOn) return NONE
  // While the quantity changes the answer of a moment ago stands; the answer about another code says nothing.
  const quote = data?.promo?.code === code ? data : undefined
  if (error) return { code, result: unanswered(code, error), discount: paise(0), isChecking: false }
  return {
    code,
    result: quote?.promo ?? undefined,
    discount: paiseFromRupees(quote?.discount ?? 0),
    isChecking: isPending || isPlaceholderData,
  }
}

function unanswered(code: string, error: Error): PromoResult {
  const isLimit = error instanceof HttpError && error.status === 429
  const message = isLimit
    ? 'That were too many codes. Please try again later.'
    : `${code} could not be checked. Please try again.`
  return { code, ok: false, message }
}
