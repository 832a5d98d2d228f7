import { useQuery } from '@tanstack/react-query'
import { type Paise, paise, paiseFromRupees } from '#src/core/money.ts'
import type { PromoAnswer } from '#src/features/promotions/promotions.contract.ts'
import { HttpError } from '#src/platform/http.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { cartQuoteQuery } from './cart.queries.ts'
import type { CartLine } from './cart.rules.ts'
import { useCartOrder } from './cart-order.ts'
import { usePromoCode } from './promo-code.ts'

export type Promotion = {
  /** What the shopper has applied; null without a code. */
  code: string | null
  /** What the shop says about it; undefined while it is being asked. */
  answer: PromoAnswer | undefined
  discount: Paise
  isAsking: boolean
}

const NONE: Promotion = { code: null, answer: undefined, discount: paise(0), isAsking: false }

/** The applied code and what it takes off these lines, as the server says. */
export function usePromotion(lines: readonly Pick<CartLine, 'productId' | 'quantity'>[]): Promotion {
  const isHydrated = useHydrated()
  const code = usePromoCode((state) => state.code)
  const standsInFor = useCartOrder((state) => state.order?.orderId)
  const items = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const isOn = isHydrated && code !== null && items.length > 0
  const question = { items, ...(code !== null && { promoCode: code }), ...(standsInFor && { standsInFor }) }
  const { data, error, isPending, isPlaceholderData } = useQuery({ ...cartQuoteQuery(question), enabled: isOn })
  if (!isOn) return NONE
  // While the quantity changes the answer of a moment ago stands; the answer about another code says nothing.
  const quote = data?.promo?.code === code ? data : undefined
  if (error) return { code, answer: unanswered(code, error), discount: paise(0), isAsking: false }
  return {
    code,
    answer: quote?.promo ?? undefined,
    discount: paiseFromRupees(quote?.discount ?? 0),
    isAsking: isPending || isPlaceholderData,
  }
}

function unanswered(code: string, error: Error): PromoAnswer {
  const isLimit = error instanceof HttpError && error.status === 429
  const message = isLimit
    ? 'That were too many codes. Please try again later.'
    : `${code} could not be checked. Please try again.`
  return { code, ok: false, message }
}
