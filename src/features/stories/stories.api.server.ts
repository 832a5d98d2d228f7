import { createRoute, z } from '@hono/zod-openapi'
import { optionalUser, type PerhapsSignedIn } from '#src/features/account/guards.server.ts'
import { takeAnonymously } from '#src/platform/anonymous-writes.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { answerToAll, jsonAnswer, jsonBody, keepPrivate, refusal, tellPart } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import {
  type Limit,
  takeFromAddress,
  takeFromLimit,
  takeFromLimits,
  triesFrom,
} from '#src/platform/rate-limit.server.ts'
import { NewStory, Story, StoryPage, SubmittedStory, ToggledLike } from './stories.contract.ts'
import { getPublishedStory, likedStories, listStoryPage, submitStory, toggleLike } from './stories.server.ts'
import { visitorCookies } from './visitor-cookie.server.ts'

const SHARES: Limit = { name: 'stories-address', max: 5, perSeconds: 3600 }
const SHARES_DAILY: Limit = { name: 'stories-address-daily', max: 20, perSeconds: 86_400 }
/** Who likes something for the first time: a carrier's address has many, a script has thousands. */
const NEW_VISITORS: Limit = { name: 'new-visitors-address', max: 20, perSeconds: 3600 }
const NEW_VISITORS_DAILY: Limit = { name: 'new-visitors-address-daily', max: 100, perSeconds: 86_400 }
/** Of a signed-in person, whom no stranger behind the same address keeps out. */
const SHARES_OF_USER: Limit = { name: 'stories-user', max: 5, perSeconds: 86_400 }
const LIKES: Limit = { name: 'likes-address', max: 30, perSeconds: 60 }

const list = createRoute({
  method: 'get',
  path: '/stories',
  request: { query: StoryPage },
  responses: { 200: jsonAnswer('The published stories, the latest first, in parts', z.array(Story)) },
})
const one = createRoute({
  method: 'get',
  path: '/stories/{id}',
  request: { params: Story.pick({ id: true }) },
  responses: { 200: jsonAnswer('A published story', Story), 404: refusal('Unknown, or not published') },
})
const liked = createRoute({
  method: 'get',
  path: '/stories/liked',
  responses: { 200: jsonAnswer('The ids of the stories that this visitor likes', z.array(Story.shape.id)) },
})
const share = createRoute({
  method: 'post',
  path: '/stories',
  request: { body: jsonBody(NewStory) },
  responses: {
    201: jsonAnswer('Waits to be read', SubmittedStory),
    429: refusal('Too many from one address'),
    503: refusal('Too many are waiting'),
  },
})
const like = createRoute({
  method: 'post',
  path: '/stories/{id}/like',
  request: { params: Story.pick({ id: true }) },
  responses: { 200: jsonAnswer('Given or taken back', ToggledLike), 404: refusal('Unknown, or not published') },
})

const newVisitorsFrom = (address: string) =>
  [NEW_VISITORS, NEW_VISITORS_DAILY].flatMap((limit) => triesFrom(limit, address))

type StoriesApi = { db: Db; secret: string /** Whether shoppers see the shop over https. */; secure: boolean }

/** Everybody may read, share and like: these calls need no session. */
export function storiesApi({ db, secret, secure }: StoriesApi) {
  const visitors = visitorCookies({ secret, secure })
  return apiRouter<PerhapsSignedIn>()
    .openapi(list, async (c) => {
      const page = await listStoryPage(db, c.req.valid('query'))
      return answerToAll(tellPart(c, page)).json(page.stories, 200)
    })
    .openapi(liked, async (c) => {
      keepPrivate(c)
      const visitor = await visitors.read(c)
      return c.json(visitor ? await likedStories(db, visitor) : [], 200)
    })
    .openapi(one, async (c) => answerToAll(c).json(await getPublishedStory(db, c.req.valid('param').id), 200))
    .openapi({ ...share, middleware: optionalUser(db) }, async (c) => {
      const user = c.get('user')
      if (user) await takeFromLimit(db, SHARES_OF_USER, user.id)
      else {
        await takeAnonymously(db, SHARES, {
          address: clientAddress(c),
          also: triesFrom(SHARES_DAILY, clientAddress(c)),
        })
      }
      return c.json(await submitStory(db, c.req.valid('json'), { userId: user?.id }), 201)
    })
    .openapi(like, async (c) => {
      await takeFromAddress(db, LIKES, clientAddress(c))
      const { keep, ...visitor } = await visitors.meet(c)
      // Together, so that a like of a story that is not there makes no visitor.
      const toggled = await inTransaction(db, async (tx) => {
        const done = await toggleLike(tx, c.req.valid('param').id, visitor)
        if (visitor.addressHash) await takeFromLimits(tx, newVisitorsFrom(clientAddress(c)))
        return done
      })
      await keep()
      return c.json(toggled, 200)
    })
}
