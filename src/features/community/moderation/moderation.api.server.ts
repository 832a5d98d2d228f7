import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { sendOk, setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { moderateReview, moderateStory } from './moderate.server.ts'
import { ModerationDecision, ModerationItem, ModerationListParams, ModerationTarget } from './moderation.contract.ts'
import { countModerationQueue, listModerationQueue } from './moderation-queue.server.ts'

const listRoute = defineRoute('get', '/admin/moderation', {
  ...ADMIN,
  summary: 'List stories and reviews to moderate',
  query: ModerationListParams,
  ok: ['Pending: oldest first. Decided: newest first', z.array(ModerationItem)],
})
const decideRoute = defineRoute('put', '/admin/moderation/{kind}/{id}', {
  ...ADMIN,
  summary: 'Publish or reject a story or a review, or undo the decision',
  params: ModerationTarget,
  json: ModerationDecision,
  ok: DONE,
})

export function moderationApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const page = c.req.valid('query')
    const { items, nextCursor } = await listModerationQueue(db, page)
    return setPagination(c, { total: await countModerationQueue(db, page), nextCursor }).json(items, 200)
  })
  api.openapi(decideRoute(db), async (c) => {
    const { kind, id } = c.req.valid('param')
    const { decision: status, reason } = c.req.valid('json')
    const moderate = kind === 'story' ? moderateStory : moderateReview
    await moderate(db, { id, status, reason, by: c.get('user'), now: new Date(), publicUrl })
    return sendOk(c)
  })
  return api
}
