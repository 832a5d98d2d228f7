import { z } from '@hono/zod-openapi'
import { coerceNumber } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { type Reader, readDirectly } from '#src/db/servers/read-replica.server.ts'
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

type AnalyticsOptions = { db: Db; read?: Reader; now?: () => Date }

export function analyticsApi({ db, read = readDirectly(db), now = () => new Date() }: AnalyticsOptions) {
  const api = createApiRouter()
  api.openapi(analyticsRoute(db), async (c) => {
    const asOf = now()
    const figures = await read(async (db) => ({ ...(await readFigures(db, asOf)), ...(await readChartData(db, asOf)) }))
    return c.json({ ...figures, asOf: asOf.toISOString() }, 200)
  })
  api.openapi(rowsRoute(db), async (c) => {
    const { figure } = c.req.valid('param')
    const wanted = { figure, ...c.req.valid('query'), now: now() }
    const page = await read((db) => listFigureRows(db, wanted))
    return setPagination(c, page).json(page.items, 200)
  })
  return api
}
