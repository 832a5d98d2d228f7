import { type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { productsById } from '#src/features/catalog/catalog.server.ts'
import type { PromoAnswer } from '#src/features/promotions/promotions.contract.ts'
import { type PromoWish, quotePromotion } from '#src/features/promotions/promotions.server.ts'
import { shippingRuleOf } from '#src/features/settings/settings.rules.ts'
import { readSection } from '#src/features/settings/settings.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { CartQuestion, CartQuote } from './cart.contract.ts'
import { totalsOf } from './cart-sums.rules.ts'

type Question = CartQuestion & { userId: string | null; now: Date }

/** What a cart costs now, with live prices and stock and what its promo code takes off. Takes and promises nothing. */
export async function quoteCart(db: Db, question: Question): Promise<CartQuote> {
  const products = await productsById(
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
  const { discount, promo } = await promotionFor(db, { ...question, subtotal: totalsOf(priced).subtotal })
  const totals = totalsOf(priced, discount, shippingRuleOf(await readSection(db, 'shipping')))
  return {
    lines,
    subtotal: rupees(totals.subtotal),
    discount: rupees(totals.discount),
    shipping: rupees(totals.shipping),
    total: rupees(totals.total),
    promo,
  }
}

type Wish = Omit<PromoWish, 'code'> & { promoCode?: string }

async function promotionFor(
  db: Db,
  { promoCode, ...wish }: Wish,
): Promise<{ discount: Paise; promo: PromoAnswer | null }> {
  if (!promoCode) return { discount: paise(0), promo: null }
  const quote = await quotePromotion(db, { ...wish, code: promoCode })
  if (quote.ok) return { discount: quote.discount, promo: { code: quote.code, ok: true } }
  return { discount: paise(0), promo: quote }
}
