import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { listReviews } from '#src/features/community/reviews/reviews.server.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import {
  listLikedStories,
  listPublishedStories,
  submitStory,
  toggleLike,
} from '#src/features/community/stories/stories.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { moderationApi } from './moderation.api.server.ts'
import { ModerationItem } from './moderation.contract.ts'

const STORY = { title: 'First bar', content: 'Dark and slow. Call 9876543210!', authorName: 'Asha' }
const UNKNOWN = '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'

const PATH = '/api/admin/moderation'

async function openAdmin(db: Db) {
  const { admin, ask, page } = await createAdminClient(db, moderationApi({ db, publicUrl: 'https://golconda.example' }))
  const call = (
    method: string,
    path: string,
    { body, cookie = admin.cookie }: { body?: unknown; cookie?: string } = {},
  ) => ask(`${method} ${PATH}${path}`, body, { cookie })
  const list = async (query = '') => {
    const { items, next, total } = await page(PATH + query)
    return { items: ModerationItem.strict().array().parse(items), next: next?.slice(PATH.length), total: Number(total) }
  }
  const decide = async (item: { kind: string; id: string }, decision: string, reason?: string) =>
    (await call('PUT', `/${item.kind}/${item.id}`, { body: { decision, reason } })).status
  return { admin, call, list, decide }
}

const asAdmin = startingWith(openAdmin)

const aStory = async (db: Db, more: object = {}) => {
  const { id } = await submitStory(db, { ...STORY, ...more })
  return { kind: 'story', id }
}

async function aReview(db: Db) {
  const product = await insertProduct(db)
  const { id: userId, email } = await createCustomer(db)
  const words = { title: 'Slow and dark', text: 'Cherry first.', rating: 4, authorName: 'Asha R.' }
  // A sample needs no order.
  const row = { ...words, productId: product.id, userId, isSample: true, createdAt: addMinutes(new Date(), 1) }
  const { id } = onlyRow(await db.insert(reviews).values(row).returning())
  return { kind: 'review', id, product, email }
}

describe('the moderation queue', () => {
  it('lists stories and reviews, the oldest first, with their flags', () =>
    asAdmin(async ({ list }, db) => {
      const story = await aStory(db, { emotion: 'nostalgic', authorEmail: 'asha@example.com' })
      const { product, ...review } = await aReview(db)
      const { items, total } = await list()
      expect(total).toBe(2)
      expect(items).toMatchObject([
        { ...story, text: STORY.content, emotion: 'nostalgic', flags: ['phone'], tellsAuthor: true, product: null },
        { kind: 'review', id: review.id, rating: 4, product: { id: product.id, name: product.name }, flags: [] },
      ])
      expect(JSON.stringify(items)).not.toContain('asha@example.com')
      expect((await list('?kind=review')).items).toMatchObject([{ id: review.id }])
      expect((await list('?kind=story')).items).toMatchObject([{ id: story.id }])
    }))

  it('pages without gaps, oldest first while pending and newest first when decided', () =>
    asAdmin(async ({ list }, db) => {
      for (let day = 1; day <= 5; day += 1) {
        const createdAt = new Date(Date.UTC(2026, 10, day))
        for (const status of ['pending', 'rejected'] as const)
          await db.insert(stories).values({ ...STORY, title: `Day ${day}`, status, createdAt })
      }
      const titles = async (query: string) => {
        const read: string[] = []
        let next: string | undefined = query
        for (let page = 0; next; page += 1) {
          expect(page).toBeLessThan(5)
          const part: Awaited<ReturnType<typeof list>> = await list(next)
          read.push(...part.items.map(({ title }) => title))
          next = part.next
        }
        return read
      }
      expect(await titles('?limit=2')).toEqual(['Day 1', 'Day 2', 'Day 3', 'Day 4', 'Day 5'])
      expect(await titles('?limit=2&status=rejected')).toEqual(['Day 5', 'Day 4', 'Day 3', 'Day 2', 'Day 1'])
    }))

  it.each([
    '?kind=poem',
    '?status=lost',
    '?limit=0',
    '?cursor=7',
    '?cursor=2026-99-99T00:00:00.000000Z_0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a',
    '?more=1',
  ])('rejects the query %s', (query) =>
    asAdmin(async ({ call }) => {
      expect((await call('GET', query)).status).toBe(400)
    }),
  )
})

