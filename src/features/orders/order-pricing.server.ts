import { refusedDelivery } from '#src/core/delivery-promise.ts'
import { type Paise, paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { MAX_ORDER_TOTAL, MIN_ORDER_TOTAL, type ShippingRule } from '#src/core/shop-policy.ts'
import { type OrderTotals, totalsOf } from '#src/features/cart/cart-sums.rules.ts'
import { type PricedLine, priceLines } from '#src/features/catalog/stock.server.ts'
import { quotePromotion, toShopError } from '#src/features/promotions/promotions.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { shippingRuleOf } from '#src/features/settings/settings.rules.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { refusedState } from './order-address.rules.ts'
import { promisedColumns } from './order-promise.server.ts'
import type { OrderLineInput, ShippingAddress } from './orders.contract.ts'

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
type PricedOrder = PricedLines & { promised: ReturnType<typeof promisedColumns> }

/** What the items cost by the shop's own data, and when they come. Refuses a place that the maker does not send to, a code that does not count, and a total that is not ours. */
export async function priceOrder(tx: Db, wanted: Wanted): Promise<PricedOrder> {
  const settings = await readSettings(tx)
  refuseAddressBy(settings, wanted.shippingAddress)
  const lines = await priceLines(tx, wanted.items)
  const priced = await withPromotion(tx, { lines, wanted, shipping: shippingRuleOf(settings.shipping) })
  const { total } = priced.totals
  if (total !== wanted.expectedTotal)
    throw new ShopError('conflict', 'The price has changed. Please check the new total.', { total: rupees(total) })
  if (total < MIN_ORDER_TOTAL) throw new ShopError('invalid', 'UPI takes no less than ₹1. Please add something more.')
  if (total > MAX_ORDER_TOTAL)
    throw new ShopError(
      'invalid',
      'UPI payments are limited to ₹1,00,000. Please split the order or ask us for a quotation.',
    )
  const promised = promisedColumns({ orderedAt: wanted.now, pincode: wanted.shippingAddress.pincode }, settings)
  return { ...priced, promised }
}

/** Refuses a state that the shop may not supply as it is registered, and a place that the maker does not send to. Gives back the settings that say so. */
export async function refuseAddress(tx: Db, address: Place): Promise<Settings> {
  const settings = await readSettings(tx)
  refuseAddressBy(settings, address)
  return settings
}

function refuseAddressBy({ tax, delivery }: Settings, { state, pincode }: Place): void {
  const refusal = refusedState(state, tax) ?? refusedDelivery(pincode, delivery.blocked)
  if (refusal) throw new ShopError('conflict', refusal)
}

type Priceable = { lines: PricedLine[]; wanted: Wanted; shipping: ShippingRule }

async function withPromotion(tx: Db, { lines, wanted, shipping }: Priceable): Promise<PricedLines> {
  const totals = totalsOf(lines, paise(0), shipping)
  const { promoCode, userId, customer, now } = wanted
  if (!promoCode) return { lines, totals, promoCode: null }
  const quote = await quotePromotion(tx, {
    code: promoCode,
    subtotal: totals.subtotal,
    userId,
    phone: customer.phone,
    now,
  })
  if (!quote.ok) throw toShopError(quote)
  return { lines, totals: totalsOf(lines, quote.discount, shipping), promoCode: quote.code }
}
