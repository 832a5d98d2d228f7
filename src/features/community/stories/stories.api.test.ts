import { randomUUID } from 'node:crypto'
import { eq, isNotNull, like, ne } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DEMO_PENDING_STORIES, DEMO_STORIES } from '#db/demo/data/stories.ts'
import { seedDemoStories } from '#db/demo/seed-stories.ts'
import type { Db } from '#src/db/database.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { createTestApi, readAllPages } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertCustomers } from '#tests/chaos/customers.ts'
import { storiesApi } from './stories.api.server.ts'
import { NewStory, Story } from './stories.contract.ts'
import { anonymiseStories, listPublishedStories, MAX_PENDING_STORIES } from './stories.server.ts'
import { stories, storyLikes } from './stories.table.server.ts'
import { STORY_EMOTIONS } from './stories-search-params.ts'

type Api = ReturnType<typeof createTestApi>

const shop = (db: Db, secure = false) => createTestApi(storiesApi({ db, secret: 'a secret for tests', secure }))

const inShop = (body: (api: Api, db: Db) => Promise<void>) => inTestTransaction((db) => body(shop(db), db))

const inDemoShop = (body: (api: Api, db: Db) => Promise<void>) =>
  inShop(async (api, db) => {
    await seedDemoStories(db, new Date())
    await body(api, db)
  })

const STORY = { title: 'First bar', content: 'Dark and slow.', authorName: 'Asha' }

const PUBLISHED = { ...STORY, status: 'published' as const }
const daysIn = (days: number) => new Date(Date.UTC(2026, 10, 1 + days))

