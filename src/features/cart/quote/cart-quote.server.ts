import { type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findProductsById } from '#src/features/catalog/products/products.server.ts'
import type { PromoResult } from '#src/features/pricing/promotions/promotions.contract.ts'
import { type PromoQuoteInput, quotePromotion } from '#src/features/pricing/promotions/promotions.server.ts'
import { calculateTotals } from '#src/features/pricing/totals/totals.ts'
import { readSection } from '#src/features/settings/settings.server.ts'
import { toShippingRule } from '#src/features/settings/shop-promises.ts'
import type { CartQuote, CartQuoteInput } from './cart-quote.contract.ts'

type Question = CartQuoteInput & { userId: string | null; now: Date }

/** What a cart costs now, with live prices and stock and what its promo code takes off. Takes and promises nothing. */
export async function quoteCart(db: Db, question: Question): Promise<CartQuote> {
  const products = await findProductsById(
    db,
    question.items.map(({ productId }) => productId),
  )
  const lines = question.items.map(({ productId, quantity }) => {
    const { name = null, price = null, stock = 0 } = products.get(productId) ?? {}
    return { productId, quantity, name, price, stock }
  })
  const priced = lines.flatMap(({ price, quantity }) =>
    price === null ? [] : [{ unitPrice: paiseFromRupees(price), quantity }],
  )
  const { discount, promo } = await promotionFor(db, { ...question, subtotal: calculateTotals(priced).subtotal })
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

type Wish = Omit<PromoQuoteInput, 'code'> & { promoCode?: string }

async function promotionFor(
  db: Db,
  { promoCode, ...wish }: Wish,
): Promise<{ discount: Paise; promo: PromoResult | null }> {
  if (!promoCode) return { discount: paise(0), promo: null }
  const quote = await quotePromotion(db, { ...wish, code: promoCode })
  if (quote.ok) return { discount: quote.discount, promo: { code: quote.code, ok: true } }
  return { discount: paise(0), promo: quote }
}
