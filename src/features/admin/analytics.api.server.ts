import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, keepPrivate, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { Analytics, Figure, FigureRow } from './analytics.contract.ts'
import { charts } from './reports-charts.server.ts'
import { figureRows, figures } from './reports-figures.server.ts'

const PageOfRows = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(20),
  cursor: z.uuid().optional(),
})

const analyticsRoute = createRoute({
  method: 'get',
  path: '/dashboard/analytics',
  summary: 'The three figures of the Analytics tab and what its charts draw',
  responses: { 200: jsonAnswer('Computed now', Analytics) },
})

const rowsRoute = createRoute({
  method: 'get',
  path: '/dashboard/analytics/{figure}',
  summary: 'The rows that a figure counts',
  request: { params: z.object({ figure: Figure }), query: PageOfRows },
  responses: { 200: jsonAnswer('Newest first', z.array(FigureRow)) },
})

export function analyticsApi({ db, now = () => new Date() }: { db: Db; now?: () => Date }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...analyticsRoute, middleware: requireAdmin(db) }, async (c) => {
    keepPrivate(c)
    const asOf = now()
    return c.json({ ...(await figures(db, asOf)), ...(await charts(db, asOf)), asOf: asOf.toISOString() }, 200)
  })
  api.openapi({ ...rowsRoute, middleware: requireAdmin(db) }, async (c) => {
    const { figure } = c.req.valid('param')
    const { limit, cursor } = c.req.valid('query')
    // One row more than wanted is asked for: it tells whether there is a next page.
    const { rows: found, total } = await figureRows(db, { figure, limit: limit + 1, cursor, now: now() })
    const rows = found.slice(0, limit)
    keepPrivate(c)
    tellPart(c, { total, nextCursor: rows.length < found.length ? rows.at(-1)?.id : undefined })
    return c.json(rows, 200)
  })
  return api
}
