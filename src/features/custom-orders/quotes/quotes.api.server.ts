import { z } from 'zod'
import { BUYING, CUSTOMER } from '#src/features/auth/sessions/route-presets.server.ts'
import {
  AcceptQuote,
  CustomerRequest,
  Quote,
  QuoteMessage,
  QuoteToken,
} from '#src/features/custom-orders/quotes/quotes.contract.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { fingerprintRequest } from '#src/server/http/client-ip.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { sendOk } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { acceptQuote, askAboutQuote, getQuote } from './accept-quote.server.ts'
import { listCustomerRequests } from './customer-requests.server.ts'

const QUOTE_VIEW_LIMIT: RateLimit = { name: 'quote-look-user', max: 60, perSeconds: 600 }
const QUOTE_ACCEPT_LIMIT: RateLimit = { name: 'quote-accept-user', max: 10, perSeconds: 600 }
const QUOTE_QUESTION_LIMIT: RateLimit = { name: 'quote-question-user', max: 5, perSeconds: 3600 }

const OneQuote = z.object({ token: QuoteToken })

const ownRoute = defineRoute('get', '/custom-orders/mine', {
  ...CUSTOMER,
  summary: 'List the custom chocolate requests of the signed-in customer',
  ok: ['The newest 30 that are not completed', z.array(CustomerRequest)],
})

const quoteRoute = defineRoute('get', '/quotes/{token}', {
  ...BUYING,
  summary: 'Get a quotation by its link',
  params: OneQuote,
  ok: ['The quotation', Quote],
})
export type QuoteRoute = typeof quoteRoute

const acceptRoute = defineRoute('post', '/quotes/{token}/accept', {
  ...BUYING,
  summary: 'Accept a quotation: place its order and start its payment',
  params: OneQuote,
  json: AcceptQuote,
  ok: ['The payment, ready to be paid', StartedPayment],
})
export type AcceptQuoteRoute = typeof acceptRoute

const questionRoute = defineRoute('post', '/quotes/{token}/question', {
  ...BUYING,
  summary: 'Ask a question about a quotation',
  params: OneQuote,
  json: QuoteMessage,
  ok: ['Question stored', z.object({ success: z.literal(true) })],
})
export type AskAboutQuoteRoute = typeof questionRoute

export function quotesApi({ context, adminEmail }: { context: PaymentContext; adminEmail: string }) {
  const { db } = context
  const api = createApiRouter()
  api.openapi(ownRoute(db), async (c) => {
    const { id, email } = c.get('user')
    return c.json(await listCustomerRequests(db, { id, email }, context.now()), 200)
  })
  api.openapi(quoteRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, QUOTE_VIEW_LIMIT, userId)
    return c.json(await getQuote(db, { ...c.req.valid('param'), userId }, context.now()), 200)
  })
  api.openapi(acceptRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, QUOTE_ACCEPT_LIMIT, userId)
    const from = { ...context, network: fingerprintRequest(c) }
    return c.json(await acceptQuote(from, { ...c.req.valid('param'), userId }, c.req.valid('json')), 200)
  })
  api.openapi(questionRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, QUOTE_QUESTION_LIMIT, userId)
    const link = { ...c.req.valid('param'), userId }
    await askAboutQuote(db, { link, ...c.req.valid('json'), adminEmail, now: context.now() })
    return sendOk(c)
  })
  return api
}
