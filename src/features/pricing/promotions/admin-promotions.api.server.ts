import { z } from '@hono/zod-openapi'
import { coerceNumber } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { AdminPromotion, PromotionTerms } from './admin-promotions.contract.ts'
import { addPromotion, changePromotion, endPromotion, listPromotions } from './admin-promotions.server.ts'

const Part = z.object({ limit: coerceNumber(z.int().min(1).max(100)).default(30), cursor: z.uuid().optional() })
const params = z.object({ id: z.uuid() })

const listRoute = defineRoute('get', '/admin/promotions', {
  ...ADMIN,
  query: Part,
  summary: 'List the promotions',
  ok: ['Newest first', z.array(AdminPromotion)],
})
const addRoute = defineRoute('post', '/admin/promotions', {
  ...ADMIN,
  json: PromotionTerms,
  summary: 'Create a promotion',
  created: ['The new promotion', AdminPromotion],
})
const changeRoute = defineRoute('put', '/admin/promotions/{id}', {
  ...ADMIN,
  params,
  json: PromotionTerms,
  summary: 'Change a promotion',
  ok: ['The promotion for orders to come', AdminPromotion],
})
const endRoute = defineRoute('delete', '/admin/promotions/{id}', {
  ...ADMIN,
  summary: 'End a promotion that was used, or delete an unused one',
  params,
  ok: ['Whether it was ended or deleted', z.object({ done: z.enum(['ended', 'deleted']) })],
})

export function adminPromotionsApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const { items, total, nextCursor } = await listPromotions(db, { ...c.req.valid('query'), now: new Date() })
    setPagination(c, { total, nextCursor })
    return c.json(items, 200)
  })
  api.openapi(addRoute(db), async (c) =>
    c.json(await addPromotion(db, { terms: c.req.valid('json'), by: c.var.user, now: new Date() }), 201),
  )
  api.openapi(changeRoute(db), async (c) => {
    const wanted = { terms: c.req.valid('json'), by: c.var.user, now: new Date() }
    return c.json(await changePromotion(db, c.req.valid('param').id, wanted), 200)
  })
  api.openapi(endRoute(db), async (c) => {
    const done = await endPromotion(db, c.req.valid('param').id, { by: c.var.user, now: new Date() })
    return c.json({ done }, 200)
  })
  return api
}
