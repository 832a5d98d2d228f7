import { z } from '@hono/zod-openapi'
import { DomainError } from '#src/core/domain-error.ts'
import { assertSameAccount, BUYING, POLLING_PAYMENT } from '#src/features/auth/sessions/route-presets.server.ts'
import { ShownPromise } from '#src/features/orders/order-form.contract.ts'
import { limitPaymentStarts } from '#src/features/payments/limits/payment-start-limit.server.ts'
import { verifyPayment } from '#src/features/payments/polling/poll-gateway.server.ts'
import { fingerprintRequest, getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeIpLimit, consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo, SIGNED_BODY } from '#src/server/routes/route-policy.server.ts'
import { initiatePayment, type PaymentContext, retryPayment } from './initiate-payment.server.ts'
import { InitiatePayment, StartedPayment, VerifiedPayment, VerifyPayment } from './payments.contract.ts'
import { processPaymentEvent } from './process-payment-event.server.ts'

const PAYMENT_VERIFY_LIMIT: RateLimit = { name: 'verify-user', max: 60, perSeconds: 60 }
const FORGED_WEBHOOK_LIMIT: RateLimit = { name: 'forged-webhook-address', max: 60, perSeconds: 60 }

const initiateRoute = defineRoute('post', '/payments/upi/initiate', {
  ...BUYING,
  body: jsonUpTo(256),
  summary: 'Place an order and start its payment',
  json: InitiatePayment,
  ok: ['The payment, ready to be paid', StartedPayment],
})
export type InitiateRoute = typeof initiateRoute

const payRoute = defineRoute('post', '/orders/{id}/pay', {
  ...BUYING,
  summary: 'Start a payment for an unpaid order',
  params: z.object({ id: z.uuid() }),
  query: ShownPromise,
  ok: ['The payment, ready to be paid', StartedPayment],
})

const verifyRoute = defineRoute('post', '/payments/upi/verify', {
  ...POLLING_PAYMENT,
  body: jsonUpTo(4),
  summary: 'Verify a payment on the server',
  json: VerifyPayment,
  ok: ['The current status', VerifiedPayment],
})
export type VerifyRoute = typeof verifyRoute

export function paymentsApi(context: PaymentContext) {
  const { db, gateway } = context
  const api = createApiRouter()

  /** Counts what is not from the gateway: its own reports of a busy day must never be rejected. */
  async function readWebhook(headers: Headers, rawBody: string, address: string) {
    try {
      return await gateway.readWebhook(headers, rawBody, context.now())
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not-signed-in')
        await consumeIpLimit(db, FORGED_WEBHOOK_LIMIT, address)
      throw error
    }
  }

  api.openapi(initiateRoute(db), async (c) => {
    const { id } = c.get('user')
    const { account, ...input } = c.req.valid('json')
    assertSameAccount(c.get('user'), account)
    const started = await limitPaymentStarts(context, id, (countStart) =>
      initiatePayment({ ...context, network: fingerprintRequest(c), countStart }, id, input),
    )
    return c.json(started, 200)
  })
  api.openapi(payRoute(db), async (c) => {
    const { id } = c.get('user')
    const again = { ...context, network: fingerprintRequest(c), shown: c.req.valid('query') }
    const started = await limitPaymentStarts(context, id, (countStart) =>
      retryPayment({ ...again, countStart }, id, c.req.valid('param').id),
    )
    return c.json(started, 200)
  })
  api.openapi(verifyRoute(db), async (c) => {
    await consumeLimit(db, PAYMENT_VERIFY_LIMIT, c.get('user').id)
    return c.json(await verifyPayment(context, c.get('user').id, c.req.valid('json')), 200)
  })
  const webhookRoute = defineRoute('post', `/payments/webhook/${gateway.name}`, {
    ...PUBLIC,
    priority: 'payment',
    ipLimit: 'webhooks',
    body: SIGNED_BODY,
    whileClosed: true,
    summary: 'Receive the signed webhooks of the gateway',
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    ok: ['Received', z.object({ received: z.literal(true) })],
    responses: { 401: errorResponse('The signature is not valid') },
  })
  // Raw bytes: the signature must be verified before anything is parsed.
  api.openapi(webhookRoute(), async (c) => {
    const report = await readWebhook(c.req.raw.headers, await c.req.text(), getClientIp(c))
    await processPaymentEvent(context, { ...report, provider: gateway.name, source: 'webhook' })
    return c.json({ received: true as const }, 200)
  })
  return api
}
