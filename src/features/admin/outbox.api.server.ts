import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { countOutbox, listOutbox, resendMessage } from '#src/features/notifications/admin/outbox-admin.server.ts'
import { OutboxListParams, OutboxMessage } from '#src/features/notifications/notifications.contract.ts'
import { sendTestEmail } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { errorResponse, setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'

const listRoute = defineRoute('get', '/admin/messages', {
  ...ADMIN,
  summary: 'List the messages of the outbox',
  query: OutboxListParams,
  ok: ['Newest first', z.array(OutboxMessage)],
})
const resendRoute = defineRoute('post', '/admin/messages/{id}/resend', {
  ...ADMIN,
  summary: 'Send a failed message again',
  params: OutboxMessage.pick({ id: true }),
  ok: ['The current state', OutboxMessage],
})
const testRoute = defineRoute('post', '/admin/messages/test-email', {
  ...ADMIN,
  summary: 'Send a test e-mail to your own address',
  ok: ['Where it goes', OutboxMessage.pick({ to: true })],
  responses: { 429: errorResponse('Once a minute.') },
})

const TEST_LIMIT = { name: 'test-emails-of-admin', max: 1, perSeconds: 60 } as const satisfies RateLimit

export function outboxApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listOutbox(db, page)
    return setPagination(c, { total: await countOutbox(db, page), nextCursor }).json(items, 200)
  })
  api.openapi(resendRoute(db), async (c) =>
    c.json(await resendMessage(db, { id: c.req.valid('param').id, by: c.get('user') }), 200),
  )
  api.openapi(testRoute(db), async (c) => {
    const by = c.var.user
    await consumeLimit(db, TEST_LIMIT, by.id)
    await sendTestEmail(db, { by, now: new Date() })
    return c.json({ to: by.email }, 200)
  })
  return api
}
