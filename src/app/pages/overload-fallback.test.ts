import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createOpeningState } from '#src/app/opening/opening-state.server.ts'
import { userBlock } from '#src/features/auth/auth.queries.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { createSessionCache } from '#src/features/auth/sessions/session-cache.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { createResponseCache } from '#src/server/cache/response-cache.server.ts'
import { callApiInProcess, setInProcessApi } from '#src/server/http/in-process-api.server.ts'
import { END_OF_PAGE } from '#src/server/render/render-to-html.server.tsx'
import { PUBLIC_POLICY, withPolicy } from '#src/server/routes/route-policy.server.ts'
import { createRouteFinder } from '#src/server/routes/route-table.server.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { createCacheLookup } from './cache-lookup.server.ts'
import { createCustomerPages } from './customer-pages.server.ts'
import { createOverloadFallback } from './overload-fallback.server.ts'
import { servePages } from './page-policies.server.ts'
import { renderPublicPage } from './page-response.server.ts'
import { serveCached } from './serve-cached.server.ts'

const IN_TIME = { timeout: 10_000 }

/** A shop that refuses every request of which it has no copy. */
async function overloadedShop({ isOpen = true } = {}) {
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { db } = await testDatabase()
  const sessionCache = createSessionCache(db)
  const responseCache = createResponseCache()
  const customerPages = createCustomerPages(sessionCache)
  for (const cache of [sessionCache, responseCache, customerPages]) cache.setConsistent(true)
  setInProcessApi({ fetch: () => Response.json(null), readForAll: async () => Response.json([]) })
  const pages = {
    render: async ({ url }: Request) => {
      if (url.endsWith('/about')) return new Response('It broke', { status: 500 })
      if (url.endsWith('/9000')) return new Response('Not found', { status: 404 })
      const user = await (await callApiInProcess('/api/auth/user')).json()
      return new Response(`<p>Ruby Heart</p>${userBlock(user)}${END_OF_PAGE}`)
    },
    https: false,
    tagsOf: () => new Set(['products']),
  }
  const app = new Hono()
  const isSession = async (token: string) => (await sessionCache.load(token)) !== undefined
  app.get('/api/products', withPolicy({ ...PUBLIC_POLICY, cache: { tags: ['products'] } }), async (c) => {
    const make = async () => ({ status: 200, headers: {}, body: Buffer.from('["Ruby"]'), tags: new Set(['products']) })
    return (await serveCached(c, { cache: responseCache, isSession, make })) ?? c.json('personal')
  })
  servePages(app, async (c) => {
    const address = new URL(c.req.url)
    const make = () => renderPublicPage(address, pages)
    const shared = await serveCached(c, { cache: responseCache, isSession, make })
    return shared ?? (await customerPages.serve(c, address, pages)) ?? c.text('personal')
  })
  const rendered: string[] = []
  const render = (path: string, headers: Record<string, string>) => {
    rendered.push(`${path} ${headers.cookie || 'visitor'}`)
    return app.request(path, { headers })
  }
  const opening = createOpeningState(db, isOpen ? 'demo' : 'live')
  const findCached = createCacheLookup({ opening, responseCache, customerPages })
  const findRoute = createRouteFinder(app, new Set())
  const caches = { sessionCache, responseCache }
  const { fallBack, isKnownAdmin } = createOverloadFallback({ opening, ...caches, findCached, findRoute, render })
  const server = createServer((request, response) => {
    const result = fallBack({ request, response, requestId: 'test-1' })
    if (result !== 'sent') response.writeHead(503).end(result)
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  /** The page, or what the shop does with the refused request. */
  const get = async (path: string, cookie = '', method = 'GET') =>
    (await fetch(`${url}${path}`, { method, headers: { cookie } })).text()
  const isKnown = (cookie: string) => isKnownAdmin({ headers: { cookie } } as IncomingMessage)
  return { db, get, isKnown, rendered, caches, asha: await createCustomer(db), kiran: await createCustomer(db) }
}

it('a page that an overloaded shop lacks is there at the next try, whatever brought the visitor', async () => {
  const { get, rendered } = await overloadedShop()
  expect(await get('/products?utm_source=diwali')).toBe('refuse')
  await vi.waitFor(async () => expect(await get('/products?gclid=1')).toContain('Ruby Heart'), IN_TIME)
  expect(await get('/products')).toContain('Ruby Heart')
  expect(rendered).toEqual(['/products visitor'])
})

it('an overloaded shop sends each customer the page with their name, and visitors one without', async () => {
  const { get, asha, kiran } = await overloadedShop()
  for (const [customer, other] of [
    [asha, kiran],
    [kiran, asha],
  ] as const) {
    await vi.waitFor(async () => expect(await get('/products', customer.cookie)).toContain(customer.email), IN_TIME)
    expect(await get('/products', customer.cookie)).not.toContain(other.email)
  }
  await vi.waitFor(async () => expect(await get('/products')).toContain('Ruby Heart'), IN_TIME)
  expect(await get('/products')).not.toContain('@')
})

it('a customer whose session has ended gets the page of visitors from an overloaded shop', async () => {
  const { get } = await overloadedShop()
  const ended = `shop_session=${'x'.repeat(43)}`
  await vi.waitFor(async () => expect(await get('/products', ended)).toContain('Ruby Heart'), IN_TIME)
})

it('an overloaded shop renders no personal pages in the background', async () => {
  const { get, rendered, asha } = await overloadedShop()
  for (const path of ['/orders', '/checkout', '/products?q=ruby'])
    expect([path, await get(path, asha.cookie)]).toEqual([path, 'reserve'])
  expect(await get('/products', asha.cookie, 'POST')).toBe('refuse')
  expect(rendered).toEqual([])
})

it('invented sessions cannot keep the page of customers from an overloaded shop', async () => {
  const { get, rendered, asha } = await overloadedShop()
  const invent = () => get('/products', `shop_session=${randomBytes(32).toString('base64url')}`)
  await vi.waitFor(async () => {
    await Promise.all(Array.from({ length: 5 }, invent))
    expect(await get('/products', `theme=dark; ${asha.cookie}`)).toContain(asha.email)
  }, IN_TIME)
  expect(rendered).toContain(`/products ${asha.cookie}`)
})

it('an overloaded shop reserves its slot for admins whom it knows, and renders pages for them', async () => {
  const { db, get, asha, kiran } = await overloadedShop()
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, asha.id))
  const admin = `shop_session=${await startSession(db, { userId: asha.id, kind: 'admin' })}`
  expect(await get('/admin', admin)).toBe('refuse')
  await vi.waitFor(async () => expect(await get('/admin', admin)).toBe('reserve'), IN_TIME)
  for (const cookie of ['', `shop_session=${'x'.repeat(43)}`, kiran.cookie])
    expect(await get('/admin', cookie)).toBe('refuse')
  for (const cookie of [admin, kiran.cookie])
    await vi.waitFor(async () => expect(await get('/products', cookie)).toContain('Ruby Heart'), IN_TIME)
  expect(await get('/products', admin)).toContain('"isAdmin":true')
  expect(await get('/products', kiran.cookie)).toContain('"isAdmin":false')
})

