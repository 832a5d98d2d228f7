import { z } from '@hono/zod-openapi'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { MAYBE_SIGNED_IN } from '#src/features/auth/sessions/route-presets.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeAnonymousLimit } from '#src/server/overload/anonymous-rate-limit.server.ts'
import {
  consumeIpLimit,
  consumeLimit,
  consumeLimits,
  ipLimitHits,
  type RateLimit,
} from '#src/server/overload/rate-limit.server.ts'
import { errorResponse, setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { createAnonymousIdCookies } from './anonymous-id.server.ts'
import { NewStory, Story, StoryListParams, SubmittedStory, ToggledLike } from './stories.contract.ts'
import { getPublishedStory, listLikedStories, listPublishedStories, submitStory, toggleLike } from './stories.server.ts'

const STORY_LIMIT: RateLimit = { name: 'stories-address', max: 5, perSeconds: 3600 }
const STORY_DAILY_LIMIT: RateLimit = { name: 'stories-address-daily', max: 20, perSeconds: 86_400 }
/** Many people share a carrier's address, but a script makes thousands of visitors. */
const NEW_VISITOR_LIMIT: RateLimit = { name: 'new-visitors-address', max: 20, perSeconds: 3600 }
const NEW_VISITOR_DAILY_LIMIT: RateLimit = { name: 'new-visitors-address-daily', max: 100, perSeconds: 86_400 }
/** Strangers with the same address cannot use it up. */
const STORY_USER_LIMIT: RateLimit = { name: 'stories-user', max: 5, perSeconds: 86_400 }
const LIKE_LIMIT: RateLimit = { name: 'likes-address', max: 30, perSeconds: 60 }

const list = defineRoute('get', '/stories', {
  ...PUBLIC,
  cache: { tags: ['stories'] },
  query: StoryListParams,
  summary: 'List the published stories',
  ok: ['A page of the published stories, newest first', z.array(Story)],
})
const one = defineRoute('get', '/stories/{id}', {
  ...PUBLIC,
  cache: { tags: ['stories'] },
  params: Story.pick({ id: true }),
  summary: 'Get a published story',
  ok: ['A published story', Story],
  responses: { 404: errorResponse('Unknown, or not published') },
})
const liked = defineRoute('get', '/stories/liked', {
  ...PUBLIC,
  summary: 'List the stories that this visitor likes',
  ok: ['The ids of the stories that this visitor likes', z.array(Story.shape.id)],
})
const share = defineRoute('post', '/stories', {
  ...MAYBE_SIGNED_IN,
  body: jsonUpTo(16),
  json: NewStory,
  summary: 'Submit a story',
  created: ['Stored for moderation', SubmittedStory],
  responses: { 429: errorResponse('Too many from one address'), 503: errorResponse('Too many are waiting') },
})
const like = defineRoute('post', '/stories/{id}/like', {
  ...PUBLIC,
  body: jsonUpTo(4),
  params: Story.pick({ id: true }),
  summary: 'Like a story, or take the like back',
  ok: ['Like added or removed', ToggledLike],
  responses: { 404: errorResponse('Unknown, or not published') },
})

const newVisitorsFrom = (address: string) =>
  [NEW_VISITOR_LIMIT, NEW_VISITOR_DAILY_LIMIT].flatMap((limit) => ipLimitHits(limit, address))

type StoriesApi = { db: Db; secret: string /** Whether customers use https. */; secure: boolean }

export function storiesApi({ db, secret, secure }: StoriesApi) {
  const visitors = createAnonymousIdCookies({ secret, secure })
  return createApiRouter()
    .openapi(list(), async (c) => {
      const page = await listPublishedStories(db, c.req.valid('query'))
      return setPagination(c, page).json(page.items, 200)
    })
    .openapi(liked(), async (c) => {
      const visitor = await visitors.read(c)
      return c.json(visitor ? await listLikedStories(db, visitor) : [], 200)
    })
    .openapi(one(), async (c) => c.json(await getPublishedStory(db, c.req.valid('param').id), 200))
    .openapi(share(db), async (c) => {
      const user = c.get('user')
      if (user) await consumeLimit(db, STORY_USER_LIMIT, user.id)
      else {
        await consumeAnonymousLimit(db, STORY_LIMIT, {
          address: getClientIp(c),
          also: ipLimitHits(STORY_DAILY_LIMIT, getClientIp(c)),
        })
      }
      return c.json(await submitStory(db, c.req.valid('json'), { userId: user?.id }), 201)
    })
    .openapi(like(), async (c) => {
      await consumeIpLimit(db, LIKE_LIMIT, getClientIp(c))
      const { setCookie, ...visitor } = await visitors.readOrCreate(c)
      // One transaction: liking a missing story must create no visitor.
      const toggled = await inTransaction(db, async (tx) => {
        const done = await toggleLike(tx, c.req.valid('param').id, visitor)
        if (visitor.addressHash) await consumeLimits(tx, newVisitorsFrom(getClientIp(c)))
        return done
      })
      await setCookie()
      return c.json(toggled, 200)
    })
}
