import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { countOutbox, listOutbox, resendMessage } from '#src/features/notifications/admin/outbox-admin.server.ts'
import { OutboxListParams, OutboxMessage } from '#src/features/notifications/notifications.contract.ts'
import { jsonResponse, setNoStore, setPagination } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/admin/messages',
  summary: 'The messages of the outbox',
  request: { query: OutboxListParams },
  responses: { 200: jsonResponse('Newest first', z.array(OutboxMessage)) },
})
const resendRoute = createRoute({
  method: 'post',
  path: '/admin/messages/{id}/resend',
  summary: 'Sends a failed message again',
  request: { params: OutboxMessage.pick({ id: true }) },
  responses: { 200: jsonResponse('As it is now', OutboxMessage) },
})

export function outboxApi({ db }: { db: Db }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listOutbox(db, page)
    setNoStore(c)
    setPagination(c, { total: await countOutbox(db, page), nextCursor })
    return c.json(items, 200)
  })
  api.openapi({ ...resendRoute, middleware: requireAdmin(db) }, async (c) =>
    c.json(await resendMessage(db, { id: c.req.valid('param').id, by: c.get('user') }), 200),
  )
  return api
}
