import { createServer } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import { userBlock } from '#src/features/auth/auth.queries.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { createSessionCache } from '#src/features/auth/sessions/session-cache.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { callApiInProcess, setInProcessApi } from '#src/server/http/in-process-api.server.ts'
import { END_OF_PAGE } from '#src/server/render/render-to-html.server.tsx'
import { listenLocally } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { createCustomerPages, sendCustomerPage } from './customer-pages.server.ts'

type User = { email: string; isAdmin?: boolean } | null

/** A shop whose pages are made by `show`, with two signed-in customers. */
async function shopThatShows(show: (user: User) => string | Promise<string>) {
  const { db } = await testDatabase()
  const sessions = createSessionCache(db)
  const pages = createCustomerPages(sessions)
  for (const cache of [sessions, pages]) cache.setConsistent(true)
  setInProcessApi({ fetch: () => new Response(null, { status: 401 }), readForAll: async () => Response.json([]) })
  let renders = 0
  const render = async () => {
    renders += 1
    const user: User = await (await callApiInProcess('/api/auth/user')).json()
    return new Response((await show(user)) + userBlock(user) + END_OF_PAGE, {
      headers: { 'content-type': 'text/html' },
    })
  }
  const options = { render, https: false, tagsOf: (calls: Iterable<string>) => tagsOf([...calls]) }
  const app = new Hono().get('*', async (c) => {
    const page = await pages.serve(c, new URL(`http://shop.example${c.req.path}`), options)
    return page ?? c.text('rendered for one')
  })
  const fromMemory = createServer((request, response) => {
    const found = pages.find(request)
    if (found) sendCustomerPage(found, { request, response, requestId: 'test-1' })
    else response.end('not in memory')
  })
  const memory = `http://127.0.0.1:${await listenLocally(fromMemory)}`
  const [asha, kiran] = [await createCustomer(db), await createCustomer(db)]
  const admin = await createCustomer(db)
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.id))
  admin.cookie = `shop_session=${await startSession(db, { userId: admin.id, kind: 'admin' })}`
  return {
    pages,
    admin,
    renders: () => renders,
    asha,
    kiran,
    get: async (path: string, headers: Headers = {}) => app.request(path, { headers: sent(headers) }),
    recall: (path: string, headers: Headers = {}, method = 'GET') =>
      fetch(memory + path, { method, headers: sent(headers) }),
  }
}

type Headers = Record<string, string>
const sent = ({ id: _id, email: _email, ...headers }: Headers) => headers

const tagsOf = (calls: string[]) =>
  calls.every((call) => call === '/api/auth/user' || call === '/api/products') ? new Set(['products']) : undefined
const CARDS = '<html><body><p>Ruby Heart</p>'

it('an overloaded shop has the page of a customer of minutes ago, and none of an unknown one', async () => {
  const { pages, get, asha, kiran } = await shopThatShows(() => CARDS)
  await get('/products', asha)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * 60_000)
  onTestFinished(() => clock.mockRestore())
  const of = ({ cookie = '' }: Headers) => ({ url: '/products', headers: { cookie } })
  const outdated = (customer: Headers) => pages.findEvenOutdated(of(customer))?.end.bytes.toString()
  expect(pages.find(of(asha))).toBeUndefined()
  expect(outdated(asha)).toContain(asha.email)
  expect(outdated(kiran)).toBeUndefined()
})

it('a page is rendered once for all customers, and each finds only themself in it', async () => {
  const { get, recall, renders, asha, kiran } = await shopThatShows(() => CARDS)
  for (const answer of [get, recall, get, recall])
    for (const [customer, other] of [
      [asha, kiran],
      [kiran, asha],
    ] as const) {
      const html = await (await answer('/products', customer)).text()
      expect(html).toMatch(/^<html><body><p>Ruby Heart<\/p><script type="application\/json" id="user">\{.*\}<\/script>/)
      expect(html).toContain(`"email":"${customer.email}"`)
      expect(html).not.toContain(other.email)
    }
  expect(renders()).toBe(1)
})

