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

type Place = Pick<ShippingAddress, 'pincode' | 'state'>

type Wanted = {
  items: OrderLineInput[]
  userId: string
  customer: { phone: string }
  promoCode?: string
  shippingAddress: Place
  /** What the shopper was shown. Compared, never used. */
  expectedTotal: Paise
  now: Date
}

type PricedLines = { lines: PricedLine[]; totals: OrderTotals; promoCode: string | null }
type PricedOrder = PricedLines & { promised: ReturnType<typeof toPromiseColumns> }

/** What the items cost by the shop's own data, and when they come. Refuses a place that the maker does not send to, a code that does not count, and a total that is not ours. */
export async function priceOrder(tx: Db, wanted: Wanted): Promise<PricedOrder> {
  const settings = await readSettings(tx)
  refuseAddressBy(settings, wanted.shippingAddress)
  const lines = await priceOrderLines(tx, wanted.items)
  const priced = await withPromotion(tx, { lines, wanted, shipping: toShippingRule(settings.shipping) })
  const { total } = priced.totals
  if (total !== wanted.expectedTotal)
    throw new DomainError('conflict', 'The price has changed. Please check the new total.', { total: rupees(total) })
  if (total < MIN_ORDER_TOTAL) throw new DomainError('invalid', 'UPI takes no less than ₹1. Please add something more.')
  if (total > MAX_ORDER_TOTAL)
    throw new DomainError(
      'invalid',
      'UPI payments are limited to ₹1,00,000. Please split the order or ask us for a quotation.',
    )
  const promised = toPromiseColumns({ orderedAt: wanted.now, pincode: wanted.shippingAddress.pincode }, settings)
  return { ...priced, promised }
}

/** Refuses a state that the shop may not supply as it is registered, and a place that the maker does not send to. Gives back the settings that say so. */
export async function assertDeliverable(tx: Db, address: Place): Promise<Settings> {
  const settings = await readSettings(tx)
  refuseAddressBy(settings, address)
  return settings
}

function refuseAddressBy({ tax, delivery }: Settings, { state, pincode }: Place): void {
  const refusal = explainUndeliverableState(state, tax) ?? blockedDeliveryReason(pincode, delivery.blocked)
  if (refusal) throw new DomainError('conflict', refusal)
}

type Priceable = { lines: PricedLine[]; wanted: Wanted; shipping: ShippingRule }

async function withPromotion(tx: Db, { lines, wanted, shipping }: Priceable): Promise<PricedLines> {
  const totals = calculateTotals(lines, paise(0), shipping)
  const { promoCode, userId, customer, now } = wanted
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
