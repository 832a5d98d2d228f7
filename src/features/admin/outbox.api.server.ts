import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { OutboxMessage, OutboxPage } from '#src/features/notifications/notifications.contract.ts'
import { countOutbox, listOutbox, resendMessage } from '#src/features/notifications/outbox.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import type { Db } from '#src/platform/database.server.ts'

const json = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { 'application/json': { schema } },
})

const listRoute = createRoute({
  method: 'get',
  path: '/admin/messages',
  summary: 'What the shop has said and tried to say',
  request: { query: OutboxPage },
  responses: { 200: json('Newest first', z.array(OutboxMessage)) },
})
const resendRoute = createRoute({
  method: 'post',
  path: '/admin/messages/{id}/resend',
  summary: 'The maker sends once more what was given up',
  request: { params: OutboxMessage.pick({ id: true }) },
  responses: { 200: json('As it is now', OutboxMessage) },
})

/** The outbox for the maker. Here, because the outbox itself is known to the accounts, whose guard stands before it. */
export function outboxApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listOutbox(db, page)
    const total = await countOutbox(db, page)
    c.header('Cache-Control', 'private, no-store')
    if (total !== undefined) c.header('X-Total-Count', String(total))
    if (nextCursor) {
      const next = new URLSearchParams({ ...c.req.query(), cursor: nextCursor })
      c.header('Link', `</api/admin/messages?${next}>; rel="next"`)
    }
    return c.json(items, 200)
  })
  api.openapi({ ...resendRoute, middleware: requireAdmin(db) }, async (c) =>
    c.json(await resendMessage(db, { id: c.req.valid('param').id, by: c.get('user') }), 200),
  )
  return api
}
