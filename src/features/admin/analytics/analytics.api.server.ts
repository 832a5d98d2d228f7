import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { jsonResponse, setNoStore, setPagination } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { Analytics, Figure, FigureRow } from './analytics.contract.ts'
import { readChartData } from './chart-data.server.ts'
import { listFigureRows, readFigures } from './figures.server.ts'

const PageOfRows = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(20),
  cursor: z.uuid().optional(),
})

const analyticsRoute = createRoute({
  method: 'get',
  path: '/dashboard/analytics',
  summary: 'The figures and charts of the Analytics tab',
  responses: { 200: jsonResponse('Computed now', Analytics) },
})

const rowsRoute = createRoute({
  method: 'get',
  path: '/dashboard/analytics/{figure}',
  summary: 'The rows behind a figure',
  request: { params: z.object({ figure: Figure }), query: PageOfRows },
  responses: { 200: jsonResponse('Newest first', z.array(FigureRow)) },
})

export function analyticsApi({ db, now = () => new Date() }: { db: Db; now?: () => Date }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...analyticsRoute, middleware: requireAdmin(db) }, async (c) => {
    setNoStore(c)
    const asOf = now()
    return c.json(
      { ...(await readFigures(db, asOf)), ...(await readChartData(db, asOf)), asOf: asOf.toISOString() },
      200,
    )
  })
  api.openapi({ ...rowsRoute, middleware: requireAdmin(db) }, async (c) => {
    const { figure } = c.req.valid('param')
    const { limit, cursor } = c.req.valid('query')
    const { rows: found, total } = await listFigureRows(db, { figure, limit: limit + 1, cursor, now: now() })
    const rows = found.slice(0, limit)
    setNoStore(c)
    setPagination(c, { total, nextCursor: rows.length < found.length ? rows.at(-1)?.id : undefined })
    return c.json(rows, 200)
  })
  return api
}
