import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { AuditEntry, AuditPage } from '#src/features/audit/audit.contract.ts'
import { countChanges, listChanges } from '#src/features/audit/audit-reading.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, keepPrivate, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/admin/audit',
  summary: 'What the maker changed',
  request: { query: AuditPage },
  responses: { 200: jsonAnswer('Newest first', z.array(AuditEntry)) },
})

/** The log for the maker. Here, because the log itself is known to the accounts, whose guard stands before it. */
export function auditApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listChanges(db, page)
    keepPrivate(c)
    tellPart(c, { total: await countChanges(db, page), nextCursor })
    return c.json(items, 200)
  })
  return api
}