it('the shop knows an admin a moment after the first request, and no customer as one', async () => {
  const { db, isKnown, asha, kiran } = await overloadedShop()
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, asha.id))
  const admin = `shop_session=${await startSession(db, { userId: asha.id, kind: 'admin' })}`
  expect([admin, kiran.cookie, ''].map(isKnown)).toEqual([false, false, false])
  await vi.waitFor(() => expect([admin, kiran.cookie, ''].map(isKnown)).toEqual([true, false, false]), IN_TIME)
})

it('an overloaded shop that is not open yet knows its admins, too, and renders no pages', async () => {
  const { db, get, rendered, asha } = await overloadedShop({ isOpen: false })
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, asha.id))
  const admin = `shop_session=${await startSession(db, { userId: asha.id, kind: 'admin' })}`
  await vi.waitFor(async () => expect(await get('/admin', admin)).toBe('reserve'), IN_TIME)
  expect([await get('/products'), await get('/checkout')]).toEqual(['refuse', 'refuse'])
  expect(rendered).toEqual([])
})

it('an overloaded shop prefers every session to visitors on pages of admins while it can remember none', async () => {
  const { isKnown, caches, kiran } = await overloadedShop()
  caches.responseCache.setConsistent(false)
  expect([kiran.cookie, ''].map(isKnown)).toEqual([true, false])
})

it('an admin stays known for ten minutes, and is looked up again meanwhile', async () => {
  const { db, isKnown, caches, asha } = await overloadedShop()
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, asha.id))
  const token = await startSession(db, { userId: asha.id, kind: 'admin' })
  const cookie = `shop_session=${token}`
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await vi.waitFor(() => expect(isKnown(cookie)).toBe(true), IN_TIME)
  vi.advanceTimersByTime(5 * 60_000)
  expect(caches.sessionCache.find(token)).toBeUndefined()
  expect(isKnown(cookie)).toBe(true)
  await vi.waitFor(() => expect(caches.sessionCache.find(token)).toBeDefined(), IN_TIME)
})

it('a signed-out admin gets the sign-in page of an overloaded shop from memory', async () => {
  const { get, rendered } = await overloadedShop()
  await vi.waitFor(async () => expect(await get('/admin-login')).toContain('<p>'), IN_TIME)
  expect(await get('/admin-login?returnTo=%2Fadmin%2Fpayments')).toBe('reserve')
  expect(rendered).toEqual(['/admin-login visitor'])
})

it('an overloaded shop gives customers the copies of public API responses', async () => {
  const { get, rendered, asha } = await overloadedShop()
  await vi.waitFor(async () => expect(await get('/api/products', asha.cookie)).toBe('["Ruby"]'), IN_TIME)
  expect(rendered).toEqual(['/api/products visitor'])
})

it('an overloaded shop looks for an address without a page once, however often it is asked for', async () => {
  const { get, rendered } = await overloadedShop()
  await get('/product/9000')
  await vi.waitFor(async () => {
    await Promise.all(Array.from({ length: 3 }, () => get('/product/9000')))
    expect(await get('/products')).toContain('Ruby Heart')
  }, IN_TIME)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await get('/product/9000')
  await vi.waitFor(async () => expect(await get('/contact')).toContain('Ruby Heart'), IN_TIME)
  expect(rendered).toEqual(['/product/9000 visitor', '/products visitor', '/contact visitor'])
})

it('an overloaded shop tries a page that breaks again a second later, and renders others meanwhile', async () => {
  const { get, rendered } = await overloadedShop()
  expect(await get('/about')).toBe('refuse')
  await vi.waitFor(async () => {
    await Promise.all(Array.from({ length: 3 }, () => get('/about')))
    expect(await get('/products')).toContain('Ruby Heart')
  }, IN_TIME)
  expect(rendered).toEqual(['/about visitor', '/products visitor'])
  await vi.waitFor(async () => {
    await get('/about')
    expect(rendered).toHaveLength(3)
  }, IN_TIME)
})

it('an overloaded shop renders nothing in the background while changes may go unnoticed', async () => {
  const { get, rendered, caches } = await overloadedShop()
  caches.responseCache.setConsistent(false)
  expect([await get('/products'), await get('/api/products')]).toEqual(['reserve', 'reserve'])
  expect(rendered).toEqual([])
})
