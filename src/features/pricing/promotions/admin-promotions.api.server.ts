import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { jsonBody, jsonResponse, setNoStore, setPagination } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { AdminPromotion, PromotionTerms } from './admin-promotions.contract.ts'
import { addPromotion, changePromotion, endPromotion, listPromotions } from './admin-promotions.server.ts'

const Part = z.object({ limit: z.coerce.number().int().min(1).max(100).default(30), cursor: z.uuid().optional() })
const params = z.object({ id: z.uuid() })
const body = jsonBody(PromotionTerms)

const listRoute = createRoute({
  method: 'get',
  path: '/admin/promotions',
  request: { query: Part },
  responses: { 200: jsonResponse('Newest first', z.array(AdminPromotion)) },
})
const addRoute = createRoute({
  method: 'post',
  path: '/admin/promotions',
  request: { body },
  responses: { 201: jsonResponse('The new promotion', AdminPromotion) },
})
const changeRoute = createRoute({
  method: 'put',
  path: '/admin/promotions/{id}',
  request: { params, body },
  responses: { 200: jsonResponse('The promotion for orders to come', AdminPromotion) },
})
const endRoute = createRoute({
  method: 'delete',
  path: '/admin/promotions/{id}',
  summary: 'End a promotion that was used, or delete an unused one',
  request: { params },
  responses: { 200: jsonResponse('What was done', z.object({ done: z.enum(['ended', 'deleted']) })) },
})

export function adminPromotionsApi({ db }: { db: Db }) {
  const api = createApiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...listRoute, middleware }, async (c) => {
    const { items, total, nextCursor } = await listPromotions(db, { ...c.req.valid('query'), now: new Date() })
    setNoStore(c)
    setPagination(c, { total, nextCursor })
    return c.json(items, 200)
  })
  api.openapi({ ...addRoute, middleware }, async (c) =>
    c.json(await addPromotion(db, { terms: c.req.valid('json'), by: c.var.user, now: new Date() }), 201),
  )
  api.openapi({ ...changeRoute, middleware }, async (c) => {
    const wanted = { terms: c.req.valid('json'), by: c.var.user, now: new Date() }
    return c.json(await changePromotion(db, c.req.valid('param').id, wanted), 200)
  })
  api.openapi({ ...endRoute, middleware }, async (c) => {
    const done = await endPromotion(db, c.req.valid('param').id, { by: c.var.user, now: new Date() })
    return c.json({ done }, 200)
  })
  return api
}
