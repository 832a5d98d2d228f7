import { like } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { ensureAdmin } from '#src/features/auth/admins/admins.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

const ADMIN = { ADMIN_EMAIL: 'maker@golconda.example', ADMIN_PASSWORD: 'dark-and-slow-72' }

afterEach(() => configureProcess({ trustedProxies: [] }))

/** API calls from the IP address that the test names. */
async function aShopOnTheNet() {
  const database = await testDatabase()
  await ensureAdmin(database.db, ADMIN)
  const api = createFullApi(database)
  const send = (path: string, body: string, { from, ...headers }: { from: string } & Record<string, string>) =>
    api.request(
      path,
      { method: 'POST', body, headers: { 'content-type': 'application/json', origin: 'http://localhost', ...headers } },
      { incoming: { socket: { remoteAddress: from } } },
    )
  return { db: database.db, send }
}

/** Thirteen at a time, more than there are connections to the database: a slow machine must not answer 503. */
async function sendMany(count: number, send: (nth: number) => Response | Promise<Response>): Promise<Response[]> {
  const answers: Response[] = []
  while (answers.length < count) {
    const numbers = Array.from({ length: Math.min(13, count - answers.length) }, (_, nth) => answers.length + nth)
    answers.push(...(await Promise.all(numbers.map(send))))
  }
  return answers
}

const countOf = (answers: Response[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The same address with different case and spaces. */
const wrong = (nth: number) => {
  const email = nth % 2 ? ADMIN.ADMIN_EMAIL.toUpperCase() : `${' '.repeat(nth % 4)}${ADMIN.ADMIN_EMAIL}`
  return JSON.stringify({ email, password: `guess number ${nth}` })
}

describe('fifty wrong passwords for an admin', () => {
  const headers = (nth: number) => ({
    'x-forwarded-for': `198.51.100.${nth}`,
    'x-real-ip': `198.51.100.${nth}`,
    forwarded: `for=198.51.100.${nth}`,
  })

  it('are limited to five tries from an IP address, however the e-mail is written', async () => {
    const { db, send } = await aShopOnTheNet()
    const answers = await sendMany(50, (nth) =>
      send('/api/admin/login', wrong(nth), { from: '203.0.113.7', ...headers(nth) }),
    )
    expect(countOf(answers)).toEqual({ 401: 5, 429: 45 })
    for (const refused of answers.filter(({ status }) => status === 429))
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await listMailboxMessages(db, ADMIN.ADMIN_EMAIL)).toMatchObject([
      { subject: expect.stringMatching(/password/) },
    ])
  })

  it('are limited to twenty a day from a network, and a known browser of the admin can still sign in', async () => {
    const { db, send } = await aShopOnTheNet()
    const right = JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD })
    const signedIn = await send('/api/admin/login', right, { from: '192.0.2.1' })
    const cookie = signedIn.headers.getSetCookie().find((one) => one.startsWith('shop_device=')) ?? ''
    expect((await send('/api/admin/login', wrong(1), { from: '203.0.113.1' })).status).toBe(401)
    await db.update(rateLimits).set({ count: 19 }).where(like(rateLimits.key, 'passwords-at-email-network:%'))
    expect((await send('/api/admin/login', wrong(2), { from: '203.0.113.2' })).status).toBe(401)
    const refused = await send('/api/admin/login', right, { from: '203.0.113.99' })
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { message: expect.stringContaining('A browser that you have signed in with before is not affected.') },
    ])
    const known = { from: '203.0.113.99', cookie: cookie.split(';')[0] ?? '' }
    expect((await send('/api/admin/login', right, known)).status).toBe(200)
    expect((await send('/api/admin/login', right, { from: '198.51.100.1' })).status).toBe(200)
    expect(await listMailboxMessages(db, ADMIN.ADMIN_EMAIL)).toHaveLength(1)
  })
})

describe('a client that tries many accounts', () => {
  it.each([
    [
      'with another header each time',
      50,
      (nth: number) => ({ from: '203.0.113.7', 'x-forwarded-for': `192.0.2.${nth}` }),
    ],
    ['from all addresses of one IPv6 household', 25, (nth: number) => ({ from: `2001:db8:0:7::${nth.toString(16)}` })],
    [
      'from one address in both notations',
      50,
      (nth: number) => ({ from: nth % 2 ? '203.0.113.7' : '::ffff:203.0.113.7' }),
    ],
  ])('is stopped by the address, %s', async (_how, most, from) => {
    const { send } = await aShopOnTheNet()
    const codes = await sendMany(60, (nth) =>
      send('/api/login', `email=person${nth}%40example.com`, {
        ...from(nth),
        'content-type': 'application/x-www-form-urlencoded',
      }),
    )
    expect(countOf(codes)).toEqual({ 200: most, 429: 60 - most })
  })

  it('is identified behind our own proxy, and only there', async () => {
    configureProcess({ trustedProxies: ['10.0.0.1'] })
    const { send } = await aShopOnTheNet()
    const ask = (from: string, visitor: string, nth: number) =>
      send('/api/login', `email=person${visitor}.${nth}%40example.com`, {
        from,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `192.0.2.${nth}, ${visitor}`,
      })
    const many = (from: string, visitor: string) => sendMany(52, (nth) => ask(from, visitor, nth))
    expect(countOf(await many('10.0.0.1', '203.0.113.7'))).toEqual({ 200: 50, 429: 2 })
    expect(countOf(await many('10.0.0.1', '203.0.113.8'))).toEqual({ 200: 50, 429: 2 })
    expect(countOf(await many('198.51.100.9', '203.0.113.9'))).toEqual({ 200: 50, 429: 2 })
    expect((await ask('198.51.100.9', '203.0.113.10', 99)).status).toBe(429)
  })
})