it('no page of a customer shows what only admins see', async () => {
  for (const first of ['admin', 'asha'] as const) {
    const { get, recall, admin, asha } = await shopThatShows((user) => CARDS + (user?.isAdmin ? 'Orders to pack' : ''))
    await get('/products', first === 'admin' ? admin : asha)
    for (const answer of [get, recall]) {
      expect(await (await answer('/products', admin)).text()).toContain('Orders to pack')
      const page = await (await answer('/products', asha)).text()
      expect(page).toContain(asha.email)
      expect(page).not.toContain('Orders to pack')
    }
  }
})

it('a page that shows the customer elsewhere, or asks for more than public data, is rendered for each', async () => {
  const greeting = await shopThatShows((user) => `${CARDS}<p>Hello ${user?.email}</p>`)
  expect(await (await greeting.get('/', greeting.asha)).text()).toBe('rendered for one')
  const orders = await shopThatShows(async () => {
    await callApiInProcess('/api/orders')
    return CARDS
  })
  for (let turn = 0; turn < 3; turn++)
    expect(await (await orders.get('/orders', orders.asha)).text()).toBe('rendered for one')
  expect(orders.renders()).toBe(1)
})

it('a page in memory needs the session: not a visitor, an invented token or a cookie sent twice', async () => {
  const { get, recall, asha, kiran } = await shopThatShows(() => CARDS)
  await get('/products', asha)
  const twice = `${asha.cookie}; ${kiran.cookie}`
  for (const cookie of ['', `shop_session=${'x'.repeat(43)}`, `${asha.cookie}x`, `my_${asha.cookie}`, twice])
    expect(await (await recall('/products', { cookie })).text()).toBe('not in memory')
  expect(await (await get('/products')).text()).toBe('rendered for one')
})

it('a page in memory is private, and revalidates for the same customer only', async () => {
  const { get, recall, asha, kiran } = await shopThatShows(() => CARDS)
  await get('/products', asha)
  await get('/products', kiran)
  const page = await recall('/products', { ...asha, 'accept-encoding': 'br' })
  expect(page.headers.get('cache-control')).toBe('private, no-cache')
  expect(page.headers.get('cdn-cache-control')).toBeNull()
  expect(page.headers.get('vary')).toBe('Accept-Encoding, Cookie')
  const etag = page.headers.get('etag') ?? ''
  const again = { 'accept-encoding': 'br', 'if-none-match': etag }
  expect((await recall('/products', { ...asha, ...again })).status).toBe(304)
  expect((await recall('/products', { ...kiran, ...again })).status).toBe(200)
  const raw = Buffer.from(await (await get('/products', { ...asha, 'accept-encoding': 'br' })).arrayBuffer())
  expect(brotliDecompressSync(raw).toString()).toContain(asha.email)
})

it('a page in memory has the same content and a length in every encoding, and no body for HEAD', async () => {
  const { get, recall, asha } = await shopThatShows(() => CARDS)
  const html = await (await get('/products', asha)).text()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { ...asha, 'accept-encoding': encoding }
    const [page, head] = [await recall('/products', headers), await recall('/products', headers, 'HEAD')]
    expect(page.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(await page.text()).toBe(html)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-length')).toBe(page.headers.get('content-length'))
    expect(Number(page.headers.get('content-length'))).toBeGreaterThan(100)
  }
})

it('a change of its data evicts a page', async () => {
  const { pages, get, recall, renders, asha } = await shopThatShows(() => CARDS)
  await get('/products', asha)
  pages.invalidate('products:7')
  expect(await (await recall('/products', asha)).text()).toBe('not in memory')
  await get('/products', asha)
  expect(renders()).toBe(2)
})

it('while changes may go unnoticed, no page is taken from memory', async () => {
  const { pages, get, recall, renders, asha } = await shopThatShows(() => CARDS)
  await get('/products', asha)
  pages.setConsistent(false)
  for (const visit of [2, 3]) {
    expect(await (await recall('/products', asha)).text()).toBe('not in memory')
    await get('/products', asha)
    expect(renders()).toBe(visit)
  }
})

it('a name cannot end the block of the user', () => {
  const evil = '</script><script>alert(1)</script><!--'
  const block = userBlock({ name: evil })
  expect(block.match(/<(?=\/?script|!)/g)).toHaveLength(2)
  expect(JSON.parse(block.slice(block.indexOf('{'), block.lastIndexOf('}') + 1))).toEqual({ name: evil })
})
