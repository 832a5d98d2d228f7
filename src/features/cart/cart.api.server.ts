import { createRoute } from '@hono/zod-openapi'
import { optionalUser, type PerhapsSignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromAddress } from '#src/platform/rate-limit.server.ts'
import { CartQuestion, CartQuote } from './cart.contract.ts'
import { quoteCart } from './cart-quote.server.ts'

const QUOTES: Limit = { name: 'quote-address', max: 120, perSeconds: 60 }
/** A code is a secret of few letters: whoever tries many is guessing. */
const WRONG_CODES: Limit = { name: 'promo-guess-address', max: 20, perSeconds: 3600 }

const quoteRoute = createRoute({
  method: 'post',
  path: '/cart/quote',
  summary: 'What a cart costs now, with a promo code or without',
  request: { body: jsonBody(CartQuestion) },
  responses: { 200: jsonAnswer('Live prices', CartQuote) },
})

/** The cart itself is the browser's; here it only asks what it costs. */
export function cartApi({ db }: { db: Db }) {
  const api = apiRouter<PerhapsSignedIn>()
  api.openapi({ ...quoteRoute, middleware: optionalUser(db) }, async (c) => {
    await takeFromAddress(db, QUOTES, clientAddress(c))
    const userId = c.get('user')?.id ?? null
    const quote = await quoteCart(db, { ...c.req.valid('json'), userId, now: new Date() })
    if (quote.promo?.reason === 'UNKNOWN') await takeFromAddress(db, WRONG_CODES, clientAddress(c))
    keepPrivate(c)
    return c.json(quote, 200)
  })
  return api
}
