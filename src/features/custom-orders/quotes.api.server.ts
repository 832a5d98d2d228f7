import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { requireUser, type SignedIn } from '#src/features/account/guards.server.ts'
import { StartedPayment } from '#src/features/payments/payments.contract.ts'
import type { Till } from '#src/features/payments/payments.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate, sayDone } from '#src/platform/api-shapes.server.ts'
import { networkOf } from '#src/platform/network.server.ts'
import { type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { acceptQuote, askAboutQuote, getQuote } from './accepting.server.ts'
import { AcceptQuote, OwnRequest, Quote, QuoteToken, QuoteWords } from './custom-orders.contract.ts'
import { listOwnRequests } from './own-requests.server.ts'

const LOOKS: Limit = { name: 'quote-look-user', max: 60, perSeconds: 600 }
const ACCEPTANCES: Limit = { name: 'quote-accept-user', max: 10, perSeconds: 600 }
const QUESTIONS: Limit = { name: 'quote-question-user', max: 5, perSeconds: 3600 }

const OneQuote = z.object({ token: QuoteToken })

const ownRoute = createRoute({
  method: 'get',
  path: '/custom-orders/mine',
  summary: 'The custom chocolates that the signed-in customer asked for, with what was answered',
  responses: { 200: jsonAnswer('The newest 30 that are not made yet', z.array(OwnRequest)) },
})

const quoteRoute = createRoute({
  method: 'get',
  path: '/quotes/{token}',
  summary: 'The quotation behind a link, for whoever is signed in and has it',
  request: { params: OneQuote },
  responses: { 200: jsonAnswer('The quotation', Quote) },
})

const acceptRoute = createRoute({
  method: 'post',
  path: '/quotes/{token}/accept',
  summary: 'Takes the quotation: places its order and starts its payment',
  request: { params: OneQuote, body: jsonBody(AcceptQuote) },
  responses: { 200: jsonAnswer('The payment, ready to be paid', StartedPayment) },
})

const questionRoute = createRoute({
  method: 'post',
  path: '/quotes/{token}/question',
  summary: 'Asks the maker about the quotation',
  request: { params: OneQuote, body: jsonBody(QuoteWords) },
  responses: { 200: jsonAnswer('The maker has it', z.object({ success: z.literal(true) })) },
})

/** What the shopper does with a quotation. */
export function quotesApi({ till, makerEmail }: { till: Till; makerEmail: string }) {
  const { db } = till
  const api = apiRouter<SignedIn>()
  api.openapi({ ...ownRoute, middleware: requireUser(db) }, async (c) => {
    const { id, email } = c.get('user')
    keepPrivate(c)
    return c.json(await listOwnRequests(db, { id, email }, till.now()), 200)
  })
  api.openapi({ ...quoteRoute, middleware: requireUser(db) }, async (c) => {
    const userId = c.get('user').id
    await takeFromLimit(db, LOOKS, userId)
    keepPrivate(c)
    return c.json(await getQuote(db, { ...c.req.valid('param'), userId }, till.now()), 200)
  })
  api.openapi({ ...acceptRoute, middleware: requireUser(db) }, async (c) => {
    const userId = c.get('user').id
    await takeFromLimit(db, ACCEPTANCES, userId)
    const from = { ...till, network: networkOf(c) }
    return c.json(await acceptQuote(from, { ...c.req.valid('param'), userId }, c.req.valid('json')), 200)
  })
  api.openapi({ ...questionRoute, middleware: requireUser(db) }, async (c) => {
    const userId = c.get('user').id
    await takeFromLimit(db, QUESTIONS, userId)
    const link = { ...c.req.valid('param'), userId }
    await askAboutQuote(db, { link, ...c.req.valid('json'), makerEmail, now: till.now() })
    return sayDone(c)
  })
  return api
}
