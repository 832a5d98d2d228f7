import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { NewStory, Story, StoryPage, SubmittedStory, ToggledLike } from './stories.contract.ts'
import { likedStories, listStoryPage, submitStory, toggleLike } from './stories.server.ts'
import { visitorCookies } from './visitor-cookie.server.ts'

const SHARES: Limit = { name: 'stories-address', max: 5, perSeconds: 3600 }
const SHARES_DAILY: Limit = { name: 'stories-address-daily', max: 20, perSeconds: 86_400 }
const LIKES: Limit = { name: 'likes-address', max: 30, perSeconds: 60 }
const MAX_STORY_BYTES = 16 * 1024

const json = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { 'application/json': { schema } },
})
const refusal = (description: string) => json(description, z.object({ message: z.string() }))

const list = createRoute({
  method: 'get',
  path: '/stories',
  request: { query: StoryPage },
  responses: { 200: json('The published stories, the latest first', z.array(Story)) },
})
const liked = createRoute({
  method: 'get',
  path: '/stories/liked',
  responses: { 200: json('The ids of the stories that this visitor likes', z.array(Story.shape.id)) },
})
const share = createRoute({
  method: 'post',
  path: '/stories',
  middleware: bodyLimit({
    maxSize: MAX_STORY_BYTES,
    onError: (c) => c.json({ message: 'That is too much to send at once.' }, 413),
  }),
  request: { body: { required: true, content: { 'application/json': { schema: NewStory } } } },
  responses: {
    201: json('Waits to be read', SubmittedStory),
    429: refusal('Too many from one address'),
    503: refusal('Too many are waiting'),
  },
})
const like = createRoute({
  method: 'post',
  path: '/stories/{id}/like',
  request: { params: Story.pick({ id: true }) },
  responses: { 200: json('Given or taken back', ToggledLike), 404: refusal('Unknown, or not published') },
})

type StoriesApi = { db: Db; secret: string /** Whether shoppers see the shop over https. */; secure: boolean }

/** Everybody may read, share and like: these calls need no session. */
export function storiesApi({ db, secret, secure }: StoriesApi) {
  const visitors = visitorCookies({ secret, secure })
  return apiRouter()
    .openapi(list, async (c) => {
      const page = await listStoryPage(db, c.req.valid('query'))
      c.header('X-Total-Count', String(page.total))
      if (page.nextCursor !== undefined) c.header('Link', nextPage(c, page.nextCursor))
      // The same bytes for everybody, but a like may come any moment: whoever keeps them must ask again.
      c.header('Cache-Control', 'public, no-cache')
      return c.json(page.stories, 200)
    })
    .openapi(liked, async (c) => {
      c.header('Cache-Control', 'private, no-store')
      const visitor = await visitors.read(c)
      return c.json(visitor ? await likedStories(db, visitor) : [], 200)
    })
    .openapi(share, async (c) => {
      await takeFromLimit(db, SHARES, clientAddress(c))
      await takeFromLimit(db, SHARES_DAILY, clientAddress(c))
      return c.json(await submitStory(db, c.req.valid('json')), 201)
    })
    .openapi(like, async (c) => {
      await takeFromLimit(db, LIKES, clientAddress(c))
      const visitor = await visitors.meet(c)
      const toggled = await toggleLike(db, c.req.valid('param').id, visitor.hash)
      await visitor.keep()
      return c.json(toggled, 200)
    })
}

function nextPage(c: Context, cursor: string): string {
  const query = new URLSearchParams({ ...c.req.query(), cursor })
  return `<${c.req.path}?${query}>; rel="next"`
}
