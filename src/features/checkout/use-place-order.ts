import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quoteKey } from '#src/features/cart/cart.queries.ts'
import { forgetPaidCart } from '#src/features/cart/cart-order.ts'
import { cartLines, useCart } from '#src/features/cart/cart-store.ts'
import { type LiveLine, liveLines } from '#src/features/cart/live-cart.rules.ts'
import type { Promotion } from '#src/features/cart/use-promotion.ts'
import { fetchProducts } from '#src/features/catalog/use-products.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { publicSettingsQuery, useShippingRule } from '#src/features/settings/settings.queries.ts'
import { notify } from '#src/platform/notify.ts'
import type { CheckoutForm } from './checkout.contract.ts'
import { isRefusal, refusalOf, type Shortage } from './checkout.rules.ts'
import { placeOrder } from './place-order.ts'

/** What stands between the shopper and the payment: prices that have changed, pieces that are gone, a limit. */
export type CheckoutProblem = { message: string; prices: LiveLine[]; shortages: Shortage[]; isLimit?: true }

type Options = {
  userId: string
  lines: readonly LiveLine[]
  promotion: Promotion
  onStarted: (payment: StartedPayment) => void
}

/** Places the order that form and cart describe. When the server refuses, the cart learns the prices that count now. */
export function usePlaceOrder({ userId, lines, promotion, onStarted }: Options) {
  const learnPrices = useLearnPrices()
  const shipping = useShippingRule()
  const [problem, setProblem] = useState<CheckoutProblem | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (form: CheckoutForm) => placeOrder({ form, lines, promotion, shipping, userId }),
    onMutate: () => setProblem(null),
    onSuccess: onStarted,
    onError: async (error) => {
      const refusal = refusalOf(error)
      const { reason, message } = refusal
      notify({ title: 'Payment Error', description: message, tone: 'destructive' })
      if (reason === 'already-paid') forgetPaidCart()
      if (reason === 'promo') setProblem({ message, prices: await learnPrices(), shortages: [] })
      if (reason === 'price') setProblem({ message, prices: await learnPrices(), shortages: [] })
      if (reason === 'stock') setProblem({ message, prices: await learnPrices(), shortages: refusal.items })
      // A notice goes after seconds; what asks for fewer pieces, or for patience, stays to be read.
      if (reason === 'other' && isRefusal(error)) setProblem({ message, prices: [], shortages: [], isLimit: true })
    },
  })
  return { place: mutate, isPlacing: isPending, problem }
}

/** Asks for prices, discount and shipping anew and gives back the lines whose price has changed; the cart then holds the new ones. */
function useLearnPrices() {
  const queryClient = useQueryClient()
  return async (): Promise<LiveLine[]> => {
    const kept = cartLines(useCart.getState())
    const ids = kept.map(({ productId }) => productId)
    const [catalogue] = await Promise.all([
      fetchProducts(queryClient, ids),
      queryClient.invalidateQueries({ queryKey: quoteKey }),
      queryClient.invalidateQueries(publicSettingsQuery),
    ])
    const changed = liveLines(cartLines(useCart.getState()), catalogue).filter((line) => line.price !== line.keptPrice)
    for (const { productId, price } of changed) useCart.getState().setPrice(productId, price)
    return changed
  }
}
