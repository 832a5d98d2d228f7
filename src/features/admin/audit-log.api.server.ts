import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { AuditEntry, AuditListParams } from '#src/features/audit/audit.contract.ts'
import { countAuditLog, listAuditLog } from '#src/features/audit/list-audit-log.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { jsonResponse, setNoStore, setPagination } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/admin/audit',
  summary: 'The audit log',
  request: { query: AuditListParams },
  responses: { 200: jsonResponse('Newest first', z.array(AuditEntry)) },
})

export function auditLogApi({ db }: { db: Db }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listAuditLog(db, page)
    setNoStore(c)
    setPagination(c, { total: await countAuditLog(db, page), nextCursor })
    return c.json(items, 200)
  })
  return api
}
