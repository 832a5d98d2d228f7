import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireUser, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { jsonBody, jsonResponse, setNoStore, setPublicNoCache } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeIpLimit, consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { MyReviews, NewReview, ProductReviews, Review, ReviewListParams } from './reviews.contract.ts'
import { createReview, listMyReviews, listReviews } from './reviews.server.ts'

const WRITES: RateLimit = { name: 'review-user', max: 5, perSeconds: 3600 }
const WRITES_BY_ADDRESS: RateLimit = { name: 'review-address', max: 20, perSeconds: 86_400 }

const OfProduct = z.object({ id: IntegerId })

const listRoute = createRoute({
  method: 'get',
  path: '/products/{id}/reviews',
  summary: 'Lists the published reviews of a product',
  request: { params: OfProduct, query: ReviewListParams },
  responses: { 200: jsonResponse('Newest first', ProductReviews) },
})
const ownRoute = createRoute({
  method: 'get',
  path: '/products/{id}/reviews/own',
  summary: 'Lists the reviews of the signed-in customer and the purchases they can review',
  request: { params: OfProduct },
  responses: { 200: jsonResponse('Own reviews and purchases to review', MyReviews) },
})
const writeRoute = createRoute({
  method: 'post',
  path: '/products/{id}/reviews',
  summary: 'Submits a review of a delivered product',
  request: { params: OfProduct, body: jsonBody(NewReview) },
  responses: { 201: jsonResponse('Stored for moderation', Review) },
})
export function reviewsApi({ db }: { db: Db }) {
  const api = createApiRouter<SignedIn>()
  const signedIn = requireUser(db)
  api.openapi(listRoute, async (c) => {
    const page = await listReviews(db, { productId: c.req.valid('param').id, ...c.req.valid('query') })
    setPublicNoCache(c)
    c.header('X-Total-Count', String(page.count))
    return c.json(page, 200)
  })
  api.openapi({ ...ownRoute, middleware: signedIn }, async (c) => {
    setNoStore(c)
    return c.json(await listMyReviews(db, { userId: c.get('user').id, productId: c.req.valid('param').id }), 200)
  })
  api.openapi({ ...writeRoute, middleware: signedIn }, async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, WRITES, userId)
    await consumeIpLimit(db, WRITES_BY_ADDRESS, getClientIp(c))
    return c.json(await createReview(db, { ...c.req.valid('json'), userId, productId: c.req.valid('param').id }), 201)
  })
  return api
}
