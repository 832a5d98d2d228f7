import { z } from '@hono/zod-openapi'
import { coerceNumber } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { Analytics, Figure, FigureRow } from './analytics.contract.ts'
import { readChartData } from './chart-data.server.ts'
import { listFigureRows, readFigures } from './figures.server.ts'

const PageOfRows = z.strictObject({
  limit: coerceNumber(z.int().min(1).max(200)).default(20),
  cursor: z.uuid().optional(),
})

const analyticsRoute = defineRoute('get', '/dashboard/analytics', {
  ...ADMIN,
  summary: 'Get the figures and charts of the Analytics tab',
  ok: ['Computed now', Analytics],
})

const rowsRoute = defineRoute('get', '/dashboard/analytics/{figure}', {
  ...ADMIN,
  summary: 'List the rows behind a figure',
  params: z.object({ figure: Figure }),
  query: PageOfRows,
  ok: ['Newest first', z.array(FigureRow)],
})

export function analyticsApi({ db, now = () => new Date() }: { db: Db; now?: () => Date }) {
  const api = createApiRouter()
  api.openapi(analyticsRoute(db), async (c) => {
    const asOf = now()
    return c.json(
      { ...(await readFigures(db, asOf)), ...(await readChartData(db, asOf)), asOf: asOf.toISOString() },
      200,
    )
  })
  api.openapi(rowsRoute(db), async (c) => {
    const { figure } = c.req.valid('param')
    const page = await listFigureRows(db, { figure, ...c.req.valid('query'), now: now() })
    return setPagination(c, page).json(page.items, 200)
  })
  return api
}
