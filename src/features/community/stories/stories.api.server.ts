import { createRoute, z } from '@hono/zod-openapi'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type MaybeSignedIn, optionalUser } from '#src/features/auth/sessions/guards.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import {
  errorResponse,
  jsonBody,
  jsonResponse,
  setNoStore,
  setPagination,
  setPublicNoCache,
} from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeAnonymousLimit } from '#src/server/overload/anonymous-rate-limit.server.ts'
import {
  consumeIpLimit,
  consumeLimit,
  consumeLimits,
  ipLimitHits,
  type RateLimit,
} from '#src/server/overload/rate-limit.server.ts'
import { createAnonymousIdCookies } from './anonymous-id.server.ts'
import { NewStory, Story, StoryListParams, SubmittedStory, ToggledLike } from './stories.contract.ts'
import { getPublishedStory, listLikedStories, listPublishedStories, submitStory, toggleLike } from './stories.server.ts'

const SHARES: RateLimit = { name: 'stories-address', max: 5, perSeconds: 3600 }
const SHARES_DAILY: RateLimit = { name: 'stories-address-daily', max: 20, perSeconds: 86_400 }
/** Many people share a carrier's address, but a script makes thousands of visitors. */
const NEW_VISITORS: RateLimit = { name: 'new-visitors-address', max: 20, perSeconds: 3600 }
const NEW_VISITORS_DAILY: RateLimit = { name: 'new-visitors-address-daily', max: 100, perSeconds: 86_400 }
/** Strangers with the same address cannot use it up. */
const SHARES_OF_USER: RateLimit = { name: 'stories-user', max: 5, perSeconds: 86_400 }
const LIKES: RateLimit = { name: 'likes-address', max: 30, perSeconds: 60 }

const list = createRoute({
  method: 'get',
  path: '/stories',
  request: { query: StoryListParams },
  responses: { 200: jsonResponse('The published stories, the latest first, in parts', z.array(Story)) },
})
const one = createRoute({
  method: 'get',
  path: '/stories/{id}',
  request: { params: Story.pick({ id: true }) },
  responses: { 200: jsonResponse('A published story', Story), 404: errorResponse('Unknown, or not published') },
})
const liked = createRoute({
  method: 'get',
  path: '/stories/liked',
  responses: { 200: jsonResponse('The ids of the stories that this visitor likes', z.array(Story.shape.id)) },
})
const share = createRoute({
  method: 'post',
  path: '/stories',
  request: { body: jsonBody(NewStory) },
  responses: {
    201: jsonResponse('Stored for moderation', SubmittedStory),
    429: errorResponse('Too many from one address'),
    503: errorResponse('Too many are waiting'),
  },
})
const like = createRoute({
  method: 'post',
  path: '/stories/{id}/like',
  request: { params: Story.pick({ id: true }) },
  responses: {
    200: jsonResponse('Like added or removed', ToggledLike),
    404: errorResponse('Unknown, or not published'),
  },
})

const newVisitorsFrom = (address: string) =>
  [NEW_VISITORS, NEW_VISITORS_DAILY].flatMap((limit) => ipLimitHits(limit, address))

type StoriesApi = { db: Db; secret: string /** Whether customers use https. */; secure: boolean }

export function storiesApi({ db, secret, secure }: StoriesApi) {
  const visitors = createAnonymousIdCookies({ secret, secure })
  return createApiRouter<MaybeSignedIn>()
    .openapi(list, async (c) => {
      const page = await listPublishedStories(db, c.req.valid('query'))
      return setPublicNoCache(setPagination(c, page)).json(page.stories, 200)
    })
    .openapi(liked, async (c) => {
      setNoStore(c)
      const visitor = await visitors.read(c)
      return c.json(visitor ? await listLikedStories(db, visitor) : [], 200)
    })
    .openapi(one, async (c) => setPublicNoCache(c).json(await getPublishedStory(db, c.req.valid('param').id), 200))
    .openapi({ ...share, middleware: optionalUser(db) }, async (c) => {
      const user = c.get('user')
      if (user) await consumeLimit(db, SHARES_OF_USER, user.id)
      else {
        await consumeAnonymousLimit(db, SHARES, {
          address: getClientIp(c),
          also: ipLimitHits(SHARES_DAILY, getClientIp(c)),
        })
      }
      return c.json(await submitStory(db, c.req.valid('json'), { userId: user?.id }), 201)
    })
    .openapi(like, async (c) => {
      await consumeIpLimit(db, LIKES, getClientIp(c))
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
