import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { AuditEntry, AuditListParams } from '#src/features/audit/audit.contract.ts'
import { countAuditLog, listAuditLog } from '#src/features/audit/list-audit-log.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { withNames } from './dashboard/audit-names.server.ts'

const listRoute = defineRoute('get', '/admin/audit', {
  ...ADMIN,
  summary: 'List the audit log',
  query: AuditListParams,
  ok: ['Newest first', z.array(AuditEntry)],
})

export function auditLogApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listAuditLog(db, page)
    return setPagination(c, { total: await countAuditLog(db, page), nextCursor }).json(await withNames(db, items), 200)
  })
  return api
}
