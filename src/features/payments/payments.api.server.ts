import { createRoute, z } from '@hono/zod-openapi'
import { requireUser, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, refusal } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import { networkOf } from '#src/platform/network.server.ts'
import { type Limit, takeFromAddress, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { tellUtr } from './manual-telling.server.ts'
import { TellUtr, ToldUtr } from './manual-upi.contract.ts'
import { withinStarts } from './payment-starts.server.ts'
import { InitiatePayment, StartedPayment, VerifiedPayment, VerifyPayment } from './payments.contract.ts'
import { initiatePayment, payAgain, type Till } from './payments.server.ts'
import { verifyPayment } from './questions.server.ts'
import { applyReport } from './settlement.server.ts'

const LOOKS: Limit = { name: 'verify-user', max: 30, perSeconds: 60 }
const UTRS: Limit = { name: 'utr-user', max: 10, perSeconds: 3600 }
const WEBHOOKS: Limit = { name: 'webhook-address', max: 600, perSeconds: 60 }

const initiateRoute = createRoute({
  method: 'post',
  path: '/payments/upi/initiate',
  summary: 'Places an order and starts its payment',
  request: { body: jsonBody(InitiatePayment) },
  responses: { 200: jsonAnswer('The payment, ready to be paid', StartedPayment) },
})

const payRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/pay',
  summary: 'Pays an order that still waits for its money',
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 200: jsonAnswer('The payment, ready to be paid', StartedPayment) },
})

const verifyRoute = createRoute({
  method: 'post',
  path: '/payments/upi/verify',
  summary: 'Asks the server to look at a payment',
  request: { body: jsonBody(VerifyPayment) },
  responses: { 200: jsonAnswer('What the server knows', VerifiedPayment) },
})

const utrRoute = createRoute({
  method: 'post',
  path: '/payments/upi/utr',
  summary: 'Says under which number (UTR) a payment was made, for the maker to look for',
  request: { body: jsonBody(TellUtr) },
  responses: { 200: jsonAnswer('Kept, not confirmed', ToldUtr) },
})

export function paymentsApi(till: Till) {
  const { db, provider } = till
  const api = apiRouter<SignedIn>()
  const signedIn = requireUser(db)

  api.openapi({ ...initiateRoute, middleware: signedIn }, async (c) => {
    const { id } = c.get('user')
    const start = () => initiatePayment({ ...till, network: networkOf(c) }, id, c.req.valid('json'))
    return c.json(await withinStarts(till, id, start), 200)
  })
  api.openapi({ ...payRoute, middleware: signedIn }, async (c) => {
    const { id } = c.get('user')
    const start = () => payAgain({ ...till, network: networkOf(c) }, id, c.req.valid('param').id)
    return c.json(await withinStarts(till, id, start), 200)
  })
  api.openapi({ ...verifyRoute, middleware: signedIn }, async (c) => {
    await takeFromLimit(db, LOOKS, c.get('user').id)
    return c.json(await verifyPayment(till, c.get('user').id, c.req.valid('json')), 200)
  })
  api.openapi({ ...utrRoute, middleware: signedIn }, async (c) => {
    const { id } = c.get('user')
    await takeFromLimit(db, UTRS, id)
    return c.json(await tellUtr(till, id, c.req.valid('json')), 200)
  })
  api.openAPIRegistry.registerPath({
    method: 'post',
    path: `/payments/webhook/${provider.name}`,
    summary: 'News of payments from the provider, signed by it',
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: jsonAnswer('Heard', z.object({ received: z.literal(true) })),
      401: refusal('It is not signed by the provider'),
    },
  })
  // Not parsed as JSON: the signature is over the raw bytes, so nothing may parse them before it is checked.
  api.post(`/payments/webhook/${provider.name}`, async (c) => {
    await takeFromAddress(db, WEBHOOKS, clientAddress(c))
    const report = await provider.readWebhook(c.req.raw.headers, await c.req.text(), till.now())
    await applyReport(till, { ...report, provider: provider.name, source: 'webhook' })
    return c.json({ received: true })
  })
  return api
}
