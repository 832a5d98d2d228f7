import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import { cartLines, useCart } from '#src/features/cart/cart-store.ts'
import { clearPaidCart } from '#src/features/cart/pending-order-store.ts'
import { type PricedCartLine, priceCartLines } from '#src/features/cart/priced-cart.ts'
import { cartQuoteKey } from '#src/features/cart/quote/cart-quote.queries.ts'
import type { AppliedPromotion } from '#src/features/cart/quote/use-promotion.ts'
import { fetchProducts } from '#src/features/catalog/products/use-products.ts'
import type { CheckoutForm } from '#src/features/checkout/form/checkout.contract.ts'
import { isClientError, type Shortage, toOrderRejection } from '#src/features/checkout/payment-dialog/order-attempt.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { publicSettingsQuery, useShippingRule } from '#src/features/settings/settings.queries.ts'
import { submitOrder } from './submit-order.ts'

export type CheckoutError = { message: string; prices: PricedCartLine[]; shortages: Shortage[]; isLimit?: true }

type Options = {
  userId: string
  lines: readonly PricedCartLine[]
  promotion: AppliedPromotion
  onStarted: (payment: StartedPayment) => void
}

/** Places the order. If the server refuses, the cart takes the current prices. */
export function useSubmitOrder({ userId, lines, promotion, onStarted }: Options) {
  const refreshPrices = useRefreshPrices()
  const shipping = useShippingRule()
  const [problem, setProblem] = useState<CheckoutError | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (form: CheckoutForm) => submitOrder({ form, lines, promotion, shipping, userId }),
    onMutate: () => setProblem(null),
    onSuccess: onStarted,
    onError: async (error) => {
      const rejection = toOrderRejection(error)
      const { reason, message } = rejection
      showToast({ title: 'Payment Error', description: message, tone: 'destructive' })
      if (reason === 'already-paid') clearPaidCart()
      if (reason === 'promo') setProblem({ message, prices: await refreshPrices(), shortages: [] })
      if (reason === 'price') setProblem({ message, prices: await refreshPrices(), shortages: [] })
      if (reason === 'stock') setProblem({ message, prices: await refreshPrices(), shortages: rejection.items })
      // A toast disappears; a limit must stay readable.
      if (reason === 'other' && isClientError(error)) setProblem({ message, prices: [], shortages: [], isLimit: true })
    },
  })
  return { submitForm: mutate, isSubmitting: isPending, problem }
}

/** Refreshes prices, discount and shipping, and returns the lines whose price has changed. */
function useRefreshPrices() {
  const queryClient = useQueryClient()
  return async (): Promise<PricedCartLine[]> => {
    const remembered = cartLines(useCart.getState())
    const ids = remembered.map(({ productId }) => productId)
    const [catalog] = await Promise.all([
      fetchProducts(queryClient, ids),
      queryClient.invalidateQueries({ queryKey: cartQuoteKey }),
      queryClient.invalidateQueries(publicSettingsQuery),
    ])
    const changed = priceCartLines(cartLines(useCart.getState()), catalog).filter(
      (line) => line.price !== line.savedPrice,
    )
    for (const { productId, price } of changed) useCart.getState().setPrice(productId, price)
    return changed
  }
}
