import { z } from '@hono/zod-openapi'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { isSameSecret } from '#src/server/config/encryption.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { limitWrongSecrets } from '#src/server/overload/rate-limit.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { SIGNED_BODY } from '#src/server/routes/route-policy.server.ts'
import { readWhatsAppStatuses, verifyWhatsAppSignature } from './channels/whatsapp-webhook.server.ts'
import { type DeliveryReport, recordDeliveryReport } from './outbox/delivery-reports.server.ts'

/** A report may overtake the answer that names its message. */
const UNKNOWN_MINUTES = 1

const WEBHOOK = { ...PUBLIC, ipLimit: 'webhooks', whileClosed: true } as const

const verifyRoute = defineRoute('get', '/whatsapp/statuses', {
  ...WEBHOOK,
  summary: 'Confirm to Meta that this webhook is ours',
  query: z.object({
    'hub.mode': z.literal('subscribe'),
    'hub.verify_token': z.string().max(500),
    'hub.challenge': z.string().regex(/^[\w.-]{1,200}$/),
  }),
  responses: {
    200: { description: 'The challenge', content: { 'text/plain': { schema: z.string() } } },
    403: errorResponse('The token is not that of the shop'),
  },
})

const statusRoute = defineRoute('post', '/whatsapp/statuses', {
  ...WEBHOOK,
  body: SIGNED_BODY,
  summary: 'Receive what became of WhatsApp messages, signed by Meta',
  requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  ok: ['Received', z.object({ received: z.literal(true) })],
  responses: {
    401: errorResponse('The signature is not valid'),
    503: errorResponse('The message is not known yet; please send it again'),
  },
})

type WhatsAppApi = { db: Db; now: () => Date; appSecret: string | undefined; verifyToken: string | undefined }

/** The webhook of WhatsApp's Cloud API. Without its secrets it refuses all. */
export function whatsAppApi({ db, now, appSecret, verifyToken }: WhatsAppApi) {
  const api = createApiRouter()
  api.openapi(verifyRoute(), async (c) => {
    const { 'hub.verify_token': token, 'hub.challenge': challenge } = c.req.valid('query')
    const check = () => {
      if (!verifyToken || !isSameSecret(token, verifyToken))
        throw new DomainError('not-allowed', 'The token is not that of the shop.')
    }
    await limitWrongSecrets(db, { webhook: 'whatsapp', address: getClientIp(c), check })
    return c.text(challenge, 200)
  })
  api.openapi(statusRoute(), async (c) => {
    const [body, signature] = [await c.req.text(), c.req.header('x-hub-signature-256')]
    const check = () => verifyWhatsAppSignature(appSecret, { body, signature })
    await limitWrongSecrets(db, { webhook: 'whatsapp', address: getClientIp(c), check })
    await recordReports(db, readWhatsAppStatuses(body), now())
    return c.json({ received: true as const }, 200)
  })
  return api
}

async function recordReports(db: Db, reports: readonly DeliveryReport[], now: Date): Promise<void> {
  const unknown: DeliveryReport[] = []
  for (const report of reports) if (!(await recordDeliveryReport(db, report))) unknown.push(report)
  if (unknown.some(({ at }) => at > addMinutes(now, -UNKNOWN_MINUTES)))
    throw new DomainError('unavailable', 'This message is not known yet. Please send the report again.', {
      retryAfterSeconds: 60,
    })
}
