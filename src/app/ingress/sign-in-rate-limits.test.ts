import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { authApi } from '#src/features/auth/auth.api.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { createRouteFinder } from '#src/server/routes/route-table.server.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createIpRateLimiter } from './ip-rate-limiter.server.ts'

type Shop = { api: ReturnType<typeof createTestApi>; aBrowser: () => ReturnType<typeof browserOf> }

/** A shop behind its gate on a port of its own: all that asks comes from one address. */
const behindOneAddress = (body: (db: Db, shop: Shop) => Promise<void>) =>
  inTestTransaction(async (db) => {
    const env = { SHOP_MODE: 'demo', PUBLIC_URL: 'http://localhost:3000' } as const
    const api = createTestApi(authApi({ db, env, secret: 'a secret for tests', onDelete: async () => {} }))
    const turnsAway = createIpRateLimiter({ https: false })
    const findRoute = createRouteFinder(api, new Set())
    const answer = getRequestListener(api.fetch)
    const server = createServer((request, response) => {
      const { ipLimit } = findRoute(request).policy
      if (!turnsAway(request, response, { requestId: 'a-number', ipLimit })) void answer(request, response)
    })
    const origin = `http://127.0.0.1:${await listenLocally(server)}`
    await body(db, { api, aBrowser: () => browserOf(origin) })
  })

/** It keeps the cookies that it is given. */
function browserOf(origin: string) {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(origin + path, { redirect: 'manual', ...init, headers: { cookie, origin } })
    for (const given of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const post = (form: Record<string, string>, path = '/api/login') =>
    ask(path, { method: 'POST', body: new URLSearchParams(form) })
  return {
    read: (path: string) => ask(path),
    post,
    cookie: (name: string) => cookies.get(name),
    forge: (name: string, value: string) => cookies.set(name, value),
    bringCode: async (db: Db, email: string) => (await post({ email, code: await codeFor(db, email) })).status,
  }
}

const codeFor = async (db: Db, to: string) =>
  /\b\d{6}\b/.exec((await listMailboxMessages(db, to))[0]?.text ?? '')?.[0] ?? ''

async function useUp({ aBrowser }: Shop) {
  const stranger = aBrowser()
  for (let nth = 0; nth < 121; nth++) await stranger.post({ email: 'no address' })
}

it('36 customers behind one address sign in within a minute', () =>
  behindOneAddress(async (db, { aBrowser }) => {
    const began = performance.now()
    const people = Array.from({ length: 36 }, (_, nth) => ({ email: `guest${nth}@example.com`, browser: aBrowser() }))
    const statuses = []
    for (const { browser } of people) statuses.push((await browser.read('/api/login')).status)
    for (const { browser, email } of people) statuses.push((await browser.post({ email })).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    for (const { browser, email } of people) expect(await browser.bringCode(db, email)).toBe(303)
    for (const { browser } of people) expect((await browser.read('/api/logout')).status).toBe(303)
    expect(performance.now() - began).toBeLessThan(60_000)
  }))

it('reading the sign-in page a hundred times blocks no sign-in and no sign-out', () =>
  behindOneAddress(async (db, { aBrowser }) => {
    const [email, browser, stranger] = ['asha@example.com', aBrowser(), aBrowser()]
    for (let nth = 0; nth < 100; nth++) {
      await stranger.read('/api/login')
      await stranger.read('/api/logout')
    }
    expect((await browser.post({ email })).status).toBe(200)
    expect(await browser.bringCode(db, email)).toBe(303)
    expect((await browser.read('/api/logout')).status).toBe(303)
    expect((await browser.read('/api/auth/user')).status).toBe(401)
  }))

it('when others use up the limit of an address, a pending code and a known browser still sign in', () =>
  behindOneAddress(async (db, shop) => {
    const [waiting, known, unknown] = [shop.aBrowser(), shop.aBrowser(), shop.aBrowser()]
    await known.post({ email: 'ravi@example.com' })
    expect(await known.bringCode(db, 'ravi@example.com')).toBe(303)
    await unknown.read('/api/login')
    await waiting.post({ email: 'asha@example.com' })
    await useUp(shop)
    expect(await waiting.bringCode(db, 'asha@example.com')).toBe(303)
    expect((await known.post({ email: 'ravi@example.com' })).status).toBe(200)
    expect(await known.bringCode(db, 'ravi@example.com')).toBe(303)
    expect((await unknown.post({ email: 'noor@example.com' })).status).toBe(429)
  }))

it('a rejected form is answered by a page with a message and a link back', () =>
  behindOneAddress(async (_db, shop) => {
    await useUp(shop)
    const refused = await shop.aBrowser().post({ email: 'asha@example.com' }, '/api/login?returnTo=/checkout')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(refused.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect([refused.headers.get('x-request-id'), refused.headers.get('cache-control')]).toEqual([
      'a-number',
      'private, no-store',
    ])
    const page = await refused.text()
    expect(page).toMatch(
      /<h1>Please wait a moment<\/h1>[\s\S]*Too many requests\. Please try again in \d+ (second|minute)s?\./,
    )
    expect(page).toContain('href="/api/login?returnTo=%2Fcheckout"')
    expect(page).not.toContain('<script')
  }))

it('invented browser ids, or ids from the empty form alone, get no share of their own', () =>
  behindOneAddress(async (_db, shop) => {
    await useUp(shop)
    const browser = shop.aBrowser()
    await browser.read('/api/login')
    expect(browser.cookie('shop_code')).toMatch(/^[\w-]{43}$/)
    expect((await browser.post({ email: 'asha@example.com' })).status).toBe(429)
    browser.forge('shop_code', 'A'.repeat(43))
    expect((await browser.post({ email: 'asha@example.com' })).status).toBe(429)
    browser.forge('shop_device', `${'A'.repeat(22)}.${'A'.repeat(22)}`)
    expect((await browser.post({ email: 'asha@example.com' })).status).toBe(429)
  }))
