import { createRoute } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, keepPrivate } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { Opening } from './opening.contract.ts'
import { openingOf, openShop } from './opening.server.ts'

const path = '/admin/opening'
const responses = { 200: jsonAnswer('As it stands now', Opening) }
const readRoute = createRoute({ method: 'get', path, summary: 'What the shop needs before it opens', responses })
const openRoute = createRoute({
  method: 'post',
  path,
  summary: 'Opens the shop to shoppers, when nothing is missing',
  responses,
})

/** The checklist of the opening, and the opening itself. */
export function openingApi({ db, mode }: { db: Db; mode: Opening['mode'] }) {
  const middleware = requireAdmin(db)
  return apiRouter<SignedIn>()
    .openapi({ ...readRoute, middleware }, async (c) => {
      keepPrivate(c)
      return c.json(await openingOf(db, mode), 200)
    })
    .openapi({ ...openRoute, middleware }, async (c) => {
      keepPrivate(c)
      return c.json(await openShop(db, { mode, by: c.var.user }), 200)
    })
}
