import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { AuditEntry, AuditPage } from '#src/features/audit/audit.contract.ts'
import { countChanges, listChanges } from '#src/features/audit/audit-reading.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import type { Db } from '#src/platform/database.server.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/admin/audit',
  summary: 'What the maker changed',
  request: { query: AuditPage },
  responses: {
    200: { description: 'Newest first', content: { 'application/json': { schema: z.array(AuditEntry) } } },
  },
})

/** The log for the maker. Here, because the log itself is known to the accounts, whose guard stands before it. */
export function auditApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listChanges(db, page)
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Total-Count', String(await countChanges(db, page)))
    if (nextCursor) {
      const next = new URLSearchParams({ ...c.req.query(), cursor: nextCursor })
      c.header('Link', `</api/admin/audit?${next}>; rel="next"`)
    }
    return c.json(items, 200)
  })
  return api
}
