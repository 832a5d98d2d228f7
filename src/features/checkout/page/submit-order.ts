import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendJson } from '#src/browser/http-client.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { rupees } from '#src/core/money.ts'
import { SHOP_NAME, type ShippingRule } from '#src/core/shop-policy.ts'
import { type CartLine, cartLines, toCartItem, useCart } from '#src/features/cart/cart-store.ts'
import type { PendingOrder } from '#src/features/cart/pending-order.ts'
import { clearPaidCart, usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { type PricedCartLine, priceCartLines } from '#src/features/cart/priced-cart.ts'
import { type AppliedPromotion, cartQuoteKey } from '#src/features/cart/quote/use-promotion.ts'
import { fetchProducts } from '#src/features/catalog/products/use-products.ts'
import { type CheckoutForm, fullName, toShippingAddress } from '#src/features/checkout/form/checkout.contract.ts'
import {
  isClientError,
  isPaymentEnded,
  renewPendingOrder,
  resolvePendingOrder,
  type Shortage,
  toOrderRejection,
} from '#src/features/checkout/payment-dialog/order-attempt.ts'
import { deliveryKey } from '#src/features/orders/dispatch/delivery.queries.ts'
import type { CartOrder } from '#src/features/orders/order-form.contract.ts'
import type { InitiatePayment, StartedPayment } from '#src/features/payments/payments.contract.ts'
import { calculateCartTotals } from '#src/features/pricing/totals/totals.ts'
import { publicSettingsQuery, useShippingRule } from '#src/features/settings/settings.queries.ts'

export type CheckoutError = { message: string; prices: PricedCartLine[]; shortages: Shortage[]; isLimit?: true }

type Options = {
  userId: string
  lines: readonly PricedCartLine[]
  promotion: AppliedPromotion
  /** The day of dispatch that the summary shows. */
  shipOn: string | undefined
  onStarted: (payment: StartedPayment) => void
}

/** Places the order. If the server refuses, the cart takes the current prices. */
export function useSubmitOrder({ userId, lines, promotion, shipOn, onStarted }: Options) {
  const queryClient = useQueryClient()
  const refreshPrices = useRefreshPrices()
  const shipping = useShippingRule()
  const [problem, setProblem] = useState<CheckoutError | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (form: CheckoutForm) => submitOrder({ form, lines, promotion, shipping, userId, shipOn }),
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
      if (reason === 'date') await queryClient.invalidateQueries({ queryKey: deliveryKey })
      if (reason === 'date') setProblem({ message, prices: [], shortages: [], isLimit: true })
      // A toast disappears; a limit must stay readable.
      if (reason === 'other' && isClientError(error)) setProblem({ message, prices: [], shortages: [], isLimit: true })
    },
  })
  return { submitForm: mutate, isSubmitting: isPending, problem }
}

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

type SubmitInput = {
  form: CheckoutForm
  lines: readonly CartLine[]
  promotion: AppliedPromotion
  shipping: ShippingRule
  userId: string
  shipOn: string | undefined
}

/** Remembers the order before the answer arrives: if it is lost, submitting again finds the same order. */
async function submitOrder({ userId, shipOn, ...ordered }: SubmitInput): Promise<StartedPayment> {
  const content = toContent(ordered)
  const before = usePendingOrder.getState().order
  const order = resolvePendingOrder(before, { content, userId, now: Date.now() })
  const payment = await start({ order, content, before, shipOn })
  if (!isPaymentEnded(payment.status)) return payment
  return start({ order: renewPendingOrder(order, Date.now()), content, before: order, shipOn })
}

type StartInput = { order: PendingOrder; content: CartOrder; before: PendingOrder | null; shipOn: string | undefined }

async function start({ order, content, before, shipOn }: StartInput): Promise<StartedPayment> {
  const { setOrder } = usePendingOrder.getState()
  setOrder(order)
  try {
    const { orderId, replaces } = order
    const payment = await initiatePayment({
      ...content,
      ...ignoredFields(content),
      orderId,
      ...(replaces && { replaces }),
      ...(shipOn && { shipOn }),
    })
    setOrder({ ...order, payment })
    return payment
  } catch (error) {
    const isUnknownToServer = toOrderRejection(error).reason === 'nothing-to-replace'
    if (isUnknownToServer && order.replaces)
      return start({ order: { ...order, replaces: null }, content, before: null, shipOn })
    if (isClientError(error)) setOrder(before)
    throw error
  }
}

function toContent({ form, lines, promotion, shipping }: Omit<SubmitInput, 'userId' | 'shipOn'>): CartOrder {
  return {
    amount: rupees(calculateCartTotals(lines, promotion.discount, shipping).total),
    customerName: fullName(form),
    customerEmail: form.email,
    customerPhone: form.phone,
    items: lines.map(toCartItem),
    shippingAddress: toShippingAddress(form),
    ...(form.notes && { notes: form.notes }),
    // An invalid code is left out; the summary shows the price without it.
    ...(promotion.result?.ok && { promoCode: promotion.result.code }),
  }
}

const initiatePayment = (order: InitiatePayment) =>
  sendJson<StartedPayment>('POST', '/api/payments/upi/initiate', order)

/** The specification asks for them; the server does not use them. */
const ignoredFields = ({ items }: CartOrder) => ({
  merchantId: 'golconda-cacao',
  description: `${SHOP_NAME} Order - ${items.length} items`,
})
