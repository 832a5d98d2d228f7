import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { requireUser, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import {
  AcceptQuote,
  CustomerRequest,
  Quote,
  QuoteMessage,
  QuoteToken,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { fingerprintRequest } from '#src/server/http/network-fingerprint.server.ts'
import { jsonBody, jsonResponse, sendOk, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { acceptQuote, askAboutQuote, getQuote } from './accept-quote.server.ts'
import { listCustomerRequests } from './customer-requests.server.ts'

const LOOKS: RateLimit = { name: 'quote-look-user', max: 60, perSeconds: 600 }
const ACCEPTANCES: RateLimit = { name: 'quote-accept-user', max: 10, perSeconds: 600 }
const QUESTIONS: RateLimit = { name: 'quote-question-user', max: 5, perSeconds: 3600 }

const OneQuote = z.object({ token: QuoteToken })

const ownRoute = createRoute({
  method: 'get',
  path: '/custom-orders/mine',
  summary: 'Lists the custom chocolate requests of the signed-in customer',
  responses: { 200: jsonResponse('The newest 30 that are not completed', z.array(CustomerRequest)) },
})

const quoteRoute = createRoute({
  method: 'get',
  path: '/quotes/{token}',
  summary: 'Returns a quotation to a signed-in customer with its link',
  request: { params: OneQuote },
  responses: { 200: jsonResponse('The quotation', Quote) },
})

const acceptRoute = createRoute({
  method: 'post',
  path: '/quotes/{token}/accept',
  summary: 'Accepts a quotation: places its order and starts its payment',
  request: { params: OneQuote, body: jsonBody(AcceptQuote) },
  responses: { 200: jsonResponse('The payment, ready to be paid', StartedPayment) },
})

const questionRoute = createRoute({
  method: 'post',
  path: '/quotes/{token}/question',
  summary: 'Asks a question about a quotation',
  request: { params: OneQuote, body: jsonBody(QuoteMessage) },
  responses: { 200: jsonResponse('Question stored', z.object({ success: z.literal(true) })) },
})

export function quotesApi({ context, adminEmail }: { context: PaymentContext; adminEmail: string }) {
  const { db } = context
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...ownRoute, middleware: requireUser(db) }, async (c) => {
    const { id, email } = c.get('user')
    setNoStore(c)
    return c.json(await listCustomerRequests(db, { id, email }, context.now()), 200)
  })
  api.openapi({ ...quoteRoute, middleware: requireUser(db) }, async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, LOOKS, userId)
    setNoStore(c)
    return c.json(await getQuote(db, { ...c.req.valid('param'), userId }, context.now()), 200)
  })
  api.openapi({ ...acceptRoute, middleware: requireUser(db) }, async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, ACCEPTANCES, userId)
    const from = { ...context, network: fingerprintRequest(c) }
    return c.json(await acceptQuote(from, { ...c.req.valid('param'), userId }, c.req.valid('json')), 200)
  })
  api.openapi({ ...questionRoute, middleware: requireUser(db) }, async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, QUESTIONS, userId)
    const link = { ...c.req.valid('param'), userId }
    await askAboutQuote(db, { link, ...c.req.valid('json'), adminEmail, now: context.now() })
    return sendOk(c)
  })
  return api
}
