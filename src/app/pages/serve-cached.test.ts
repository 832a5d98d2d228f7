import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DEFAULT_FILTERS, firstPagePath } from '#src/features/catalog/browse/first-page-path.ts'
import { productsPath } from '#src/features/catalog/products/product-params.ts'
import { relatedProductsParams } from '#src/features/catalog/products/products.ts'
import { MOODS, productParamsForMood } from '#src/features/moods/match/moods.ts'
import { createResponseCache } from '#src/server/cache/response-cache.server.ts'
import { createRouteFinder } from '#src/server/routes/route-table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { cacheKeyOf, servePages } from './page-policies.server.ts'
import { isAnonymous, readCached, serveCached, toCacheKey } from './serve-cached.server.ts'
import { createSharedCalls } from './shared-calls.server.ts'

/** The cache key of the page at an address; undefined if it is not kept. */
async function keeps(address: string) {
  const app = new Hono()
  servePages(app, (c, { policy, isUnread }) => {
    const key = toCacheKey(new URL(c.req.url), ({ search }) => isUnread(search))
    return c.text(policy.isShared && key ? key : 'not kept')
  })
  const answer = await (await app.request(`http://shop.example${address}`)).text()
  return answer === 'not kept' ? undefined : answer
}
const keepsAll = (addresses: string[]) => Promise.all(addresses.map(keeps))
const calls = async () => createSharedCalls(createFullApi(await testDatabase()))

it('a page is cached under its canonical URL', async () => {
  expect(await keepsAll(['/', '/products', '/product/7', '/products/dark'])).not.toContain(undefined)
  expect(toCacheKey(new URL('http://shop.example/api/trace/KKO-2026_1'))).toBeDefined()
  const endless = ['//evil.example/products', '/PRODUCTS', '/%70roducts', '//']
  expect(await keepsAll(endless)).toEqual(endless.map(() => undefined))
})

it.each([
  ['application/json', 404],
  ['image/avif,image/webp', 404],
  ['text/html,application/xhtml+xml', 200],
  ['image/webp,*/*;q=0.8', 200],
  ['', 200],
])('to an unknown address, %j is answered like an unknown call or with a page (%i)', async (accept, status) => {
  const app = new Hono()
  servePages(app, (c) => c.text('a page'))
  const answers = ['/no-such-page', '/product/%E0%A4%A'].map((path) => app.request(path, { headers: { accept } }))
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(status)
    if (status === 404) expect(await answer.json()).toEqual({ message: 'Not found.', code: 'not-found' })
  }
  expect((await app.request('/about', { headers: { accept } })).status).toBe(200)
})

