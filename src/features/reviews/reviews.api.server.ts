import { createRoute, z } from '@hono/zod-openapi'
import { requireUser, type SignedIn } from '#src/features/account/guards.server.ts'
import { IntegerId } from '#src/features/catalog/catalog.contract.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { answerToAll, jsonAnswer, jsonBody, keepPrivate } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromAddress, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { NewReview, OwnReviews, ProductReviews, Review, ReviewPage } from './reviews.contract.ts'
import { listReviews, ownReviews, writeReview } from './reviews.server.ts'

const WRITES: Limit = { name: 'review-user', max: 5, perSeconds: 3600 }
const WRITES_BY_ADDRESS: Limit = { name: 'review-address', max: 20, perSeconds: 86_400 }

const OfProduct = z.object({ id: IntegerId })

const listRoute = createRoute({
  method: 'get',
  path: '/products/{id}/reviews',
  summary: 'What buyers say about a product, as far as it is published',
  request: { params: OfProduct, query: ReviewPage },
  responses: { 200: jsonAnswer('Newest first', ProductReviews) },
})
const ownRoute = createRoute({
  method: 'get',
  path: '/products/{id}/reviews/own',
  summary: 'What the shopper may write about, and has written',
  request: { params: OfProduct },
  responses: { 200: jsonAnswer("The shopper's own", OwnReviews) },
})
const writeRoute = createRoute({
  method: 'post',
  path: '/products/{id}/reviews',
  summary: 'A buyer reviews what has arrived',
  request: { params: OfProduct, body: jsonBody(NewReview) },
  responses: { 201: jsonAnswer('Kept until a person has read it', Review) },
})
/** Everybody reads what is published; only a buyer writes. */
export function reviewsApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  const signedIn = requireUser(db)
  api.openapi(listRoute, async (c) => {
    const page = await listReviews(db, { productId: c.req.valid('param').id, ...c.req.valid('query') })
    answerToAll(c)
    c.header('X-Total-Count', String(page.count))
    return c.json(page, 200)
  })
  api.openapi({ ...ownRoute, middleware: signedIn }, async (c) => {
    keepPrivate(c)
    return c.json(await ownReviews(db, { userId: c.get('user').id, productId: c.req.valid('param').id }), 200)
  })
  api.openapi({ ...writeRoute, middleware: signedIn }, async (c) => {
    const userId = c.get('user').id
    await takeFromLimit(db, WRITES, userId)
    await takeFromAddress(db, WRITES_BY_ADDRESS, clientAddress(c))
    return c.json(await writeReview(db, { ...c.req.valid('json'), userId, productId: c.req.valid('param').id }), 201)
  })
  return api
}
