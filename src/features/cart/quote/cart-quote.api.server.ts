import type { Db } from '#src/db/database.server.ts'
import { MAYBE_SIGNED_IN } from '#src/features/auth/sessions/route-presets.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeIpLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { CartQuote, CartQuoteInput } from './cart-quote.contract.ts'
import { quoteCart } from './cart-quote.server.ts'

const CART_QUOTE_LIMIT: RateLimit = { name: 'quote-address', max: 120, perSeconds: 60 }
/** Promo codes are short, so guessing is limited. */
const WRONG_PROMO_CODE_LIMIT: RateLimit = { name: 'promo-guess-address', max: 20, perSeconds: 3600 }

const quoteRoute = defineRoute('post', '/cart/quote', {
  ...MAYBE_SIGNED_IN,
  body: jsonUpTo(16),
  priority: 'checkout',
  ipLimit: 'buying',
  summary: 'Price a cart, with or without a promo code',
  json: CartQuoteInput,
  ok: ['Live prices', CartQuote],
})
export type CartQuoteRoute = typeof quoteRoute

export function cartQuoteApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(quoteRoute(db), async (c) => {
    await consumeIpLimit(db, CART_QUOTE_LIMIT, getClientIp(c))
    const userId = c.get('user')?.id ?? null
    const quote = await quoteCart(db, { ...c.req.valid('json'), userId, now: new Date() })
    if (quote.promo?.reason === 'UNKNOWN') await consumeIpLimit(db, WRONG_PROMO_CODE_LIMIT, getClientIp(c))
    return c.json(quote, 200)
  })
  return api
}
