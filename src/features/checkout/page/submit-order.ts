import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendJson } from '#src/browser/http-client.ts'
import { showToast } from '#src/browser/toast-store.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { cartLines, useCart } from '#src/features/cart/cart-store.ts'
import type { PendingOrder } from '#src/features/cart/pending-order.ts'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { type PricedCartLine, priceCartLines } from '#src/features/cart/priced-cart.ts'
import { cartQuoteKey } from '#src/features/cart/quote/use-promotion.ts'
import { fetchProducts } from '#src/features/catalog/products/use-products.ts'
import { type CheckoutForm, savesAddress } from '#src/features/checkout/form/checkout.contract.ts'
import { clearPaidOrder } from '#src/features/checkout/form/checkout-draft.ts'
import {
  isClientError,
  type OrderRejection,
  renewPendingOrder,
  resolvePendingOrder,
  type Shortage,
  toOrderRejection,
} from '#src/features/checkout/payment-dialog/order-attempt.ts'
import { deliveryKey } from '#src/features/orders/delivery/delivery.queries.ts'
import type { CartOrder, ShownPromise } from '#src/features/orders/order-form.contract.ts'
import type { GiftParcel } from '#src/features/orders/parcels/parcels.contract.ts'
import { isPaymentEnded } from '#src/features/payments/payment-status.ts'
import type { InitiateRoute } from '#src/features/payments/payments.api.server.ts'
import type { InitiatePayment, StartedPayment } from '#src/features/payments/payments.contract.ts'
import { publicSettingsQuery } from '#src/features/settings/settings.queries.ts'

export type CheckoutError = { message: string; prices: PricedCartLine[]; shortages: Shortage[]; isLimit?: true }

type OrderContent = CartOrder & { parcels?: GiftParcel[] }
/** The promises that the customer saw are not part of what is ordered. */
export type SubmittedOrder = { content: OrderContent; shown: ShownPromise & Pick<OrderContent, 'parcels'> }

type Options = {
  userId: string
  lines: readonly PricedCartLine[]
  toSubmitted: (form: CheckoutForm) => SubmittedOrder
  onStarted: (payment: StartedPayment) => void
  /** Shows what is refused where it was chosen. */
  onRefused: (rejection: OrderRejection) => void
}

/** Places the order. If the server refuses, the cart takes the current prices. */
export function useSubmitOrder({ userId, lines, toSubmitted, onStarted, onRefused }: Options) {
  const refreshPrices = useRefreshPrices(lines)
  const [problem, setProblem] = useState<CheckoutError | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (form: CheckoutForm) => submitOrder({ form, userId, ...toSubmitted(form) }),
    onMutate: () => setProblem(null),
    onSuccess: onStarted,
    onError: async (error) => {
      const rejection = toOrderRejection(error)
      const { reason, message } = rejection
      showToast({ title: 'Payment Error', description: message, tone: 'destructive' })
      if (reason === 'already-paid') clearPaidOrder(userId)
      if (reason === 'promo') setProblem({ message, prices: await refreshPrices(), shortages: [] })
      if (reason === 'price') setProblem({ message, prices: await refreshPrices(), shortages: [] })
      if (reason === 'stock') setProblem({ message, prices: await refreshPrices(), shortages: rejection.items })
      onRefused(rejection)
      // A toast disappears; a limit must stay readable.
      if (reason === 'other' && isClientError(error)) setProblem({ message, prices: [], shortages: [], isLimit: true })
    },
  })
  return { submitForm: mutate, isSubmitting: isPending, problem }
}

/** Finds the lines that cost another price than was shown. */
function useRefreshPrices(shown: readonly PricedCartLine[]) {
  const shownPrices = new Map(shown.map(({ productId, price }) => [productId, price]))
  const queryClient = useQueryClient()
  return async (): Promise<PricedCartLine[]> => {
    const remembered = cartLines(useCart.getState())
    const ids = remembered.map(({ productId }) => productId)
    const [catalog] = await Promise.all([
      fetchProducts(queryClient, ids),
      queryClient.invalidateQueries({ queryKey: cartQuoteKey }),
      queryClient.invalidateQueries(publicSettingsQuery),
      queryClient.invalidateQueries({ queryKey: deliveryKey }),
    ])
    const lines = priceCartLines(cartLines(useCart.getState()), catalog)
    for (const { productId, listPrice } of lines) useCart.getState().setPrice(productId, listPrice)
    return lines
      .map((line) => ({ ...line, savedPrice: shownPrices.get(line.productId) ?? line.savedPrice }))
      .filter((line) => line.price !== line.savedPrice)
  }
}

type SubmitInput = SubmittedOrder & { form: CheckoutForm; userId: string }

/** Remembers the order before the answer arrives: if it is lost, submitting again finds the same order. */
async function submitOrder({ userId, form, content, shown }: SubmitInput): Promise<StartedPayment> {
  const savePeople = form.isForSeveral && form.savePeople
  const extras = { ...shown, saveAddress: savesAddress(form), ...(savePeople && { savePeople }) }
  const before = usePendingOrder.getState().order
  const order = resolvePendingOrder(before, { content, userId, now: Date.now() })
  const payment = await start({ order, content, before, extras })
  if (!isPaymentEnded(payment.status)) return payment
  return start({ order: renewPendingOrder(order, Date.now()), content, before: order, extras })
}

type StartInput = {
  order: PendingOrder
  content: OrderContent
  before: PendingOrder | null
  /** Not part of the content of the order. */
  extras: Pick<InitiatePayment, 'shipOn' | 'deliverTo' | 'parcels' | 'saveAddress' | 'savePeople'>
}

async function start({ order, content, before, extras }: StartInput): Promise<StartedPayment> {
  const { setOrder } = usePendingOrder.getState()
  setOrder(order)
  try {
    const { orderId, userId, replaces } = order
    const payment = await initiatePayment({
      ...content,
      ...ignoredFields(content),
      orderId,
      account: userId,
      ...(replaces && { replaces }),
      ...extras,
    })
    setOrder({ ...order, payment })
    return payment
  } catch (error) {
    const isUnknownToServer = toOrderRejection(error).reason === 'nothing-to-replace'
    if (isUnknownToServer && order.replaces)
      return start({ order: { ...order, replaces: null }, content, before: null, extras })
    if (isClientError(error)) setOrder(before)
    throw error
  }
}

const initiatePayment = (order: InitiatePayment) => sendJson<InitiateRoute>('POST', '/api/payments/upi/initiate', order)

/** The specification asks for them; the server does not use them. */
const ignoredFields = ({ items }: CartOrder) => ({
  merchantId: 'golconda-cacao',
  description: `${SHOP_NAME} Order - ${items.length} items`,
})
