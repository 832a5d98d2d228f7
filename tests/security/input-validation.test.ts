import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '#src/features/auth/auth.table.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { postJson } from './post-json.ts'

const STORY = { title: 'First bar', content: 'Dark and slow.', authorName: 'Asha' }
const storyWith = (more: object) => JSON.stringify({ ...STORY, ...more })

describe('a body', () => {
  it.each([
    ['that is no JSON', '{"title":'],
    ['that is nothing', ''],
    ['with a NUL', '{"title":"a\\u0000","content":"b","authorName":"c"}'],
    ['with half of a character', '{"title":"\\ud83c","content":"b","authorName":"c"}'],
    ['that reaches for all objects', '{"__proto__":{"isAdmin":true},"title":"a","content":"b","authorName":"c"}'],
    ['nested without end', `${'['.repeat(8000)}${']'.repeat(8000)}`],
    ['with lists for words', '{"title":["a"],"content":{"$gt":""},"authorName":1}'],
  ])('%s is rejected with a message', async (_what, body) => {
    const answer = await postJson(createFullApi(await testDatabase()), '/api/stories', { body })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.any(String) }),
    ])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('fields that only the shop sets', () => {
  it('of a story are ignored: it is pending and without likes', async () => {
    const database = await testDatabase()
    const answer = await postJson(createFullApi(database), '/api/stories', {
      body: storyWith({
        approved: true,
        publishedAt: '2026-01-01',
        likes: 999,
        id: '00000000-0000-4000-8000-000000000000',
      }),
    })
    expect(answer.status).toBeLessThan(500)
    for (const story of await database.db.select().from(stories))
      expect([story.publishedAt, story.id]).toEqual([null, expect.not.stringMatching(/^0{8}/)])
    expect(await (await createFullApi(database).request('/api/stories')).json()).toEqual([])
  })

  it('of a custom order are ignored: price and status', async () => {
    const database = await testDatabase()
    const order = {
      flavor: 'dark',
      shape: 'bar',
      packaging: 'box',
      customerMobile: '9876543210',
      customerEmail: 'asha@example.com',
    }
    await postJson(createFullApi(database), '/api/custom-orders', {
      body: JSON.stringify({ ...order, status: 'confirmed', quotedPrice: '1.00', userId: 'x' }),
    })
    for (const order of await database.db.select().from(customOrders)) expect(order.status).toBe('quote-pending')
  })

  it('of an account are ignored: a sign-up as an admin is impossible', async () => {
    const database = await testDatabase()
    const customer = await createCustomer(database.db)
    await postJson(createFullApi(database), '/api/login?isAdmin=true', {
      'content-type': 'application/x-www-form-urlencoded',
      body: 'email=asha%40example.com&isAdmin=true&is_admin=1',
    })
    expect(await database.db.$count(users, eq(users.isAdmin, true))).toBe(0)
    const answer = await createFullApi(database).request('/api/admin/payments', {
      headers: { cookie: `${customer.cookie}; admin_authenticated=true`, 'x-user-id': '1', 'x-admin': 'true' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('a path', () => {
  it.each([
    '/api//admin/payments',
    '//api/admin/payments',
    '/api/admin%2Fpayments',
    '/api/%61dmin/payments',
    '/api/products/../admin/payments',
    '/api/products/..%2fadmin/payments',
    '/api/admin/payments/',
    '/API/ADMIN/payments',
    '/api/admin/payments;x=1',
    '/api/admin/payments%00.json',
    '/api/admin/payments.css',
  ])('%s does not bypass the guard', async (path) => {
    const database = await testDatabase()
    const api = createFullApi(database)
    const { cookie } = await createCustomer(database.db)
    for (const session of [cookie, '']) {
      const { status } = await api.request(path, { headers: { cookie: session } })
      expect([path, status]).toEqual([path, expect.toBeOneOf([401, 403, 404])])
    }
  })

  it('and a method cannot be overridden by a header', async () => {
    const database = await testDatabase()
    const api = createFullApi(database)
    const { cookie } = await createCustomer(database.db)
    for (const header of ['x-http-method-override', 'x-method-override', 'x-original-method', 'x-http-method'])
      expect((await api.request('/api/auth/delete-account', { headers: { cookie, [header]: 'DELETE' } })).status).toBe(
        405,
      )
    for (const header of ['x-original-url', 'x-rewrite-url'])
      expect(
        (await api.request('/api/categories', { headers: { cookie, [header]: '/api/admin/payments' } })).status,
      ).toBe(200)
    expect(await database.db.$count(users)).toBe(1)
  })

  it('that leads back to the shop is never another site or host', async () => {
    const api = createFullApi(await testDatabase())
    const evil = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-host': 'evil.example' }
    for (const returnTo of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example',
      'javascript:alert(1)',
    ]) {
      const answer = await api.request(`/api/login?returnTo=${encodeURIComponent(returnTo)}`, { headers: evil })
      const page = await answer.text()
      expect([returnTo, /action="\/api\/login\?returnTo=%2F(%2509%2Fevil\.example)?"/.test(page)]).toEqual([
        returnTo,
        true,
      ])
      expect(page).not.toMatch(/(href|src|action)="(https?:)?\/\/evil/)
    }
  })
})
