import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { MakerPromotion, PromotionTerms } from './maker-promotions.contract.ts'
import { addPromotion, changePromotion, endPromotion, listPromotions } from './maker-promotions.server.ts'

const Part = z.object({ limit: z.coerce.number().int().min(1).max(100).default(30), cursor: z.uuid().optional() })
const params = z.object({ id: z.uuid() })
const body = jsonBody(PromotionTerms)

const listRoute = createRoute({
  method: 'get',
  path: '/admin/promotions',
  request: { query: Part },
  responses: { 200: jsonAnswer('Newest first', z.array(MakerPromotion)) },
})
const addRoute = createRoute({
  method: 'post',
  path: '/admin/promotions',
  request: { body },
  responses: { 201: jsonAnswer('The new promotion', MakerPromotion) },
})
const changeRoute = createRoute({
  method: 'put',
  path: '/admin/promotions/{id}',
  request: { params, body },
  responses: { 200: jsonAnswer('The promotion for orders to come', MakerPromotion) },
})
const endRoute = createRoute({
  method: 'delete',
  path: '/admin/promotions/{id}',
  summary: 'Ends a promotion that was used, deletes one that never was',
  request: { params },
  responses: { 200: jsonAnswer('What became of it', z.object({ done: z.enum(['ended', 'deleted']) })) },
})

export function makerPromotionsApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...listRoute, middleware }, async (c) => {
    const { items, total, nextCursor } = await listPromotions(db, { ...c.req.valid('query'), now: new Date() })
    keepPrivate(c)
    tellPart(c, { total, nextCursor })
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
