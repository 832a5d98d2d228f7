import { BUYING } from '#src/features/auth/sessions/route-presets.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { SubmittedUtr, SubmitUtr } from './manual-upi.contract.ts'
import { submitUtr } from './submit-utr.server.ts'

const UTR_LIMIT: RateLimit = { name: 'utr-user', max: 10, perSeconds: 3600 }

const utrRoute = defineRoute('post', '/payments/upi/utr', {
  ...BUYING,
  body: jsonUpTo(4),
  priority: 'payment',
  summary: 'Submit the UTR of a payment, to be confirmed by an admin',
  json: SubmitUtr,
  ok: ['Saved, not yet confirmed', SubmittedUtr],
})
export type SubmitUtrRoute = typeof utrRoute

export function submitUtrApi(context: PaymentContext) {
  const { db } = context
  const api = createApiRouter()
  api.openapi(utrRoute(db), async (c) => {
    const { id } = c.get('user')
    await consumeLimit(db, UTR_LIMIT, id)
    return c.json(await submitUtr(context, id, c.req.valid('json')), 200)
  })
  return api
}
