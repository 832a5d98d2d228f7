import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#src/db/open-database.server.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCluster } from './cluster.ts'
import { insertCustomers } from './customers.ts'

/** Two processes on one PostgreSQL, each with its own response cache. */
const { shops, server, open, end } = await createCluster({ count: 2 })
let database: Database

beforeAll(async () => {
  await open()
  database = await openDatabase({ url: server?.url ?? '', patient: true })
})

afterAll(async () => {
  await database.close()
  await end()
})

const read = async (url: string, cookie = '') => {
  const answer = await fetch(url, { headers: { cookie } })
  return { text: await answer.text(), headers: answer.headers }
}

/** The same page from every process. */
const everywhere = (path: string) => Promise.all(shops.map(async ({ url }) => (await read(url + path)).text))

async function changePrice(productId: number, price: number, cookie?: string) {
  cookie ??= (await createAdmin(database.db)).cookie
  const [shop] = shops
  const product = JSON.parse((await read(`${shop?.url}/api/admin/products/${productId}`, cookie)).text)
  const { name, description, stock, minStock, sku, imageUrl, categoryId } = product
  const answer = await fetch(`${shop?.url}/api/products/${productId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin: shop?.url ?? '', cookie },
    body: JSON.stringify({ name, description, price, stock, minStock, sku, imageUrl, categoryId }),
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
}

it('a price that an admin changes is on the cached pages of every process within a second', async () => {
  const { id } = await insertProduct(database.db, { name: 'Golconda Cut', pricePaise: 111_100 })
  const pages = ['/api/products', '/products', `/product/${id}`]
  for (const page of pages)
    await vi.waitFor(
      async () => expect(await everywhere(page)).toEqual(shops.map(() => expect.stringMatching(/1,?111/))),
      { timeout: 10_000 },
    )
  // A price changed without a notification proves that pages come from the cache.
  await database.pool.query(`
    begin;
    alter table products disable trigger products_notify;
    update products set price_paise = 333300 where id = ${id};
    alter table products enable trigger products_notify;
    commit`)
  for (const page of pages) expect(await everywhere(page)).toEqual(shops.map(() => expect.not.stringMatching(/3,?333/)))

  await changePrice(id, 2222)
  await sleep(1000)
  // Requests from now on must get it; how long a busy machine renders does not count.
  for (const texts of await Promise.all(pages.map(everywhere)))
    expect(texts).toEqual(shops.map(() => expect.stringMatching(/2,?222/)))
})

it('a customer who has changed something never sees the old version, even while pages are rendered', async () => {
  const { id } = await insertProduct(database.db, { name: 'Salar Slab', pricePaise: 500_000 })
  const { cookie } = await createAdmin(database.db)
  const url = shops[0]?.url
  const pages = ['/api/products', '/products', `/product/${id}`]
  for (let turn = 1; turn <= 12; turn++) {
    // Constant requests: some page is always being rendered when the price changes.
    const asking = pages.map((page) => read(url + page))
    await changePrice(id, 5000 + turn, cookie)
    const price = new RegExp(`5,?${String(turn).padStart(3, '0')}`)
    for (const page of pages) expect((await read(url + page)).text).toMatch(price)
    await Promise.all(asking)
  }
})

it('an invented cookie does not bypass the response cache', async () => {
  const etag = await cacheKeyFor('/about')
  for (const token of ['x', 'x'.repeat(43), `${'y'.repeat(43)}; shop_session=z`])
    expect(await cacheKeyFor('/about', `shop_session=${token}`)).toBe(etag)
})

it('unknown parameters create no page of their own, those that a screen reads do', async () => {
  for (const page of ['/', '/about', '/products', '/traceability']) {
    const etag = await cacheKeyFor(page)
    for (let nth = 1; nth <= 5; nth++) expect([page, await cacheKeyFor(`${page}?x=${nth}`)]).toEqual([page, etag])
  }
  expect(await cacheKeyFor('/products?view=list')).toBe('made for one')
})

async function cacheKeyFor(page: string, cookie = '') {
  const { headers } = await read(shops[0]?.url + page, cookie)
  return headers.get('etag') ?? 'made for one'
}

it('a missing page is 404 and not cached', async () => {
  const url = shops[0]?.url
  for (const page of ['/product/987654', '/products/no-such-category', '/no-such-page', '/api/products/987654']) {
    const answer = await fetch(url + page)
    expect([page, answer.status]).toEqual([page, 404])
    expect((await answer.text()).match(/Product Not Found|No products found|404 Page Not Found|message/)).not.toBeNull()
    expect(answer.headers.get('cache-control') ?? '').not.toMatch(/s-maxage/)
    const again = await fetch(url + page)
    expect([page, again.status]).toEqual([page, 404])
  }
})

it('attack L1: no server function of the framework can be reached', async () => {
  const headers = { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin' }
  for (const method of ['GET', 'POST']) {
    const origin = shops[0]?.url ?? ''
    const answer = await fetch(`${origin}/_serverFn/x`, { method, headers: { ...headers, origin } })
    expect([method, answer.status]).toEqual([method, 404])
  }
  const mentions =
    shops[0]
      ?.output()
      .split('\n')
      .filter((line) => line.includes('_serverFn')) ?? []
  expect(mentions.filter((line) => !line.includes('"level":"info"'))).toEqual([])
})

it('attack L5 and L7: no client chooses its request id, or where a second slash leads', async () => {
  const origin = shops[0]?.url ?? ''
  const numbered = await fetch(`${origin}/api/auth/user`, { headers: { 'x-request-id': 'forged-by-client-0001' } })
  expect(numbered.headers.get('x-request-id')).not.toBe('forged-by-client-0001')
  const sentOn = await fetch(`${origin}//x`, { redirect: 'manual' })
  expect([sentOn.status, sentOn.headers.get('location')]).toEqual([308, '/x'])
})

it('a page in memory shows a customer their own account only, and a visitor none', async () => {
  const [customer, other] = await insertCustomers(database.db, 2)
  const [shop] = shops
  const asVisitor = await read(`${shop?.url}/`)
  const asCustomer = await read(`${shop?.url}/`, customer?.cookie)
  const asOther = await read(`${shop?.url}/`, other?.cookie)
  const again = await read(`${shop?.url}/`)

  expect(asCustomer.text).toContain(customer?.email)
  expect(asCustomer.headers.get('cache-control')).toBe('private, no-cache')
  const etags = [asVisitor, asCustomer, asOther].map(({ headers }) => headers.get('etag'))
  expect(new Set(etags).size).toBe(3)
  expect(asOther.text).toContain(other?.email)
  expect(asOther.text).not.toContain(customer?.email)
  expect([asVisitor.text, again.text].join()).not.toContain(customer?.email)
  expect(again.text).toBe(asVisitor.text)
  expect(again.headers.get('cache-control')).toMatch(/^public/)
})

it('addresses with a query that a page reads are answered but not cached', async () => {
  const [shop] = shops
  const etagOf = async (address: string) => (await read(`${shop?.url}${address}`)).headers.get('etag')
  const cached = await etagOf('/products')
  expect(await etagOf('/products?q=ruby')).toBeNull()
  expect(await etagOf('/products?anything=at-all')).toBe(cached)
  expect(await etagOf('/products?utm_source=diwali')).toBe(cached)
  expect(await etagOf('/PRODUCTS')).toBeNull()
  expect((await fetch(`${shop?.url}//evil.example/products`, { redirect: 'manual' })).status).not.toBe(500)
})