const post = (api: Api, body: unknown, headers: Record<string, string> = {}) =>
  api.request('/api/stories', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const press = (api: Api, id: string, cookie?: string) =>
  api.request(`/api/stories/${id}/like`, {
    method: 'POST',
    headers: cookie ? { cookie, 'sec-fetch-site': 'same-origin' } : {},
  })
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const liked = async (api: Api, cookie: string) =>
  (await api.request('/api/stories/liked', { headers: { cookie } })).json()
const read = async (api: Api) => Story.array().parse(await (await api.request('/api/stories')).json())

describe('GET /api/stories', () => {
  it('returns the published stories with their likes, newest first, the same for everyone', () =>
    inDemoShop(async (api) => {
      const answer = await api.request('/api/stories', { headers: { cookie: 'vid=somebody' } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Cache-Control')).toBe('public, no-cache')
      expect(answer.headers.get('Set-Cookie')).toBeNull()
      const all = Story.array().parse(await answer.json())
      expect(all.map(({ title, likes }) => [title, likes])).toEqual(
        DEMO_STORIES.map(({ title, likes }) => [title, likes]),
      )
      expect(all.every(({ isSample }) => isSample)).toBe(true)
      expect(new Set(all.map(({ emotion }) => emotion))).toEqual(new Set(STORY_EMOTIONS))
    }))

  it('shows no pending story, no rejected one, and no e-mail address', () =>
    inDemoShop(async (api, db) => {
      const [first] = await read(api)
      await db
        .update(stories)
        .set({ authorEmail: 'lakshmi@example.com' })
        .where(eq(stories.id, first?.id ?? ''))
      await db.insert(stories).values({ ...STORY, title: 'Refused', status: 'rejected' })
      const [pending] = await db.select().from(stories).where(eq(stories.status, 'pending'))
      for (const path of ['/api/stories', '/api/stories/liked', `/api/stories/${pending?.id}`]) {
        const text = await (await api.request(path)).text()
        for (const { title, authorName } of DEMO_PENDING_STORIES) {
          expect(text).not.toContain(title)
          expect(text).not.toContain(authorName)
        }
        expect(text).not.toMatch(/Refused|@|mail|pending|visitor/i)
      }
    }))

  it('links every page to the next', () =>
    inDemoShop(async (api) => {
      const { items, totals } = await readAllPages(api.request, '/api/stories?limit=3')
      expect(totals).toEqual(['8'])
      const seen = Story.array().parse(items)
      expect(seen).toEqual(await read(api))
      const happy = await (await api.request('/api/stories?emotion=happy')).json()
      expect(happy).toEqual(seen.filter(({ emotion }) => emotion === 'happy'))
      for (const wrong of ['emotion=hungry', 'limit=0', 'limit=101', 'cursor=abc', `cursor=${crypto.randomUUID()}`])
        expect((await api.request(`/api/stories?${wrong}`)).status, wrong).toBe(400)
    }))
})

describe('a shop with many stories', () => {
  it('shows the latest 24 first, and finds every linked story', () =>
    inShop(async (api, db) => {
      const published = await db
        .insert(stories)
        .values(
          Array.from({ length: 30 }, (_, at) => ({ ...PUBLISHED, title: `Story ${at}`, publishedAt: daysIn(at) })),
        )
        .returning()
      const answer = await api.request('/api/stories')
      expect(answer.headers.get('X-Total-Count')).toBe('30')
      expect(answer.headers.get('Link')).toContain('rel="next"')
      const first = Story.array().parse(await answer.json())
      expect(first.map(({ title }) => title)).toEqual(Array.from({ length: 24 }, (_, at) => `Story ${29 - at}`))
      const oldest = await api.request(`/api/stories/${published[0]?.id}`)
      expect(await oldest.json()).toMatchObject({ title: 'Story 0', likes: 0 })
      expect((await api.request(`/api/stories/${crypto.randomUUID()}`)).status).toBe(404)
      expect((await api.request('/api/stories/first')).status).toBe(404)
    }))
})

describe('POST /api/stories', () => {
  it('stores a story that stays hidden until an admin has read it', () =>
    inShop(async (api, db) => {
      const answer = await post(api, { ...STORY, authorEmail: ' Asha@Example.com ', emotion: 'happy' })
      expect(answer.status).toBe(201)
      expect(await answer.json()).toEqual({ id: expect.any(String), status: 'pending' })
      expect(await read(api)).toEqual([])
      const [row] = await db.select().from(stories)
      expect(row).toMatchObject({ ...STORY, authorEmail: 'asha@example.com', emotion: 'happy', status: 'pending' })
      expect(row).toMatchObject({ chocolateType: null, location: null, publishedAt: null, isSample: false })
    }))

  it('treats empty fields as missing', () =>
    inShop(async (api, db) => {
      const empty = { authorEmail: '', chocolateType: '', emotion: '', location: '' }
      expect((await post(api, { ...STORY, ...empty })).status).toBe(201)
      expect((await db.select().from(stories))[0]).toMatchObject({ authorEmail: null, emotion: null, location: null })
    }))

  it.each([
    ['nothing', {}],
    ['no title', { ...STORY, title: ' ' }],
    ['no story', { ...STORY, content: '' }],
    ['no name', { ...STORY, authorName: undefined }],
    ['a title that is too long', { ...STORY, title: 'x'.repeat(201) }],
    ['a story that is too long', { ...STORY, content: 'x'.repeat(5001) }],
    ['a name that is too long', { ...STORY, authorName: 'x'.repeat(101) }],
    ['an address that is none', { ...STORY, authorEmail: 'asha' }],
    ['an unknown emotion', { ...STORY, emotion: 'furious' }],
    ['an unknown chocolate', { ...STORY, chocolateType: 'Soap' }],
    ['likes of its own', { ...STORY, likes: 99 }],
    ['a status of its own', { ...STORY, status: 'published' }],
    ['a time of its own', { ...STORY, publishedAt: '2026-11-21T00:00:00Z' }],
    ['letter zero', { ...STORY, content: 'a\0b' }],
    ['half a letter', { ...STORY, title: '\ud800' }],
    ['a list', [STORY]],
    ['no JSON', '{"title":'],
  ])('refuses %s', (_what, body) =>
    inShop(async (api, db) => {
      const answer = await post(api, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ message: expect.any(String) })
      expect(await db.$count(stories)).toBe(0)
    }),
  )

  it('stores the longest story in any alphabet, and HTML as plain text', () =>
    inShop(async (api, db) => {
      const content = 'చ'.repeat(5000)
      const title = '<img src=x onerror=alert(1)>'
      expect((await post(api, { ...STORY, title, content })).status).toBe(201)
      expect((await db.select().from(stories))[0]).toMatchObject({ title, content })
    }))

  it('accepts five an hour from one address', () =>
    inShop(async (api, db) => {
      for (let sent = 0; sent < 5; sent += 1) expect((await post(api, STORY)).status).toBe(201)
      const answer = await post(api, STORY)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(3000)
      expect(await db.$count(stories)).toBe(5)
    }))

  it('accepts no more when a thousand are pending, and says so', () =>
    inShop(async (api, db) => {
      await db.insert(stories).values(Array.from({ length: MAX_PENDING_STORIES - 201 }, () => STORY))
      await db.insert(stories).values({ ...STORY, status: 'published', publishedAt: new Date() })
      expect((await post(api, STORY)).status).toBe(201)
      const answer = await post(api, STORY)
      expect(answer.status).toBe(503)
      expect((await answer.json()).message).toMatch(/waiting for review/)
    }))

  it('when strangers have filled the queue, signed-in customers can still share, up to a thousand in total', () =>
    inShop(async (api, db) => {
      const [asha] = await insertCustomers(db, 1)
      const signedIn = { origin: 'http://localhost', cookie: asha?.cookie ?? '' }
      await db.insert(stories).values(Array.from({ length: MAX_PENDING_STORIES - 200 }, () => STORY))
      expect((await post(api, STORY)).status).toBe(503)
      expect((await post(api, STORY, signedIn)).status).toBe(201)
      await db.insert(stories).values(Array.from({ length: 199 }, () => STORY))
      expect((await post(api, STORY, signedIn)).status).toBe(503)
    }))

  it('rejects other sites', () =>
    inShop(async (api, db) => {
      expect((await post(api, STORY, { origin: 'https://elsewhere.example' })).status).toBe(403)
      expect(await db.$count(stories)).toBe(0)
    }))
})

describe('POST /api/stories/{id}/like', () => {
  it('toggles: a visitor counts once, recognised by a cookie that scripts cannot read', () =>
    inDemoShop(async (api) => {
      const [story] = await read(api)
      if (!story) throw new Error('The demo has stories')
      const first = await press(api, story.id)
      expect(first.status).toBe(200)
      expect(await first.json()).toEqual({ liked: true, likes: story.likes + 1 })
      expect(first.headers.get('set-cookie')).toMatch(/^vid=.+Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
      const cookie = cookieOf(first)
      expect(await liked(api, cookie)).toEqual([story.id])
      expect((await read(api))[0]?.likes).toBe(story.likes + 1)

      const second = await press(api, story.id, cookie)
      expect(await second.json()).toEqual({ liked: false, likes: story.likes })
      expect(second.headers.get('set-cookie')).toBeNull()
      expect(await liked(api, cookie)).toEqual([])
    }))

  it('counts likes without a cookie once per address and story, and every visitor with a cookie', () =>
    inDemoShop(async (api) => {
      const [story] = await read(api)
      const [id, before] = [story?.id ?? '', story?.likes ?? 0]
      const cookies: string[] = []
      for (let i = 0; i < 10; i += 1) {
        const answer = await press(api, id)
        expect(await answer.json()).toEqual({ liked: true, likes: before + 1 })
        cookies.push(cookieOf(answer))
      }
      expect(await liked(api, cookies[0] ?? '')).toEqual([id])
      expect(await liked(api, cookies[1] ?? '')).toEqual([id])
      // Two visitors with cookies; the eight others count as one.
      expect((await read(api))[0]?.likes).toBe(before + 3)
    }))

  it('accepts 20 new visitors an hour and a hundred a day from one address', () =>
    inDemoShop(async (api, db) => {
      const [story] = await read(api)
      const resetLimit = (name: string) => db.delete(rateLimits).where(like(rateLimits.key, `${name}:%`))
      // The limit of thirty likes a minute is tested elsewhere.
      const likeAgain = async () => {
        await resetLimit('likes-address')
        return (await press(api, story?.id ?? '')).status
      }
      for (let hour = 0; hour < 5; hour += 1) {
        for (let i = 0; i < 20; i += 1) expect(await likeAgain()).toBe(200)
        expect(await likeAgain()).toBe(429)
        await resetLimit('new-visitors-address')
      }
      expect(await likeAgain()).toBe(429)
      expect(await db.$count(storyLikes, isNotNull(storyLikes.addressHash))).toBe(100)
    }))

  it('a rejected like stores nothing, and one of an unknown story creates no visitor', () =>
    inDemoShop(async (api, db) => {
      const [story] = await read(api)
      const isNew = like(rateLimits.key, 'new-visitors-%')
      expect((await press(api, crypto.randomUUID())).status).toBe(404)
      expect(await db.$count(rateLimits, isNew)).toBe(0)
      const cookie = cookieOf(await press(api, story?.id ?? ''))
      expect((await db.select().from(rateLimits).where(isNew)).map(({ count }) => count)).toEqual([1, 1])
      await press(api, story?.id ?? '', cookie)
      await db.update(rateLimits).set({ count: 20 }).where(isNew)
      const refused = await press(api, story?.id ?? '')
      expect([refused.status, refused.headers.get('set-cookie')]).toEqual([429, null])
      expect((await read(api))[0]?.likes).toBe(story?.likes)
    }))

  it('a visitor who likes, unlikes and likes again counts once, however often', () =>
    inDemoShop(async (api) => {
      const [story] = await read(api)
      const [id, before] = [story?.id ?? '', story?.likes ?? 0]
      const cookie = cookieOf(await press(api, id))
      for (let i = 0; i < 5; i += 1) {
        expect(await (await press(api, id, cookie)).json()).toEqual({ liked: false, likes: before })
        expect(await (await press(api, id, cookie)).json()).toEqual({ liked: true, likes: before + 1 })
      }
    }))

  it('ignores a cookie with an invalid signature', () =>
    inDemoShop(async (api, db) => {
      const [story] = await read(api)
      const cookie = cookieOf(await press(api, story?.id ?? ''))
      const forged = `${cookie.slice(0, -4)}AAA%3D`
      expect(await liked(api, forged)).toEqual([])
      expect(await liked(api, 'vid=sample visitor 1')).toEqual([])
      expect(cookieOf(await press(api, story?.id ?? '', forged))).toMatch(/^vid=/)
      expect(await db.$count(storyLikes, eq(storyLikes.storyId, story?.id ?? ''))).toBe((story?.likes ?? 0) + 2)
    }))

  it('sets a cookie over https that no other host can set', () =>
    inDemoShop(async (_api, db) => {
      const api = shop(db, true)
      const [story] = await read(api)
      const answer = await press(api, story?.id ?? '')
      expect(answer.headers.get('set-cookie')).toMatch(/^__Host-vid=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(await liked(api, cookieOf(answer))).toEqual([story?.id])
    }))

  it('finds no unpublished or unknown story', () =>
    inDemoShop(async (api, db) => {
      const [pending] = await db.select().from(stories).where(eq(stories.status, 'pending'))
      for (const id of [pending?.id ?? '', crypto.randomUUID(), '1', '-1', '9e99', 'abc']) {
        const answer = await press(api, id)
        expect(answer.status, id).toBe(404)
        expect(answer.headers.get('set-cookie'), id).toBeNull()
      }
      expect(await db.$count(storyLikes, eq(storyLikes.storyId, pending?.id ?? ''))).toBe(0)
    }))

  it('is not a GET: a link cannot like', () =>
    inDemoShop(async (api) => {
      const [story] = await read(api)
      const answer = await api.request(`/api/stories/${story?.id}/like`)
      expect(answer.status).toBe(405)
      expect(answer.headers.get('Allow')).toBe('POST')
    }))

  it('accepts thirty a minute from one address', () =>
    inDemoShop(async (api) => {
      const [story] = await read(api)
      const cookie = cookieOf(await press(api, story?.id ?? ''))
      for (let pressed = 1; pressed < 30; pressed += 1)
        expect((await press(api, story?.id ?? '', cookie)).status).toBe(200)
      expect((await press(api, story?.id ?? '', cookie)).status).toBe(429)
    }))
})

describe('a story', () => {
  it('has a publication time exactly when it is published', () =>
    inTestTransaction(async (db) => {
      const publish = (values: Partial<typeof stories.$inferInsert>) =>
        db.transaction((tx) => tx.insert(stories).values({ ...STORY, ...values }))
      await expect(publish({ status: 'published' })).rejects.toThrow()
      await expect(publish({ publishedAt: new Date() })).rejects.toThrow()
      await publish({ status: 'published', publishedAt: new Date() })
      expect((await listPublishedStories(db)).items).toHaveLength(1)
    }))

  it('keeps no author after their account is deleted', () =>
    inShop(async (api, db) => {
      await post(api, { ...STORY, authorEmail: 'asha@example.com', location: 'Abids' })
      await post(api, { ...STORY, authorEmail: 'other@example.com' })
      await post(api, { ...STORY, title: 'Unread', authorEmail: 'asha@example.com' })
      const shown = { status: 'published' as const, publishedAt: new Date() }
      await db.update(stories).set(shown).where(ne(stories.title, 'Unread'))
      await anonymiseStories(db, { id: randomUUID(), email: 'asha@example.com' })
      const rows = await db.select().from(stories)
      expect(rows.map(({ authorName, authorEmail, location }) => [authorName, authorEmail, location]).sort()).toEqual([
        ['A guest', null, null],
        ['Asha', 'other@example.com', null],
      ])
    }))
})

describe("the demo's stories", () => {
  it('are valid stories, and are seeded once', () =>
    inTestTransaction(async (db) => {
      for (const { daysAgo, likes, ...story } of DEMO_STORIES) expect(NewStory.parse(story)).toEqual(story)
      for (const story of DEMO_PENDING_STORIES) expect(NewStory.parse(story)).toEqual(story)
      await seedDemoStories(db, new Date())
      await seedDemoStories(db, new Date())
      expect((await listPublishedStories(db)).items).toHaveLength(8)
      expect(await db.$count(stories, eq(stories.status, 'pending'))).toBe(2)
    }))
})
