import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { moderateStory } from '#src/features/stories/moderation.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { DONE, jsonAnswer, jsonBody, keepPrivate, sayDone, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { Decision, Moderated, ModerationItem, ModerationPage } from './moderation.contract.ts'
import { moderateReview } from './moderation.server.ts'
import { countToModerate, listToModerate } from './moderation-queue.server.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/admin/moderation',
  summary: 'Stories and reviews for the maker to read',
  request: { query: ModerationPage },
  responses: {
    200: jsonAnswer('What waits: the oldest first. What is decided: the newest first', z.array(ModerationItem)),
  },
})
const decideRoute = createRoute({
  method: 'put',
  path: '/admin/moderation/{kind}/{id}',
  summary: 'The maker publishes or rejects a story or a review, or takes that back',
  request: { params: Moderated, body: jsonBody(Decision) },
  responses: DONE,
})

/** Everything that people wrote for the public, before the public sees it. */
export function moderationApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listToModerate(db, page)
    keepPrivate(c)
    tellPart(c, { total: await countToModerate(db, page), nextCursor })
    return c.json(items, 200)
  })
  api.openapi({ ...decideRoute, middleware: requireAdmin(db) }, async (c) => {
    const { kind, id } = c.req.valid('param')
    const { decision: status, reason } = c.req.valid('json')
    const moderate = kind === 'story' ? moderateStory : moderateReview
    await moderate(db, { id, status, reason, by: c.get('user'), now: new Date(), publicUrl })
    return sayDone(c)
  })
  return api
}
