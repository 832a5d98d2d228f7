import { type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { toShippingRule } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { findProductsById } from '#src/features/catalog/products/products.server.ts'
import { priceTogether } from '#src/features/catalog/tiers/price-tiers.ts'
import { type PromoQuoteInput, quotePromotion } from '#src/features/pricing/promotions/promotions.server.ts'
import type { PromoResult } from '#src/features/pricing/totals/priced-items.contract.ts'
import { calculateTotals } from '#src/features/pricing/totals/totals.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import type { CartQuote, CartQuoteInput } from './cart-quote.contract.ts'

type CartQuoteRequest = CartQuoteInput & { userId: string | null; now: Date }

export async function quoteCart(db: Db, input: CartQuoteRequest): Promise<CartQuote> {
  const products = await findProductsById(
    db,
    input.items.map(({ productId }) => productId),
  )
  const priceOf = priceTogether(input.items, products)
  const lines = input.items.map(({ productId, quantity }) => {
    const product = products.get(productId)
    const { name = null, stock = 0 } = product ?? {}
    return { productId, quantity, name, price: product ? priceOf(product).price : null, stock }
  })
  const priced = lines.flatMap(({ price, quantity }) =>
    price === null ? [] : [{ unitPrice: paiseFromRupees(price), quantity }],
  )
  const { discount, promo } = await applyPromoCode(db, { ...input, subtotal: calculateTotals(priced).subtotal })
  const totals = calculateTotals(priced, discount, toShippingRule(await readSection(db, 'shipping')))
  return {
    lines,
    subtotal: rupees(totals.subtotal),
    discount: rupees(totals.discount),
    shipping: rupees(totals.shipping),
    total: rupees(totals.total),
    promo,
  }
}

type PromoRequest = Omit<PromoQuoteInput, 'code'> & { promoCode?: string }

async function applyPromoCode(
  db: Db,
  { promoCode, ...request }: PromoRequest,
): Promise<{ discount: Paise; promo: PromoResult | null }> {
  if (!promoCode) return { discount: paise(0), promo: null }
  const quote = await quotePromotion(db, { ...request, code: promoCode })
  if (quote.ok) return { discount: quote.discount, promo: { code: quote.code, ok: true } }
  return { discount: paise(0), promo: quote }
}
