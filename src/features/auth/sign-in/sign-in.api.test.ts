import { like, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { authApi } from '#src/features/auth/auth.api.server.ts'
import { sessions, signInCodes, users } from '#src/features/auth/auth.table.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction, startingWith } from '#src/testing/test-database.ts'

beforeEach(() => configureProcess({ publicUrl: 'http://localhost:3000' }))
afterEach(() => configureProcess({ publicUrl: 'http://localhost:3000' }))

const email = 'asha@example.com'

function shop(db: Db, SHOP_MODE: 'demo' | 'live' = 'demo') {
  const env = { SHOP_MODE, PUBLIC_URL: 'http://localhost:3000' } as const
  const api = createTestApi(authApi({ db, env, secret: 'a secret for tests', onDelete: async () => {} }))
  const aBrowser = (remoteAddress = '203.0.113.7') => {
    const cookies = new Map<string, string>()
    return async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const body = new URLSearchParams(form)
      const from = { incoming: { socket: { remoteAddress } } }
      const own: Record<string, string> = cookies.size > 0 ? { cookie, origin: 'http://localhost' } : {}
      const answer = await api.request(path, { method: 'POST', body, headers: { ...own, ...headers } }, from)
      for (const given of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    }
  }
  return { api, aBrowser, post: aBrowser() }
}

const inShop = startingWith((db) => shop(db))

const aMinutePasses = async (db: Db) => {
  await db.update(rateLimits).set({ windowEnds: sql`${rateLimits.windowEnds} - interval '1 minute'` })
  await db.update(signInCodes).set({ expiresAt: sql`${signInCodes.expiresAt} - interval '1 minute'` })
}

async function codeFor(db: Db, to = email): Promise<string> {
  const [newest] = await listMailboxMessages(db, to)
  return newest?.text.match(/\b\d{6}\b/)?.[0] ?? ''
}

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

it('signs a customer in by two forms and returns to the requested page', () =>
  inShop(async ({ api, post }, db) => {
    const first = await (await api.request('/api/login?returnTo=/checkout')).text()
    expect(first).toMatch(/<form method="post" action="\/api\/login\?returnTo=%2Fcheckout">/)
    expect(first).toMatch(/<input type="email" name="email"/)

    const second = await post('/api/login?returnTo=/checkout', { email: ' Asha@Example.com ' })
    expect(second.status).toBe(200)
    const page = await second.text()
    expect(page).toMatch(/<input name="code"[^>]* autocomplete="one-time-code"/)
    expect(page).toContain(`<input type="hidden" name="email" value="${email}">`)

    const code = await codeFor(db)
    const done = await post('/api/login?returnTo=/checkout', { email, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    expect(done.status).toBe(303)
    expect(done.headers.get('location')).toBe('/checkout')
    const me = await api.request('/api/auth/user', { headers: { cookie: cookieOf(done) } })
    expect(me.status).toBe(200)
    expect(me.headers.get('cache-control')).toBe('private, no-store')
    expect(await me.json()).toEqual({ id: expect.any(String), email, name: 'asha', isAdmin: false })
  }))

it('gives a cookie that scripts cannot read, and a hint that they can', () =>
  inShop(async ({ post }, db) => {
    await post('/api/login', { email })
    const done = await post('/api/login', { email, code: await codeFor(db) })
    expect(done.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^shop_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      'signed_in=1; Max-Age=604800; Path=/; SameSite=Lax',
      expect.stringMatching(/^shop_device=[\w-]{22}\.[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
      'shop_code=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ])
  }))

it('takes only the host-bound cookie over https', () =>
  inTestTransaction(async (db) => {
    configureProcess({ publicUrl: 'https://shop.example' })
    const { api, post } = shop(db)
    await post('/api/login', { email })
    const done = await post('/api/login', { email, code: await codeFor(db) })
    const [session = '', hint] = done.headers.getSetCookie()
    expect(session).toMatch(/^__Host-shop_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(hint).toContain('Secure')
    const cookie = cookieOf(done)
    expect((await api.request('/api/auth/user', { headers: { cookie } })).status).toBe(200)
    const tossed = cookie.replaceAll('__Host-', '')
    expect((await api.request('/api/auth/user', { headers: { cookie: tossed } })).status).toBe(401)
  }))

it('shows the code form again after a wrong code', () =>
  inShop(async ({ post }, db) => {
    await post('/api/login', { email })
    const code = await codeFor(db)
    const answer = await post('/api/login', { email, code: code === '111111' ? '111112' : '111111' })
    expect(answer.status).toBe(422)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await answer.text()).toMatch(/wrong or no longer valid[\s\S]*name="code"/)
  }))

it.each(['', 'no address', 'a@b', `${'a'.repeat(250)}@example.com`, 'a@example.com\nBcc: b@example.com'])(
  'shows the first form again for the address %j',
  (bad) =>
    inTestTransaction(async (db) => {
      const answer = await shop(db).post('/api/login?returnTo=/checkout', { email: bad })
      expect(answer.status).toBe(422)
      const page = await answer.text()
      expect(page).toMatch(/valid e-mail address[\s\S]*returnTo=%2Fcheckout/)
      expect(page).toContain(`value="${bad.slice(0, 254)}"`)
      expect(await listMailboxMessages(db)).toEqual([])
    }),
)

it('answers known and unknown addresses alike', () =>
  inTestTransaction(async (db) => {
    await db.insert(users).values({ email })
    const { post } = shop(db)
    const answers = []
    for (const address of [email, 'nobody@example.com']) {
      const response = await post('/api/login', { email: address })
      const secondResponse = await post('/api/login', { email: address })
      const guessed = await post('/api/login', { email: address, code: 'abcdef' })
      answers.push([
        response.status,
        secondResponse.status,
        guessed.status,
        ((await response.text()) + (await secondResponse.text()) + (await guessed.text()))
          .replaceAll(address.replace('@', '%40'), '')
          .replaceAll(address, ''),
      ])
    }
    expect(answers[0]).toEqual(answers[1])
  }))

it('tells a demo where the code lies, and a live shop does not', () =>
  inTestTransaction(async (db) => {
    const link = '/api/demo/mailbox?to=asha%40example.com'
    expect(await (await shop(db).post('/api/login', { email })).text()).toContain(link)
    expect(await (await shop(db, 'live').post('/api/login', { email })).text()).not.toContain('/api/demo')
  }))

it('writes what it was given into a page as text only', () =>
  inShop(async ({ api, post }) => {
    const markup = await (await api.request('/api/login?returnTo=/%22%3E%3Cscript%3Ealert(1)%3C/script%3E')).text()
    expect(markup).not.toContain('<script')
    const answer = await post('/api/login', { email: '"<script>alert(1)</script>"@example.com' })
    expect(await answer.text()).not.toContain('<script')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  }))

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'goes to the front page rather than to another site (%s)',
  (returnTo) =>
    inShop(async ({ post }, db) => {
      await post('/api/login', { email })
      const path = `/api/login?returnTo=${encodeURIComponent(returnTo)}`
      const done = await post(path, { email, code: await codeFor(db) })
      expect(done.headers.get('location')).toBe('/')
    }),
)

it('replaces the session that was there', () =>
  inShop(async ({ api, post }, db) => {
    await post('/api/login', { email })
    const first = cookieOf(await post('/api/login', { email, code: await codeFor(db) }))
    await post('/api/login', { email })
    const second = cookieOf(await post('/api/login', { email, code: await codeFor(db) }))
    expect(second).not.toBe(first)
    expect((await api.request('/api/auth/user', { headers: { cookie: first } })).status).toBe(401)
    expect(await db.select().from(sessions)).toHaveLength(1)
  }))

it("takes no other site's form", () =>
  inTestTransaction(async (db) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await shop(db).post('/api/login', { email }, headers)).status).toBe(403)
    expect((await shop(db).post('/api/login', { email }, { origin: 'http://localhost' })).status).toBe(200)
  }))

it('sends one code a minute to an address, and three in an hour', () =>
  inShop(async ({ post }, db) => {
    for (const _ of [1, 2, 3]) {
      expect((await post('/api/login', { email })).status).toBe(200)
      const atOnce = await post('/api/login?returnTo=/checkout', { email })
      expect([atOnce.status, await atOnce.text()]).toEqual([200, expect.stringMatching(SENT_JUST_NOW)])
      await aMinutePasses(db)
    }
    for (const _ of [1, 2]) {
      const refused = await post('/api/login?returnTo=/checkout', { email })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
      expect(await refused.text()).toMatch(
        /Too many requests\. Please try again in \d+ minutes\.[\s\S]*returnTo=%2Fcheckout[\s\S]*name="code"/,
      )
    }
    expect(await listMailboxMessages(db, email)).toHaveLength(3)
    expect((await post('/api/login', { email: 'ravi@example.com' })).status).toBe(200)
    expect((await post('/api/login', { email, code: await codeFor(db) })).status).toBe(303)
  }))

const SENT_JUST_NOW = /We have just sent you a code[\s\S]*action="\/api\/login\?returnTo=%2Fcheckout"[\s\S]*name="code"/

it('sends a code at the next request after a failure', () =>
  inTestTransaction(async (db) => {
    expectConsoleError()
    const { post } = shop(db)
    await db.execute(sql`alter table outbox rename to outbox_away`)
    for (const _ of [1, 2, 3, 4]) expect((await post('/api/login', { email })).status).toBe(500)
    await db.execute(sql`alter table outbox_away rename to outbox`)
    expect(await (await post('/api/login', { email })).text()).not.toMatch('We have just sent you a code')
    expect((await post('/api/login', { email, code: await codeFor(db) })).status).toBe(303)
  }))

it('sends another code at once after a successful sign-in', () =>
  inShop(async ({ post }, db) => {
    for (const _ of [1, 2, 3, 4]) {
      expect((await post('/api/login', { email })).status).toBe(200)
      expect((await post('/api/login', { email, code: await codeFor(db) })).status).toBe(303)
    }
    const counted = await db.select().from(rateLimits).where(like(rateLimits.key, 'codes-%'))
    // First by its IP address, then as a known device.
    expect(counted.map(({ count }) => count)).toEqual([0, 0])
  }))

it('lets fifty new people in from one address in an hour, and everybody who is known', () =>
  inShop(async ({ post }, db) => {
    const signIn = async (who: string) => {
      await post('/api/login', { email: who })
      return (await post('/api/login', { email: who, code: await codeFor(db, who) })).status
    }
    expect(await signIn('new1@example.com')).toBe(303)
    await db.update(rateLimits).set({ count: 49 }).where(like(rateLimits.key, 'newcomers-from-address:%'))
    expect(await signIn('new50@example.com')).toBe(303)
    expect(await signIn('new51@example.com')).toBe(429)
    expect(await db.select().from(signInCodes)).toMatchObject([{ email: 'new51@example.com', attemptsLeft: 5 }])
    expect(await signIn('new1@example.com')).toBe(303)
    expect(await db.$count(users)).toBe(2)
  }))

it.each([
  ['fifty', 50, '203.0.113.7'],
  ['of an IPv6 /64 twenty-five', 25, '2001:db8:7:1::1'],
])('sends %s codes in an hour for one caller', (_words, most, address) =>
  inTestTransaction(async (db) => {
    const post = shop(db).aBrowser(address)
    const statuses = []
    for (let i = 0; i <= most; i++) statuses.push((await post('/api/login', { email: `a${i}@example.com` })).status)
    expect(statuses).toEqual([...Array(most).fill(200), 429])
  }),
)

it('gives a code five tries, and the browser may ask for another one', () =>
  inShop(async ({ post }, db) => {
    await post('/api/login', { email })
    for (const _ of Array(6)) expect((await post('/api/login', { email, code: 'abcdef' })).status).toBe(422)
    expect((await post('/api/login', { email, code: await codeFor(db) })).status).toBe(422)
    await aMinutePasses(db)
    await post('/api/login', { email })
    expect((await post('/api/login', { email, code: await codeFor(db) })).status).toBe(303)
  }))

it('signs out, but not when another site or a prefetch asks for it', () =>
  inShop(async ({ api, post }, db) => {
    await post('/api/login', { email })
    const cookie = cookieOf(await post('/api/login', { email, code: await codeFor(db) }))
    const leave = (headers: Record<string, string>) => api.request('/api/logout', { headers: { cookie, ...headers } })
    const signedIn = async () => (await api.request('/api/auth/user', { headers: { cookie } })).status

    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-purpose': 'prefetch;prerender' },
      // L2: a product whose image is the logout address.
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    ] as Record<string, string>[]) {
      const ignored = await leave(headers)
      expect([ignored.status, ignored.headers.get('location')]).toEqual([303, '/'])
      expect(ignored.headers.getSetCookie()).toEqual([])
      expect(ignored.headers.get('clear-site-data')).toBeNull()
    }
    expect(await signedIn()).toBe(200)

    const left = await leave({ 'sec-fetch-site': 'same-origin' })
    expect([left.status, left.headers.get('location')]).toEqual([303, '/'])
    expect(left.headers.getSetCookie()).toEqual([
      'shop_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'signed_in=; Max-Age=0; Path=/; SameSite=Lax',
    ])
    expect(left.headers.get('clear-site-data')).toBe('"cache"')
    expect(await signedIn()).toBe(401)
  }))