describe('a decision about a story', () => {
  it('publishes it at once and names the admin in the audit log', () =>
    asAdmin(async ({ decide, admin }, db) => {
      const story = await aStory(db)
      expect(await decide(story, 'published')).toBe(200)
      expect((await listPublishedStories(db)).items).toMatchObject([{ id: story.id }])
      expect(await db.select().from(auditLog)).toMatchObject([
        {
          actorEmail: admin.email,
          entity: 'story',
          entityId: story.id,
          before: { status: 'pending' },
          after: { status: 'published' },
        },
      ])
    }))

  it('hides rejected and pending stories from the public', () =>
    asAdmin(async ({ decide }, db) => {
      const [rejected, waiting] = [await aStory(db), await aStory(db)]
      await decide(rejected, 'published')
      await toggleLike(db, rejected.id, { visitorHash: 'a visitor' })
      await decide(rejected, 'rejected', 'A phone number')
      expect(await listPublishedStories(db)).toMatchObject({ items: [], total: 0 })
      expect(await listLikedStories(db, 'a visitor')).toEqual([])
      for (const { id } of [rejected, waiting])
        await expect(toggleLike(db, id, { visitorHash: 'a visitor' })).rejects.toThrow('not found')
    }))

  it('can be undone: the story is as before, and its author gets no mail', () =>
    asAdmin(async ({ decide, list }, db) => {
      const story = await aStory(db, { authorEmail: 'asha@example.com' })
      await decide(story, 'published')
      expect(await listMailboxMessages(db)).toHaveLength(1)
      await decide(story, 'pending')
      expect((await listPublishedStories(db)).items).toEqual([])
      expect((await list()).items).toMatchObject([{ id: story.id, status: 'pending' }])
      expect(await listMailboxMessages(db)).toEqual([])
    }))

  it('informs the author once, after the undo period, without repeating the text', () =>
    asAdmin(async ({ decide }, db) => {
      const story = await aStory(db, { authorEmail: 'asha@example.com' })
      await decide(story, 'published')
      await decide(story, 'published')
      const sent: string[] = []
      const deliver = async ({ to, text }: { to: string; text: string }) => void sent.push(`${to} ${text}`)
      await deliverDueMessages(db, deliver, addMinutes(new Date(), 10 / 60))
      expect(sent).toEqual([])
      await deliverDueMessages(db, deliver, addMinutes(new Date(), 20 / 60))
      await decide(story, 'rejected')
      await decide(story, 'published')
      await deliverDueMessages(db, deliver, addMinutes(new Date(), 60))
      expect(sent).toHaveLength(1)
      expect(sent[0]).toContain(`asha@example.com`)
      expect(sent[0]).toContain(`https://golconda.example/community-stories?story=${story.id}`)
      expect(sent[0]).not.toContain('9876543210')
    }))

  it('keeps the date of a story that is published again, and the reason of a rejected one', () =>
    asAdmin(async ({ decide, list }, db) => {
      const [first, second] = [await aStory(db, { title: 'First' }), await aStory(db, { title: 'Second' })]
      await decide(first, 'published')
      await decide(second, 'published')
      await decide(first, 'rejected', 'Too loud')
      expect((await list('?status=rejected')).items).toMatchObject([{ id: first.id, reason: 'Too loud' }])
      await decide(first, 'published')
      expect((await listPublishedStories(db)).items.map(({ title }) => title)).toEqual(['Second', 'First'])
      expect((await list('?status=published')).items.map(({ reason }) => reason)).toEqual([null, null])
    }))

  it.each([
    ['no decision', {}],
    ['a decision that there is not', { decision: 'praised' }],
    ['a reason without end', { decision: 'rejected', reason: 'a'.repeat(501) }],
    ['more than was asked', { decision: 'published', likes: 7 }],
  ])('is rejected with %s, and nothing changes', (_, body) =>
    asAdmin(async ({ call, list }, db) => {
      const story = await aStory(db)
      expect((await call('PUT', `/story/${story.id}`, { body })).status).toBe(400)
      expect((await list()).items).toMatchObject([{ id: story.id }])
      expect(await db.$count(auditLog)).toBe(0)
    }),
  )

  it('is not possible for an unknown item', () =>
    asAdmin(async ({ call, decide }, db) => {
      const story = await aStory(db)
      for (const kind of ['story', 'review']) expect(await decide({ kind, id: UNKNOWN }, 'published')).toBe(404)
      expect(await decide({ kind: 'review', id: story.id }, 'published')).toBe(404)
      expect((await call('PUT', '/poem/7', { body: { decision: 'published' } })).status).toBe(404)
      expect(await db.$count(auditLog)).toBe(0)
    }))
})

describe('a decision about a review', () => {
  it('counts at once for its product, can be undone, and is mailed to its author', () =>
    asAdmin(async ({ decide }, db) => {
      const { product, email, ...review } = await aReview(db)
      const count = async () => (await listReviews(db, { productId: product.id })).count
      await decide(review, 'published')
      expect(await count()).toBe(1)
      expect(await listMailboxMessages(db)).toMatchObject([
        { to: email, subject: expect.stringContaining('your review') },
      ])
      await decide(review, 'pending')
      expect([await count(), await listMailboxMessages(db)]).toEqual([0, []])
      await decide(review, 'rejected', 'About the courier')
      expect(await count()).toBe(0)
      const log = await db.select().from(auditLog).orderBy(auditLog.createdAt)
      expect(log.map(({ entity, after }) => [entity, after])).toEqual([
        ['review', { status: 'published' }],
        ['review', { status: 'pending' }],
        ['review', { status: 'rejected', rejectionReason: 'About the courier' }],
      ])
    }))

  it('is for admins only', () =>
    asAdmin(async ({ call }, db) => {
      const { kind, id } = await aReview(db)
      const { cookie } = await createCustomer(db)
      const body = { decision: 'published' }
      for (const [who, status] of [
        ['', 401],
        [cookie, 403],
      ] as const) {
        expect((await call('GET', '', { cookie: who })).status).toBe(status)
        expect((await call('PUT', `/${kind}/${id}`, { body, cookie: who })).status).toBe(status)
      }
    }))
})
