import { createRoute } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { type MaybeSignedIn, optionalUser } from '#src/features/auth/sessions/guards.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { jsonBody, jsonResponse, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeIpLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { CartQuote, CartQuoteInput } from './cart-quote.contract.ts'
import { quoteCart } from './cart-quote.server.ts'

const QUOTES: RateLimit = { name: 'quote-address', max: 120, perSeconds: 60 }
/** Promo codes are short, so guessing is limited. */
const WRONG_CODES: RateLimit = { name: 'promo-guess-address', max: 20, perSeconds: 3600 }

const quoteRoute = createRoute({
  method: 'post',
  path: '/cart/quote',
  summary: 'Price a cart, with or without a promo code',
  request: { body: jsonBody(CartQuoteInput) },
  responses: { 200: jsonResponse('Live prices', CartQuote) },
})

export function cartQuoteApi({ db }: { db: Db }) {
  const api = createApiRouter<MaybeSignedIn>()
  api.openapi({ ...quoteRoute, middleware: optionalUser(db) }, async (c) => {
    await consumeIpLimit(db, QUOTES, getClientIp(c))
    const userId = c.get('user')?.id ?? null
    const quote = await quoteCart(db, { ...c.req.valid('json'), userId, now: new Date() })
    if (quote.promo?.reason === 'UNKNOWN') await consumeIpLimit(db, WRONG_CODES, getClientIp(c))
    setNoStore(c)
    return c.json(quote, 200)
  })
  return api
}
