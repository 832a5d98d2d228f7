import { createRoute } from '@hono/zod-openapi'
import { requireWatchingAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, keepPrivate } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { DashboardStats } from './admin.contract.ts'
import { analyticsApi } from './analytics.api.server.ts'
import { auditApi } from './audit.api.server.ts'
import { dashboardStats } from './reports.server.ts'
import { todayApi } from './today.api.server.ts'

const statsRoute = createRoute({
  method: 'get',
  path: '/dashboard/stats',
  summary: "The four figures of the maker's dashboard",
  responses: { 200: jsonAnswer('Computed now', DashboardStats) },
})

/** `closing` tells when the process wants to go. */
export function adminApi({ db, closing }: { db: Db; closing: AbortSignal }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...statsRoute, middleware: requireWatchingAdmin(db) }, async (c) => {
    keepPrivate(c)
    return c.json(await dashboardStats(db), 200)
  })
  api.route('/', todayApi({ db, closing }))
  api.route('/', auditApi({ db }))
  api.route('/', analyticsApi({ db }))
  return api
}
