import { createRoute } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { DashboardStats } from './admin.contract.ts'
import { dashboardStats } from './reports.server.ts'

const statsRoute = createRoute({
  method: 'get',
  path: '/dashboard/stats',
  summary: "The four figures of the maker's dashboard",
  responses: { 200: { description: 'Computed now', content: { 'application/json': { schema: DashboardStats } } } },
})

export function adminApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...statsRoute, middleware: requireAdmin(db) }, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await dashboardStats(db), 200)
  })
  return api
}
