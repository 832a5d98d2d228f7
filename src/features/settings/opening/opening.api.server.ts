import { createRoute } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { jsonResponse, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { Opening } from './opening.contract.ts'
import { openShop, readOpening } from './opening.server.ts'

const path = '/admin/opening'
const responses = { 200: jsonResponse('The current state', Opening) }
const readRoute = createRoute({ method: 'get', path, summary: 'What the shop needs before it opens', responses })
const openRoute = createRoute({
  method: 'post',
  path,
  summary: 'Opens the shop when nothing is missing',
  responses,
})

export function openingApi({ db, mode }: { db: Db; mode: Opening['mode'] }) {
  const middleware = requireAdmin(db)
  return createApiRouter<SignedIn>()
    .openapi({ ...readRoute, middleware }, async (c) => {
      setNoStore(c)
      return c.json(await readOpening(db, mode), 200)
    })
    .openapi({ ...openRoute, middleware }, async (c) => {
      setNoStore(c)
      return c.json(await openShop(db, { mode, by: c.var.user }), 200)
    })
}
