import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { OutboxMessage, OutboxPage } from '#src/features/notifications/notifications.contract.ts'
import { countOutbox, listOutbox, resendMessage } from '#src/features/notifications/outbox.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, keepPrivate, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/admin/messages',
  summary: 'What the shop has said and tried to say',
  request: { query: OutboxPage },
  responses: { 200: jsonAnswer('Newest first', z.array(OutboxMessage)) },
})
const resendRoute = createRoute({
  method: 'post',
  path: '/admin/messages/{id}/resend',
  summary: 'The maker sends once more what was given up',
  request: { params: OutboxMessage.pick({ id: true }) },
  responses: { 200: jsonAnswer('As it is now', OutboxMessage) },
})

/** The outbox for the maker. Here, because the outbox itself is known to the accounts, whose guard stands before it. */
export function outboxApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listOutbox(db, page)
    keepPrivate(c)
    tellPart(c, { total: await countOutbox(db, page), nextCursor })
    return c.json(items, 200)
  })
  api.openapi({ ...resendRoute, middleware: requireAdmin(db) }, async (c) =>
    c.json(await resendMessage(db, { id: c.req.valid('param').id, by: c.get('user') }), 200),
  )
  return api
}
