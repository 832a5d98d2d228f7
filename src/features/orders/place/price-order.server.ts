import { blockedDeliveryReason } from '#src/core/delivery-promise.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL, MIN_ORDER_TOTAL, type ShippingRule } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import type { CartItem } from '#src/features/cart/quote/cart-quote.contract.ts'
import { type PricedLine, priceOrderLines } from '#src/features/catalog/stock/stock-reservations.server.ts'
import type { CartOrder, ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import { quotePromotion, toPromoError } from '#src/features/pricing/promotions/promotions.server.ts'
import { calculateTotals, type OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { toShippingRule } from '#src/features/settings/shop-promises.ts'
import { toPromiseColumns } from './delivery-promise.server.ts'
import { explainUndeliverableState } from './shipping-states.ts'

type Destination = Pick<ShippingAddress, 'pincode' | 'state'>

type PriceOrderInput = { content: CartOrder; userId: string; now: Date }

type PricedLines = { lines: PricedLine<CartItem>[]; totals: OrderTotals; promoCode: string | null }
type PricedOrder = PricedLines & { promised: ReturnType<typeof toPromiseColumns> }

/** Prices the items and the promo code and promises a delivery date. Refuses a total that differs. */
export async function priceOrder(tx: Db, input: PriceOrderInput): Promise<PricedOrder> {
  const { amount, items, shippingAddress } = input.content
  const settings = await assertDeliverable(tx, shippingAddress)
  const lines = await priceOrderLines(tx, items)
  const priced = await withPromotion(tx, { lines, input, shipping: toShippingRule(settings.shipping) })
  const { total } = priced.totals
  if (total !== paiseFromRupees(amount))
    throw new DomainError('conflict', 'The price has changed. Please check the new total.', { total: rupees(total) })
  if (total < MIN_ORDER_TOTAL) throw new DomainError('invalid', 'UPI payments start at ₹1. Please add another product.')
  if (total > MAX_ORDER_TOTAL)
    throw new DomainError(
      'invalid',
      'UPI payments are limited to ₹1,00,000. Please split the order or ask us for a quotation.',
    )
  const promised = toPromiseColumns({ orderedAt: input.now, pincode: shippingAddress.pincode }, settings)
  return { ...priced, promised }
}

/** Refuses addresses that the shop cannot deliver to. Returns the settings that decided. */
export async function assertDeliverable(tx: Db, { state, pincode }: Destination): Promise<Settings> {
  const settings = await readSettings(tx)
  const { tax, delivery } = settings
  const refusal = explainUndeliverableState(state, tax) ?? blockedDeliveryReason(pincode, delivery.blocked)
  if (refusal) throw new DomainError('conflict', refusal)
  return settings
}

type Priceable = { lines: PricedLine<CartItem>[]; input: PriceOrderInput; shipping: ShippingRule }

async function withPromotion(tx: Db, { lines, input, shipping }: Priceable): Promise<PricedLines> {
  const totals = calculateTotals(lines, paise(0), shipping)
  const { content, userId, now } = input
  const { promoCode, customerPhone: phone } = content
  if (!promoCode) return { lines, totals, promoCode: null }
  const quote = await quotePromotion(tx, {
    code: promoCode,
    subtotal: totals.subtotal,
    userId,
    phone,
    now,
  })
  if (!quote.ok) throw toPromoError(quote)
  return { lines, totals: calculateTotals(lines, quote.discount, shipping), promoCode: quote.code }
}
