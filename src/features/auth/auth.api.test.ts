import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import type { OnAccountDelete } from '#src/features/auth/accounts/delete-account.server.ts'
import { ensureAdmin } from '#src/features/auth/admins/admins.server.ts'
import { optionalUser, requireAdmin, requireUser } from '#src/features/auth/sessions/route-presets.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { listMailboxMessages, queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction, startingWith, testDatabase } from '#src/testing/test-database.ts'
import { createMail } from '#tests/factories/mail.ts'
import { authApi } from './auth.api.server.ts'
import { sessions, users } from './auth.table.server.ts'

beforeEach(() => configureProcess({ publicUrl: 'http://localhost:3000' }))

const admin = { email: 'maker@golconda.example', password: 'correct horse battery' }
const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
const REFUSAL = { message: 'Invalid email or password. Please try again.', code: 'not-signed-in' }

function shop(db: Db, onDelete: OnAccountDelete = async () => {}) {
  const routes = createApiRouter()
  routes.route(
    '/',
    authApi({
      db,
      env: { SHOP_MODE: 'demo', PUBLIC_URL: 'http://localhost:3000' },
      secret: 'a secret for tests',
      onDelete,
    }),
  )
  routes.get('/for-shoppers', requireUser(db), (c) => c.json(c.var.user))
  routes.get('/for-the-maker', requireAdmin(db), (c) => c.json(c.var.user))
  routes.get('/for-all', optionalUser(db), (c) => c.json({ email: c.var.user?.email ?? null }))
  const api = createTestApi(routes)
  const send = (call: string, body?: unknown, cookie = '') => {
    const [method, path = ''] = call.split(' ')
    return api.request(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', cookie, origin: 'http://localhost' },
    })
  }
  return { api, send, get: (path: string, cookie = '') => send(`GET ${path}`, undefined, cookie) }
}

const inShop = startingWith((db) => shop(db))

async function customer(db: Db, values: Partial<typeof users.$inferInsert> = {}) {
  const [user] = await db
    .insert(users)
    .values({ email: 'asha@example.com', ...values })
    .returning()
  if (!user) throw new Error('no user')
  const cookie = `shop_session=${await startSession(db, { userId: user.id, kind: 'customer' })}`
  return { ...user, cookie }
}

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

it('is 401 without a session', () =>
  inShop(async ({ get }) => {
    const answer = await get('/api/auth/user')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/\w/) })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
  }))

it('takes back the cookies of a session that is over, so that the browser asks no more', () =>
  inTestTransaction(async (db) => {
    const answer = await shop(db).get('/api/auth/user', 'signed_in=1; shop_session=over')
    expect(answer.status).toBe(401)
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('; ').slice(0, 2))).toEqual([
      ['shop_session=', 'Max-Age=0'],
      ['signed_in=', 'Max-Age=0'],
    ])
  }))

it('rejects visitors, customers, and admins without the password', () =>
  inShop(async ({ get }, db) => {
    const asha = await customer(db)
    const adminByCode = await customer(db, { email: admin.email, isAdmin: true })
    const statuses = async (cookie?: string) => [
      (await get('/api/for-shoppers', cookie)).status,
      (await get('/api/for-the-maker', cookie)).status,
      (await get('/api/for-all', cookie)).status,
    ]
    expect(await statuses()).toEqual([401, 401, 200])
    expect(await statuses('shop_session=nonsense; admin_authenticated=true; isAdmin=true')).toEqual([401, 401, 200])
    expect(await statuses(asha.cookie)).toEqual([200, 403, 200])
    expect(await statuses(`${asha.cookie}; admin_authenticated=true; isAdmin=true`)).toEqual([200, 403, 200])
    expect(await statuses(adminByCode.cookie)).toEqual([401, 401, 200])
    expect(await (await get('/api/for-all', asha.cookie)).json()).toEqual({ email: asha.email })
    expect(await (await get('/api/for-all')).json()).toEqual({ email: null })
  }))

it('lets an admin in by password until they sign out', () =>
  inTestTransaction(async (db) => {
    await ensureAdmin(db, env)
    const { send, get } = shop(db)
    const answer = await send('POST /api/admin/login', { ...admin, email: ' Maker@Golconda.example' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ success: true })
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/)
    const cookie = cookieOf(answer)
    expect((await get('/api/for-the-maker', cookie)).status).toBe(200)
    expect(await (await get('/api/auth/user', cookie)).json()).toMatchObject({ email: admin.email, isAdmin: true })

    const left = await send('POST /api/admin/logout', undefined, cookie)
    expect([left.status, await left.json()]).toEqual([200, { success: true }])
    expect(left.headers.get('clear-site-data')).toBe('"cache"')
    expect((await get('/api/for-the-maker', cookie)).status).toBe(401)
  }))

it('takes the rights away at once when the database takes them away', () =>
  inTestTransaction(async (db) => {
    await ensureAdmin(db, env)
    const { send, get } = shop(db)
    const cookie = cookieOf(await send('POST /api/admin/login', admin))
    await db.update(users).set({ isAdmin: false })
    expect((await get('/api/for-the-maker', cookie)).status).toBe(403)
  }))

