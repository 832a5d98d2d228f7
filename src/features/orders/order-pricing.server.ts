import { type Paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { MAX_ORDER_TOTAL } from '#src/core/shop-policy.ts'
import { type OrderTotals, totalsOf } from '#src/features/cart/cart.rules.ts'
import { type PricedLine, priceLines } from '#src/features/catalog/stock.server.ts'
import { quotePromotion, toShopError } from '#src/features/promotions/promotions.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { OrderLineInput } from './orders.contract.ts'

type Wanted = {
  items: OrderLineInput[]
  userId: string
  promoCode?: string
  /** What the shopper was shown. Compared, never used. */
  expectedTotal: Paise
  now: Date
}

type PricedOrder = { lines: PricedLine[]; totals: OrderTotals; promoCode: string | null }

/** What the items cost by the shop's own data. Refuses a code that does not count, and a total that is not ours. */
export async function priceOrder(tx: Db, wanted: Wanted): Promise<PricedOrder> {
  const lines = await priceLines(tx, wanted.items)
  const priced = await withPromotion(tx, { lines, wanted })
  const { total } = priced.totals
  if (total !== wanted.expectedTotal)
    throw new ShopError('conflict', 'The price has changed. Please check the new total.', { total: rupees(total) })
  if (total > MAX_ORDER_TOTAL)
    throw new ShopError(
      'invalid',
      'UPI payments are limited to ₹1,00,000. Please split the order or ask us for a quotation.',
    )
  return priced
}

async function withPromotion(tx: Db, { lines, wanted }: { lines: PricedLine[]; wanted: Wanted }): Promise<PricedOrder> {
  const totals = totalsOf(lines)
  const { promoCode, userId, now } = wanted
  if (!promoCode) return { lines, totals, promoCode: null }
  const quote = await quotePromotion(tx, { code: promoCode, subtotal: totals.subtotal, userId, now })
  if (!quote.ok) throw toShopError(quote)
  return { lines, totals: totalsOf(lines, quote.discount), promoCode: quote.code }
}
