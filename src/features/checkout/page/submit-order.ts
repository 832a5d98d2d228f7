import { rupees } from '#src/core/money.ts'
import { SHOP_NAME, type ShippingRule } from '#src/core/shop-policy.ts'
import type { CartLine } from '#src/features/cart/cart-lines.ts'
import type { PendingOrder } from '#src/features/cart/pending-order.ts'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import type { AppliedPromotion } from '#src/features/cart/quote/use-promotion.ts'
import { type CheckoutForm, fullName, toShippingAddress } from '#src/features/checkout/form/checkout.contract.ts'
import { initiatePayment } from '#src/features/checkout/payment-dialog/checkout-payment.queries.ts'
import {
  isClientError,
  isPaymentEnded,
  type OrderContent,
  renewPendingOrder,
  resolvePendingOrder,
  toOrderRejection,
} from '#src/features/checkout/payment-dialog/order-attempt.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { calculateCartTotals } from '#src/features/pricing/totals/totals.ts'

type SubmitInput = {
  form: CheckoutForm
  lines: readonly CartLine[]
  promotion: AppliedPromotion
  shipping: ShippingRule
  userId: string
}

/** Remembers the order before the answer arrives: if it is lost, submitting again finds the same order. */
export async function submitOrder({ userId, ...ordered }: SubmitInput): Promise<StartedPayment> {
  const content = toContent(ordered)
  const before = usePendingOrder.getState().order
  const order = resolvePendingOrder(before, { content, userId, now: Date.now() })
  const payment = await start({ order, content, before })
  if (!isPaymentEnded(payment.status)) return payment
  return start({ order: renewPendingOrder(order, Date.now()), content, before: order })
}

type StartInput = { order: PendingOrder; content: OrderContent; before: PendingOrder | null }

async function start({ order, content, before }: StartInput): Promise<StartedPayment> {
  const { setOrder } = usePendingOrder.getState()
  setOrder(order)
  try {
    const { orderId, replaces } = order
    const payment = await initiatePayment({ ...content, orderId, ...(replaces && { replaces }) })
    setOrder({ ...order, payment })
    return payment
  } catch (error) {
    const isUnknownToServer = toOrderRejection(error).reason === 'nothing-to-replace'
    if (isUnknownToServer && order.replaces)
      return start({ order: { ...order, replaces: null }, content, before: null })
    if (isClientError(error)) setOrder(before)
    throw error
  }
}

function toContent({ form, lines, promotion, shipping }: Omit<SubmitInput, 'userId'>): OrderContent {
  return {
    amount: rupees(calculateCartTotals(lines, promotion.discount, shipping).total),
    customerName: fullName(form),
    customerEmail: form.email,
    customerPhone: form.phone,
    merchantId: 'golconda-cacao',
    description: `${SHOP_NAME} Order - ${lines.length} items`,
    items: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    shippingAddress: toShippingAddress(form),
    ...(form.notes && { notes: form.notes }),
    // An invalid code is left out; the summary shows the price without it.
    ...(promotion.result?.ok && { promoCode: promotion.result.code }),
  }
}