it('a wrong method on a page or a file is 405, and a broken escape is a page that does not exist', async () => {
  const app = new Hono()
  servePages(app, (c, { policy }) => c.text(`${policy.isShared ? 'shared' : 'unknown'} ${new URL(c.req.url).pathname}`))
  for (const path of ['/', '/products/dark', '/admin', '/logo.svg', '/uploads/a.webp']) {
    const refused = await app.request(path, { method: 'DELETE' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await refused.json()).toMatchObject({ message: 'DELETE is not allowed here.' })
  }
  const typed = await app.request('/admin-login', { method: 'POST', headers: { accept: 'text/html' } })
  expect([typed.status, await typed.text()]).toEqual([405, expect.stringContaining('<h1>That did not work</h1>')])
  const text = async (path: string) => (await app.request(path)).text()
  expect(await text('/products/%FF')).toBe('unknown /products/%25FF')
  expect(await text('/products/caf%C3%A9')).toBe('shared /products/caf%C3%A9')
})

it('tracking parameters create no cache entry of their own', async () => {
  const added = ['gbraid', 'wbraid', 'gad_source', 'igsh', 'srsltid', '_gl', 'ref', 'gclid', 'fbclid', 'utm_id']
  const cached = await keepsAll(added.map((name) => `/product/7?${name}=1`))
  expect(cached).toEqual(added.map(() => '/product/7'))
})

it('unknown parameters create no cache entry, however many are invented', async () => {
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const cache = createResponseCache()
  cache.setConsistent(true)
  const renders: string[] = []
  const make = async (address: string) => {
    renders.push(address)
    return { status: 200, headers: {}, body: Buffer.from(address), tags: new Set<string>() }
  }
  const shop = new Hono()
  servePages(shop, async (c, { isUnread }) => {
    const ready = await serveCached(c, { cache, make, isUnread: ({ search }) => isUnread(search) })
    return ready ?? c.text(`${(await make(c.req.url)).body}`)
  })
  for (const page of ['/', '/about', '/products', '/product/7', '/traceability', '/login'])
    for (let nth = 1; nth <= 50; nth++) {
      const answer = await shop.request(`${page}?x${nth}=${nth}&batches=1`)
      expect(await answer.text()).toBe(page)
      expect((await shop.request(`${page}?x${nth}=${nth}`, { method: 'HEAD' })).status).toBe(200)
    }
  expect(renders).toEqual(['/', '/about', '/products', '/product/7', '/traceability', '/login'])
})

it('a page with parameters that its screen reads is rendered, but not cached', async () => {
  const read = [
    '/products?q=ruby',
    '/products?any=thing&view=list',
    '/products/dark?sort=price-asc',
    '/login?returnTo=/orders',
    '/checkout?quote=CC-K7M2QX',
    '/orders?shown=20',
    '/emotion-chocolates?mood=calm',
    '/community-stories?emotion=happy',
    '/traceability?batch=KKO-1',
  ]
  expect(await keepsAll(read)).toEqual(read.map(() => undefined))
  const nonsense = [
    '/products?q=',
    '/emotion-chocolates?mood=none',
    '/community-stories?story=1',
    '/traceability?batch=',
  ]
  expect(await keepsAll(nonsense)).toEqual(nonsense.map((address) => address.split('?')[0]))
})

it('an API call with a query is never answered as one without', async () => {
  expect(toCacheKey(new URL('http://shop.example/api/products?any=thing'))).toBeUndefined()
  expect(await keeps('/api/products?any=thing')).toBeUndefined()
})

it('an overloaded shop finds what visitors or customers share, whatever brought them', async () => {
  const app = new Hono().route('/', createFullApi(await testDatabase()))
  servePages(app, (c) => c.text('A page'))
  const find = createRouteFinder(app, new Set())
  const keysOf = (urls: string[], headers = {}) =>
    urls.map((url) => cacheKeyOf(find({ method: 'GET', url }), { url, headers }))
  const customer = { cookie: `shop_session=${'x'.repeat(43)}` }
  const pages = ['/', '/products', '/product/7', '/cart']
  for (const headers of [{}, customer]) {
    expect(keysOf(pages, headers)).toEqual(pages)
    expect(keysOf(['/product/7?utm_source=diwali', '/?gclid=1'], headers)).toEqual(['/product/7', '/'])
    const others = ['/products?q=ruby', '/api/products?q=ruby', '/admin', '/api/orders', '/nowhere', '//x:y/']
    expect(keysOf(others, headers)).toEqual(others.map(() => undefined))
  }
  const forVisitors = ['/orders', '/api/products', '/api/products/7']
  expect(keysOf(forVisitors)).toEqual(forVisitors)
  expect(keysOf(forVisitors, customer)).toEqual(forVisitors.map(() => undefined))
})

it('a path that a URL reads in another way has no cache key', () => {
  for (const path of ['/product/1%20', '/product/1%09', '/products/.%0a.%5Ccheckout%5Csuccess'])
    expect([path, toCacheKey(new URL(`http://shop.example${path}`))]).toEqual([path, undefined])
})

it('admin pages are never cached', async () => {
  expect(await keepsAll(['/admin', '/admin/payments'])).toEqual([undefined, undefined])
})

it('a page has the cache tags of its API calls, and is not cached when one failed or is personal', async () => {
  const { tagsOf } = await calls()
  expect(tagsOf(['/api/auth/user', '/api/products/7', '/api/products?limit=4', '/api/settings/public'])).toEqual(
    new Set(['products:7', 'products', 'categories', 'settings']),
  )
  expect(tagsOf(['/api/products', '/api/orders'])).toBeUndefined()
  expect(tagsOf(['/api/products', 'broke: /api/trace'])).toBeUndefined()
})

it('the pages of a list that the shop itself requests are cached, and no others', async () => {
  const { isCacheable } = await calls()
  const ours = [
    productsPath({ limit: 4, sizes: 'one' }),
    productsPath(relatedProductsParams({ categoryId: 7 })),
    ...MOODS.map((mood) => productsPath(productParamsForMood(mood))),
    firstPagePath(DEFAULT_FILTERS),
  ]
  expect(ours.filter((path) => !isCacheable(path))).toEqual([])
  const endless = [
    'limit=7',
    'limit=4',
    'limit=4&any=thing',
    'words=dark&limit=3',
    'categoryId=7&limit=6',
    'categoryId=7',
    'q=a&category=all',
  ]
  expect(endless.filter((query) => isCacheable(`/api/products?${query}`))).toEqual([])
})

it('only a cookie in the form of a session bypasses the cache', () => {
  const isFor = (cookie?: string) => isAnonymous({ headers: { cookie } })
  const token = `${'a'.repeat(42)}_`
  const sessions = [`shop_session=${token}`, `__Host-shop_session=${token}`, `a=1; shop_session=${token}; b=2`]
  expect(sessions.map(isFor)).toEqual([false, false, false])
  const others = [
    undefined,
    '',
    'shop_session=',
    'shop_session=x',
    `shop_session=${token}a`,
    `my_shop_session=${token}`,
  ]
  expect(others.map(isFor)).toEqual(others.map(() => true))
})

it('nothing is cached while invalidations may be missed', async () => {
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const cache = createResponseCache()
  const shared = await calls()
  const read = () => readCached('/api/categories', { cache, calls: shared, ask: async () => Response.json([]) })
  expect(read()).toBeUndefined()
  cache.setConsistent(true)
  expect((await read())?.status).toBe(200)
  cache.setConsistent(false)
  expect(read()).toBeUndefined()
})