it('wrong codes for an address that asked for none, and those of a stranger who did, leave its owner alone', () =>
  inShop(async ({ aBrowser, post }, db) => {
    const stranger = aBrowser('198.51.100.9')
    for (const _ of Array(8)) {
      const answer = await stranger('/api/login', { email, code: '000000' })
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining(
          'This code is no longer valid, or was requested in another browser. Please enter it there, or request a new one here.',
        ),
      ])
    }
    expect((await post('/api/login', { email })).status).toBe(200)
    const code = await codeFor(db)
    await stranger('/api/login', { email })
    for (const _ of Array(8)) await stranger('/api/login', { email, code: 'abcdef' })
    expect((await post('/api/login', { email, code })).status).toBe(303)
  }))

it('a right code opens nothing in another browser, which can ask for one of its own', () =>
  inShop(async ({ aBrowser, post }, db) => {
    await post('/api/login', { email })
    const other = aBrowser('198.51.100.9')
    const refused = await other('/api/login?returnTo=/cart', { email, code: await codeFor(db) })
    expect(refused.status).toBe(422)
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(await refused.text()).toMatch(
      /returnTo=%2Fcart[\s\S]*name="email" value="asha@example.com"[\s\S]*new code to/,
    )
    await other('/api/login', { email })
    expect((await other('/api/login', { email, code: await codeFor(db) })).status).toBe(303)
  }))

