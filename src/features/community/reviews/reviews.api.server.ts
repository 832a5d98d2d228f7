import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { CUSTOMER } from '#src/features/auth/sessions/route-presets.server.ts'
import { IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeIpLimit, consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { MyReviews, NewReview, ProductReviews, Review, ReviewListParams } from './reviews.contract.ts'
import { createReview, listMyReviews, listReviews } from './reviews.server.ts'

const REVIEW_LIMIT: RateLimit = { name: 'review-user', max: 5, perSeconds: 3600 }
const REVIEW_ADDRESS_LIMIT: RateLimit = { name: 'review-address', max: 20, perSeconds: 86_400 }

const OfProduct = z.object({ id: IntegerId })

const listRoute = defineRoute('get', '/products/{id}/reviews', {
  ...PUBLIC,
  cache: { tags: ['reviews:{id}', 'products:{id}'] },
  summary: 'List the published reviews of a product',
  params: OfProduct,
  query: ReviewListParams,
  ok: ['Newest first', ProductReviews],
})
const ownRoute = defineRoute('get', '/products/{id}/reviews/own', {
  ...CUSTOMER,
  summary: 'List the reviews of the signed-in customer and the purchases they can review',
  params: OfProduct,
  ok: ['Own reviews and purchases to review', MyReviews],
})
const writeRoute = defineRoute('post', '/products/{id}/reviews', {
  ...CUSTOMER,
  summary: 'Submit a review of a delivered product',
  params: OfProduct,
  json: NewReview,
  created: ['Stored for moderation', Review],
})

export function reviewsApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(listRoute(), async (c) => {
    const page = await listReviews(db, { productId: c.req.valid('param').id, ...c.req.valid('query') })
    c.header('X-Total-Count', String(page.count))
    return c.json(page, 200)
  })
  api.openapi(ownRoute(db), async (c) => {
    return c.json(await listMyReviews(db, { userId: c.get('user').id, productId: c.req.valid('param').id }), 200)
  })
  api.openapi(writeRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, REVIEW_LIMIT, userId)
    await consumeIpLimit(db, REVIEW_ADDRESS_LIMIT, getClientIp(c))
    return c.json(await createReview(db, { ...c.req.valid('json'), userId, productId: c.req.valid('param').id }), 201)
  })
  return api
}
