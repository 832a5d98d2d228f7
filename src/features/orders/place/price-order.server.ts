import { blockedDeliveryReason } from '#src/core/delivery-promise.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise, rupees } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL, MIN_ORDER_TOTAL, type ShippingRule } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { type PricedLine, priceOrderLines } from '#src/features/catalog/stock/stock-reservations.server.ts'
import type { OrderLineInput, ShippingAddress } from '#src/features/orders/orders.contract.ts'
import { quotePromotion, toPromoError } from '#src/features/pricing/promotions/promotions.server.ts'
import { calculateTotals, type OrderTotals } from '#src/features/pricing/totals/totals.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import { toShippingRule } from '#src/features/settings/shop-promises.ts'
import { toPromiseColumns } from './delivery-promise.server.ts'
import { explainUndeliverableState } from './shipping-states.ts'

type Destination = Pick<ShippingAddress, 'pincode' | 'state'>

type PriceOrderInput = {
  items: OrderLineInput[]
  userId: string
  customer: { phone: string }
  promoCode?: string
  shippingAddress: Destination
  expectedTotal: Paise
  now: Date
}

type PricedLines = { lines: PricedLine[]; totals: OrderTotals; promoCode: string | null }
type PricedOrder = PricedLines & { promised: ReturnType<typeof toPromiseColumns> }

/** Prices the items and the promo code and promises a delivery date. Refuses a total that differs. */
export async function priceOrder(tx: Db, input: PriceOrderInput): Promise<PricedOrder> {
  const settings = await readSettings(tx)
  assertDeliverableWith(settings, input.shippingAddress)
  const lines = await priceOrderLines(tx, input.items)
  const priced = await withPromotion(tx, { lines, input, shipping: toShippingRule(settings.shipping) })
  const { total } = priced.totals
  if (total !== input.expectedTotal)
    throw new DomainError('conflict', 'The price has changed. Please check the new total.', { total: rupees(total) })
  if (total < MIN_ORDER_TOTAL) throw new DomainError('invalid', 'UPI payments start at ₹1. Please add another product.')
  if (total > MAX_ORDER_TOTAL)
    throw new DomainError(
      'invalid',
      'UPI payments are limited to ₹1,00,000. Please split the order or ask us for a quotation.',
    )
  const promised = toPromiseColumns({ orderedAt: input.now, pincode: input.shippingAddress.pincode }, settings)
  return { ...priced, promised }
}

/** Refuses addresses that the shop cannot deliver to. Returns the settings that decided. */
export async function assertDeliverable(tx: Db, address: Destination): Promise<Settings> {
  const settings = await readSettings(tx)
  assertDeliverableWith(settings, address)
  return settings
}

function assertDeliverableWith({ tax, delivery }: Settings, { state, pincode }: Destination): void {
  const refusal = explainUndeliverableState(state, tax) ?? blockedDeliveryReason(pincode, delivery.blocked)
  if (refusal) throw new DomainError('conflict', refusal)
}

type Priceable = { lines: PricedLine[]; input: PriceOrderInput; shipping: ShippingRule }

async function withPromotion(tx: Db, { lines, input, shipping }: Priceable): Promise<PricedLines> {
  const totals = calculateTotals(lines, paise(0), shipping)
  const { promoCode, userId, customer, now } = input
  if (!promoCode) return { lines, totals, promoCode: null }
  const quote = await quotePromotion(tx, {
    code: promoCode,
    subtotal: totals.subtotal,
    userId,
    phone: customer.phone,
    now,
  })
  if (!quote.ok) throw toPromoError(quote)
  return { lines, totals: calculateTotals(lines, quote.discount, shipping), promoCode: quote.code }
}