it('requests of strangers take neither a known browser nor a new one in another network its codes', () =>
  inShop(async ({ aBrowser, post }, db) => {
    const signIn = async (browser: typeof post) => {
      const response = await browser('/api/login', { email })
      if (response.status !== 200) return response.status
      return (await browser('/api/login', { email, code: await codeFor(db) })).status
    }
    expect(await signIn(post)).toBe(303)
    const statuses = []
    for (let network = 1; network <= 3; network++)
      for (let nth = 0; nth < 8; nth++)
        statuses.push((await aBrowser(`198.51.${network}.${nth}`)('/api/login', { email })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(9)
    expect(await signIn(post)).toBe(303)
    expect(await signIn(aBrowser('192.0.2.1'))).toBe(303)
    // A network she has signed in from stays known for a month, whatever strangers use up.
    await db.update(rateLimits).set({ count: 20 }).where(like(rateLimits.key, 'codes-from-strange-networks:%'))
    expect(await signIn(aBrowser('198.51.9.1'))).toBe(429)
    expect(await signIn(aBrowser('192.0.2.2'))).toBe(303)
    expect(await signIn(post)).toBe(303)
    // At her own IP address strangers can only use up the codes of new browsers.
    for (let nth = 0; nth < 3; nth++) await aBrowser()('/api/login', { email })
    expect(await signIn(aBrowser())).toBe(429)
    expect(await signIn(post)).toBe(303)
  }))

it('a mailbox gets no more than twenty codes a day from strangers, however many networks they have', () =>
  inShop(async ({ aBrowser }, db) => {
    for (let network = 0; network < 30; network++) await aBrowser(`198.51.${network}.1`)('/api/login', { email })
    expect(await listMailboxMessages(db, email)).toHaveLength(20)
    expect((await aBrowser('203.0.113.7')('/api/login', { email: 'ravi@example.com' })).status).toBe(200)
  }))

it('a device cookie works for its own customer only, and a forged one never', () =>
  inShop(async ({ aBrowser, post }, db) => {
    await post('/api/login', { email: 'mallory@example.com' })
    const code = await codeFor(db, 'mallory@example.com')
    const device = cookieOf(await post('/api/login', { email: 'mallory@example.com', code }))
    await db.update(rateLimits).set({ count: 20 }).where(like(rateLimits.key, 'codes-from-strange-networks:%'))
    const response = []
    for (const cookie of [device, `shop_device=${'A'.repeat(22)}.${'A'.repeat(22)}`, 'shop_device=nonsense'])
      for (const _ of Array(4)) {
        const answer = await aBrowser()('/api/login', { email }, { cookie, origin: 'http://localhost' })
        response.push(answer.status)
      }
    expect(response).toEqual([200, 200, 200, ...Array(9).fill(429)])
  }))

it('all /64s of one /48 get 250 codes in an hour, not thirty times 25', () =>
  inShop(async ({ aBrowser }) => {
    const statuses = []
    for (let nth = 0; nth < 270; nth++) {
      const browser = aBrowser(`2001:db8:7:${(nth % 30).toString(16)}::1`)
      statuses.push((await browser('/api/login', { email: `a${nth}@example.com` })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(250)
  }))