it('ends an idle admin session', () =>
  inTestTransaction(async (db) => {
    await ensureAdmin(db, env)
    const { send, get } = shop(db)
    const cookie = cookieOf(await send('POST /api/admin/login', admin))
    await db.update(sessions).set({ lastSeenAt: addMinutes(new Date(), -31) })
    expect((await get('/api/for-the-maker', cookie)).status).toBe(401)
  }))

it.each([
  { email: admin.email, password: 'wrong' },
  { email: 'nobody@example.com', password: admin.password },
])('refuses $email with $password in the same words', (credentials) =>
  inTestTransaction(async (db) => {
    await ensureAdmin(db, env)
    const answer = await shop(db).send('POST /api/admin/login', credentials)
    expect([answer.status, await answer.json()]).toEqual([401, REFUSAL])
    expect(answer.headers.getSetCookie()).toEqual([])
  }),
)

it.each([
  {},
  { email: admin.email },
  { email: admin.email, password: '' },
  { ...admin, isAdmin: true },
  { email: { $ne: 1 }, password: 1 },
  [admin],
])('reads only an e-mail and a password: %j', (body) =>
  inTestTransaction(async (db) => {
    await ensureAdmin(db, env)
    expect((await shop(db).send('POST /api/admin/login', body)).status).toBe(400)
  }),
)

it('tries five passwords for an account, however many come at once', async () => {
  const { db } = await testDatabase()
  await ensureAdmin(db, env)
  const { send } = shop(db)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => send('POST /api/admin/login', { ...admin, password: `wrong ${i}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
  const right = await send('POST /api/admin/login', admin)
  expect(right.status).toBe(429)
  expect(right.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await right.json()).toMatchObject({ message: expect.stringMatching(/Too many requests/) })
})

it('erases sessions, messages and account on deletion', () =>
  inTestTransaction(async (db) => {
    const asha = await customer(db)
    const phone = `shop_session=${await startSession(db, { userId: asha.id, kind: 'customer' })}`
    await queueMessage(db, {
      channel: 'email',
      to: asha.email,
      ...createMail('Hello', 'Hello'),
      idempotencyKey: 'hello',
    })
    const deleted: string[] = []
    const { send, get } = shop(db, async (tx, userId) => {
      expect(await tx.select().from(users).where(eq(users.id, userId))).toHaveLength(1)
      deleted.push(userId)
    })
    const answer = await send('DELETE /api/auth/delete-account', undefined, asha.cookie)
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=0')
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "cookies", "storage"')
    expect(deleted).toEqual([asha.id])
    for (const cookie of [asha.cookie, phone]) expect((await get('/api/auth/user', cookie)).status).toBe(401)
    expect(await db.select().from(users)).toEqual([])
    expect(await listMailboxMessages(db)).toEqual([])
  }))

it('keeps the account when the erasure of another feature fails', () =>
  inTestTransaction(async (db) => {
    const asha = await customer(db)
    const { send, get } = shop(db, () => Promise.reject(new Error('orders are busy')))
    expectConsoleError()
    const leave = async () => (await send('DELETE /api/auth/delete-account', undefined, asha.cookie)).status
    expect([await leave(), await leave(), await leave(), await leave()]).toEqual([500, 500, 500, 429])
    expect((await get('/api/auth/user', asha.cookie)).status).toBe(200)
  }))

it('deletes no other account than the one that the page shows', () =>
  inTestTransaction(async (db) => {
    const [asha, bina] = [await customer(db), await customer(db, { email: 'bina@example.com' })]
    const { api, get } = shop(db)
    const headers = { cookie: asha.cookie, origin: 'http://localhost', 'x-account': bina.id }
    const answer = await api.request('/api/auth/delete-account', { method: 'DELETE', headers })
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'other-account' }])
    expect((await get('/api/auth/user', asha.cookie)).status).toBe(200)
  }))

it('deletes nothing without a session', () =>
  inTestTransaction(async (db) => {
    await customer(db)
    expect((await shop(db).send('DELETE /api/auth/delete-account')).status).toBe(401)
    expect(await db.select().from(users)).toHaveLength(1)
  }))

it('grants admin rights through no call', () =>
  inTestTransaction(async (db) => {
    const asha = await customer(db)
    const { send, get } = shop(db)
    const wish = { isAdmin: true, is_admin: true, role: 'admin', email: asha.email, password: 'x' }
    for (const path of [
      '/api/auth/user',
      '/api/auth/update-user',
      '/api/auth/sign-up',
      '/api/admin/login',
      '/api/login',
    ])
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const answer = await send(`${method} ${path}?isAdmin=true`, wish, `${asha.cookie}; isAdmin=true`)
        expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${method} ${path}`).toBeLessThan(500)
      }
    expect(await (await get('/api/auth/user?isAdmin=true', asha.cookie)).json()).toMatchObject({ isAdmin: false })
    expect(await db.select().from(users)).toMatchObject([{ isAdmin: false, passwordHash: null }])
  }))
