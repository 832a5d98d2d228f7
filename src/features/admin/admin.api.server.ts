import type { Db } from '#src/db/database.server.ts'
import { type Reader, readDirectly } from '#src/db/servers/read-replica.server.ts'
import { analyticsApi } from '#src/features/admin/analytics/analytics.api.server.ts'
import { readDashboardStats } from '#src/features/admin/dashboard/dashboard-stats.server.ts'
import { adminEventsApi } from '#src/features/admin/todo/admin-events.api.server.ts'
import { ADMIN_BACKGROUND } from '#src/features/auth/sessions/route-presets.server.ts'
import type { SearchIndex } from '#src/features/catalog/search/search-index.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { DashboardStats } from './admin.contract.ts'
import { auditLogApi } from './audit-log.api.server.ts'

const statsRoute = defineRoute('get', '/dashboard/stats', {
  ...ADMIN_BACKGROUND,
  summary: 'Get the four figures of the dashboard',
  ok: ['Computed now', DashboardStats],
})

type AdminOptions = { db: Db; read?: Reader; index?: SearchIndex | undefined; closing: AbortSignal }

/** `closing` is aborted when the process shuts down. */
export function adminApi({ db, read = readDirectly(db), index, closing }: AdminOptions) {
  const api = createApiRouter()
  api.openapi(statsRoute(db), async (c) => {
    return c.json(await read((db) => readDashboardStats(db)), 200)
  })
  api.route('/', adminEventsApi({ db, index, closing }))
  api.route('/', auditLogApi({ db }))
  api.route('/', analyticsApi({ db, read }))
  return api
}
