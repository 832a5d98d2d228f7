import { createRoute } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { analyticsApi } from '#src/features/admin/analytics/analytics.api.server.ts'
import { readDashboardStats } from '#src/features/admin/dashboard/dashboard-stats.server.ts'
import { adminEventsApi } from '#src/features/admin/todo/admin-events.api.server.ts'
import { requireAdminRead, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { jsonResponse, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { DashboardStats } from './admin.contract.ts'
import { auditLogApi } from './audit-log.api.server.ts'

const statsRoute = createRoute({
  method: 'get',
  path: '/dashboard/stats',
  summary: 'The four figures of the dashboard',
  responses: { 200: jsonResponse('Computed now', DashboardStats) },
})

/** `closing` is aborted when the process shuts down. */
export function adminApi({ db, closing }: { db: Db; closing: AbortSignal }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...statsRoute, middleware: requireAdminRead(db) }, async (c) => {
    setNoStore(c)
    return c.json(await readDashboardStats(db), 200)
  })
  api.route('/', adminEventsApi({ db, closing }))
  api.route('/', auditLogApi({ db }))
  api.route('/', analyticsApi({ db }))
  return api
}
