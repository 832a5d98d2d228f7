import { createRoute, z } from '@hono/zod-openapi'
import { requireUser, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { limitPaymentStarts } from '#src/features/payments/limits/payment-start-limit.server.ts'
import { SubmittedUtr, SubmitUtr } from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { submitUtr } from '#src/features/payments/manual-upi/submit-utr.server.ts'
import { verifyPayment } from '#src/features/payments/polling/verify-payment.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { fingerprintRequest } from '#src/server/http/network-fingerprint.server.ts'
import { errorResponse, jsonBody, jsonResponse } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeIpLimit, consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { initiatePayment, type PaymentContext, retryPayment } from './initiate-payment.server.ts'
import { InitiatePayment, StartedPayment, VerifiedPayment, VerifyPayment } from './payments.contract.ts'
import { processPaymentEvent } from './process-payment-event.server.ts'

const LOOKS: RateLimit = { name: 'verify-user', max: 30, perSeconds: 60 }
const UTRS: RateLimit = { name: 'utr-user', max: 10, perSeconds: 3600 }
const WEBHOOKS: RateLimit = { name: 'webhook-address', max: 600, perSeconds: 60 }

const initiateRoute = createRoute({
  method: 'post',
  path: '/payments/upi/initiate',
  summary: 'Places an order and starts its payment',
  request: { body: jsonBody(InitiatePayment) },
  responses: { 200: jsonResponse('The payment, ready to be paid', StartedPayment) },
})

const payRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/pay',
  summary: 'Pays an order that still waits for its money',
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 200: jsonResponse('The payment, ready to be paid', StartedPayment) },
})

const verifyRoute = createRoute({
  method: 'post',
  path: '/payments/upi/verify',
  summary: 'Verifies a payment on the server',
  request: { body: jsonBody(VerifyPayment) },
  responses: { 200: jsonResponse('What the server knows', VerifiedPayment) },
})

const utrRoute = createRoute({
  method: 'post',
  path: '/payments/upi/utr',
  summary: 'Submits the UTR of a payment, to be confirmed by an admin',
  request: { body: jsonBody(SubmitUtr) },
  responses: { 200: jsonResponse('Saved, not yet confirmed', SubmittedUtr) },
})

export function paymentsApi(context: PaymentContext) {
  const { db, gateway } = context
  const api = createApiRouter<SignedIn>()
  const signedIn = requireUser(db)

  api.openapi({ ...initiateRoute, middleware: signedIn }, async (c) => {
    const { id } = c.get('user')
    const start = () => initiatePayment({ ...context, network: fingerprintRequest(c) }, id, c.req.valid('json'))
    return c.json(await limitPaymentStarts(context, id, start), 200)
  })
  api.openapi({ ...payRoute, middleware: signedIn }, async (c) => {
    const { id } = c.get('user')
    const start = () => retryPayment({ ...context, network: fingerprintRequest(c) }, id, c.req.valid('param').id)
    return c.json(await limitPaymentStarts(context, id, start), 200)
  })
  api.openapi({ ...verifyRoute, middleware: signedIn }, async (c) => {
    await consumeLimit(db, LOOKS, c.get('user').id)
    return c.json(await verifyPayment(context, c.get('user').id, c.req.valid('json')), 200)
  })
  api.openapi({ ...utrRoute, middleware: signedIn }, async (c) => {
    const { id } = c.get('user')
    await consumeLimit(db, UTRS, id)
    return c.json(await submitUtr(context, id, c.req.valid('json')), 200)
  })
  api.openAPIRegistry.registerPath({
    method: 'post',
    path: `/payments/webhook/${gateway.name}`,
    summary: 'Payment events of the gateway, signed by it',
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: jsonResponse('Heard', z.object({ received: z.literal(true) })),
      401: errorResponse('The signature is not valid'),
    },
  })
  // Raw bytes: the signature must be verified before anything is parsed.
  api.post(`/payments/webhook/${gateway.name}`, async (c) => {
    await consumeIpLimit(db, WEBHOOKS, getClientIp(c))
    const report = await gateway.readWebhook(c.req.raw.headers, await c.req.text(), context.now())
    await processPaymentEvent(context, { ...report, provider: gateway.name, source: 'webhook' })
    return c.json({ received: true })
  })
  return api
}
