import { createServer } from 'node:http'
import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createOpeningState } from '#src/app/opening/opening-state.server.ts'
import { userBlock } from '#src/features/auth/auth.queries.ts'
import { createSessionCache } from '#src/features/auth/sessions/session-cache.server.ts'
import { createResponseCache } from '#src/server/cache/response-cache.server.ts'
import { callApiInProcess, setInProcessApi } from '#src/server/http/in-process-api.server.ts'
import { END_OF_PAGE } from '#src/server/render/render-to-html.server.tsx'
import { createRouteFinder } from '#src/server/routes/route-table.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { createCacheLookup } from './cache-lookup.server.ts'
import { createCustomerPages } from './customer-pages.server.ts'
import { createBackgroundRendering, createOverloadFallback } from './overload-fallback.server.ts'
import { servePages } from './page-policies.server.ts'
import { renderPublicPage } from './page-response.server.ts'
import { serveCached } from './serve-cached.server.ts'

const IN_TIME = { timeout: 10_000 }

/** A shop that refuses every request of which it has no copy. */
async function overloadedShop() {
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { db } = await testDatabase()
  const sessionCache = createSessionCache(db)
  const responseCache = createResponseCache()
  const customerPages = createCustomerPages(sessionCache)
  for (const cache of [sessionCache, responseCache, customerPages]) cache.setConsistent(true)
  setInProcessApi({ fetch: () => Response.json(null), readForAll: async () => Response.json([]) })
  const pages = {
    render: async () => {
      const user = await (await callApiInProcess('/api/auth/user')).json()
      return new Response(`<p>Ruby Heart</p>${userBlock(user)}${END_OF_PAGE}`)
    },
    https: false,
    tagsOf: () => new Set(['products']),
  }
  const app = new Hono()
  servePages(app, async (c) => {
    const address = new URL(c.req.url)
    const isSession = async (token: string) => (await sessionCache.load(token)) !== undefined
    const shared = await serveCached(c, {
      cache: responseCache,
      isSession,
      make: () => renderPublicPage(address, pages),
    })
    return shared ?? (await customerPages.serve(c, address, pages)) ?? c.text('personal')
  })
  const rendered: string[] = []
  const render = (path: string, headers: Record<string, string>) => {
    rendered.push(path)
    return app.request(path, { headers })
  }
  const opening = createOpeningState(db, 'demo')
  const findCached = createCacheLookup({ opening, responseCache, customerPages })
  const findRoute = createRouteFinder(app, new Set())
  const sendOutdated = createOverloadFallback({ opening, sessionCache, findCached, findRoute, render })
  const server = createServer((request, response) => {
    if (!sendOutdated({ request, response, requestId: 'test-1' })) response.writeHead(503).end('busy')
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  const get = async (path: string, cookie = '') => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } })
    return answer.status === 200 ? answer.text() : answer.status
  }
  return { get, rendered, asha: await createCustomer(db), kiran: await createCustomer(db) }
}

it('a page that an overloaded shop lacks is there at the next try, whatever brought the visitor', async () => {
  const { get, rendered } = await overloadedShop()
  expect(await get('/products?utm_source=diwali')).toBe(503)
  await vi.waitFor(async () => expect(await get('/products?gclid=1')).toContain('Ruby Heart'), IN_TIME)
  expect(await get('/products')).toContain('Ruby Heart')
  expect(rendered).toEqual(['/products'])
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
  for (const path of ['/orders', '/checkout', '/admin', '/products?q=ruby'])
    expect([path, await get(path, asha.cookie)]).toEqual([path, 503])
  expect(rendered).toEqual([])
})

/** Renders for 100 ms each. */
function backgroundRendering() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const rendered: string[] = []
  const renderInBackground = createBackgroundRendering(async (path) => {
    rendered.push(path)
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (path === '/broken') throw new Error('The database is away')
    return new Response(null, { status: path.startsWith('/product/9') ? 404 : 200 })
  })
  return { rendered, refuse: (...paths: string[]) => paths.map((path) => renderInBackground(path, {})) }
}

it('an overloaded shop renders one missing page at a time, then leaves three times as long to other requests', async () => {
  expectConsoleError()
  const { rendered, refuse } = backgroundRendering()
  refuse('/broken', '/broken', '/about', '/products')
  await vi.advanceTimersByTimeAsync(399)
  expect(rendered).toEqual(['/broken'])
  await vi.advanceTimersByTimeAsync(1)
  refuse('/')
  expect(rendered).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(rendered.toSorted()).toEqual(['/', '/about', '/broken', '/products'])
})

it('an overloaded shop renders first what it refused most often, and soon forgets what none asked for again', async () => {
  const { rendered, refuse } = backgroundRendering()
  const invented = Array.from({ length: 100 }, (_, nth) => `/product/9${nth}`)
  refuse(...invented.slice(0, 50), '/products', ...invented.slice(50), '/products')
  await vi.advanceTimersByTimeAsync(400)
  expect(rendered).toEqual(['/product/90', '/products'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rendered.length).toBeLessThan(20)
})

it('an overloaded shop does not render again what it did not find', async () => {
  const { rendered, refuse } = backgroundRendering()
  refuse('/product/90')
  await vi.advanceTimersByTimeAsync(1000)
  refuse('/product/90')
  await vi.advanceTimersByTimeAsync(1000)
  expect(rendered).toEqual(['/product/90'])
})
