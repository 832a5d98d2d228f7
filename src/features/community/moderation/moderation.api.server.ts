import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import {
  jsonBody,
  jsonResponse,
  OK_RESPONSE,
  sendOk,
  setNoStore,
  setPagination,
} from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { moderateReview } from './moderate-review.server.ts'
import { moderateStory } from './moderate-story.server.ts'
import { ModerationDecision, ModerationItem, ModerationListParams, ModerationTarget } from './moderation.contract.ts'
import { countModerationQueue, listModerationQueue } from './moderation-queue.server.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/admin/moderation',
  summary: 'Lists stories and reviews to moderate',
  request: { query: ModerationListParams },
  responses: {
    200: jsonResponse('What waits: the oldest first. What is decided: the newest first', z.array(ModerationItem)),
  },
})
const decideRoute = createRoute({
  method: 'put',
  path: '/admin/moderation/{kind}/{id}',
  summary: 'Publishes or rejects a story or a review, or undoes the decision',
  request: { params: ModerationTarget, body: jsonBody(ModerationDecision) },
  responses: OK_RESPONSE,
})

export function moderationApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listModerationQueue(db, page)
    setNoStore(c)
    setPagination(c, { total: await countModerationQueue(db, page), nextCursor })
    return c.json(items, 200)
  })
  api.openapi({ ...decideRoute, middleware: requireAdmin(db) }, async (c) => {
    const { kind, id } = c.req.valid('param')
    const { decision: status, reason } = c.req.valid('json')
    const moderate = kind === 'story' ? moderateStory : moderateReview
    await moderate(db, { id, status, reason, by: c.get('user'), now: new Date(), publicUrl })
    return sendOk(c)
  })
  return api
}
