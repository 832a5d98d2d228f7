import { rupees } from '#src/core/money.ts'
import { SHOP_NAME, type ShippingRule } from '#src/core/shop-policy.ts'
import type { CartLine } from '#src/features/cart/cart.rules.ts'
import type { CartOrder } from '#src/features/cart/cart-order.rules.ts'
import { useCartOrder } from '#src/features/cart/cart-order.ts'
import { cartTotals } from '#src/features/cart/cart-sums.rules.ts'
import type { Promotion } from '#src/features/cart/use-promotion.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { type CheckoutForm, fullName, shippingAddressOf } from './checkout.contract.ts'
import { initiatePayment } from './checkout.queries.ts'
import { hasEnded, isRefusal, type OrderContent, orderFor, refusalOf, renewedOrder } from './checkout.rules.ts'

type Placing = {
  form: CheckoutForm
  lines: readonly CartLine[]
  promotion: Promotion
  shipping: ShippingRule
  userId: string
}

/**
 * Sends cart and form to be paid, and remembers what the cart became before the answer is there: if the answer is lost,
 * the same press again finds the same order.
 */
export async function placeOrder({ userId, ...ordered }: Placing): Promise<StartedPayment> {
  const content = contentOf(ordered)
  const before = useCartOrder.getState().order
  const order = orderFor(before, { content, userId, now: Date.now() })
  const payment = await start({ order, content, before })
  if (!hasEnded(payment.status)) return payment
  return start({ order: renewedOrder(order, Date.now()), content, before: order })
}

type Start = { order: CartOrder; content: OrderContent; before: CartOrder | null }

async function start({ order, content, before }: Start): Promise<StartedPayment> {
  const { keep } = useCartOrder.getState()
  keep(order)
  try {
    const { orderId, replaces } = order
    const payment = await initiatePayment({ ...content, orderId, ...(replaces && { replaces }) })
    keep({ ...order, payment })
    return payment
  } catch (error) {
    const isUnknownToServer = refusalOf(error).reason === 'nothing-to-replace'
    if (isUnknownToServer && order.replaces)
      return start({ order: { ...order, replaces: null }, content, before: null })
    if (isRefusal(error)) keep(before)
    throw error
  }
}

function contentOf({ form, lines, promotion, shipping }: Omit<Placing, 'userId'>): OrderContent {
  return {
    amount: rupees(cartTotals(lines, promotion.discount, shipping).total),
    customerName: fullName(form),
    customerEmail: form.email,
    customerPhone: form.phone,
    merchantId: 'golconda-cacao',
    description: `${SHOP_NAME} Order - ${lines.length} items`,
    items: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    shippingAddress: shippingAddressOf(form),
    ...(form.notes && { notes: form.notes }),
    // A code that does not count is not part of the order: the summary says so and shows the price without it.
    ...(promotion.answer?.ok && { promoCode: promotion.answer.code }),
  }
}
