import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, type TestContext, vi } from 'vitest'
import { openDatabase } from '#src/db/open-database.server.ts'
import { startOwnPostgresServer } from '#src/testing/postgres-server.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { type ShopProcess, startShop } from '#tests/shop-process.ts'
import { insertCustomers } from './customers.ts'
import { createObservations, findBrokenPromises } from './observations.ts'
import { purchaseProducts } from './purchase.ts'

const SENTENCE = { code: expect.stringMatching(/^[a-z-]+$/), message: expect.stringMatching(/ .+\.$/) }

/** API calls get JSON, browsers a page; both get Retry-After. */
async function expectComeAgain(shop: ShopProcess, cookie: string) {
  const call = await fetch(`${shop.url}/api/orders`, { headers: { cookie } })
  expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([503, '5', SENTENCE])
  for (const path of ['/orders', '/checkout']) {
    const page = await fetch(`${shop.url}${path}`, { headers: { cookie, accept: 'text/html' } })
    expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect(await page.text()).toContain('This did not work')
  }
}

it('PostgreSQL is killed while customers pay: they get 503, and five seconds after its restart the shop works', async (test) => {
  const { server, shop } = await aShopOfItsOwn(test)
  const before = await openDatabase({ url: server.url })
  const storage = [await insertProduct(before.db, { stock: 10_000 })]
  const people = await insertCustomers(before.db, 60)
  await before.close()

  const observations = createObservations()
  const statuses = new Set<number>()
  const until = { over: false }
  const ask = async (call: (shop: string) => Promise<Response>) => {
    for (; ; await sleep(100)) {
      const answer = await call(shop.url)
      const [status, body] = [answer.status, await answer.json()]
      statuses.add(status)
      if (status !== 503) return { status, body }
      expect([Number(answer.headers.get('retry-after')), body]).toEqual([5, SENTENCE])
    }
  }
  const load = Array.from({ length: 6 }, async () => {
    while (!until.over) {
      const customer = people.pop()
      if (!customer) return
      const end = await purchaseProducts(customer, { storage, observations, ask, random: Math.random })
      if (end === 'paid') people.unshift(customer)
    }
  })
  const somebodyPays = async () => {
    for (const had = observations.verified.size; observations.verified.size === had; ) await sleep(20)
  }
  await somebodyPays()
  await server.crash()
  const [watcher] = people
  await expectComeAgain(shop, watcher?.cookie ?? '')
  await sleep(1500)
  await server.revive()
  const since = performance.now()
  await somebodyPays()
  expect(performance.now() - since).toBeLessThan(5000)
  const page = await fetch(`${shop.url}/orders`, { headers: { cookie: watcher?.cookie ?? '' } })
  expect(page.status).toBe(200)
  until.over = true
  await Promise.all(load)

  expect([...statuses].sort()).toEqual([200, 503])
  const after = await openDatabase({ url: server.url })
  expect(await findBrokenPromises(after.db, observations, { isSettled: false })).toEqual({})
  await expectInvariants(after.db)
  await after.close()
  expect(shop.output()).not.toMatch(/^\s+at /m)
}, 180_000)

async function aShopOfItsOwn({ onTestFinished }: TestContext) {
  const server = await startOwnPostgresServer({ isDurable: true })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-away-'))
  const shop = await startShop({ DATABASE_URL: server.url, DATA_DIR: dataDir })
  onTestFinished(async () => {
    await shop.stop()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { server, shop }
}

async function aShop(test: TestContext) {
  const { server, shop } = await aShopOfItsOwn(test)
  const before = await openDatabase({ url: server.url })
  const product = await insertProduct(before.db, { stock: 10_000 })
  const [customer] = await insertCustomers(before.db, 1)
  await before.close()
  const cookie = customer?.cookie ?? ''
  const ask = async (page: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(shop.url + page, { headers: { accept: 'text/html', ...headers } })
    const [{ status }, text] = [answer, await answer.text()]
    return { status, text, isOld: answer.headers.has('warning'), keeping: answer.headers.get('cache-control') }
  }
  const write = (path = '/api/contact') =>
    fetch(shop.url + path, {
      method: 'POST',
      headers: { origin: shop.url, 'content-type': 'application/json', cookie },
      body: BODY,
    })
  /** SQL as the owner of the server. */
  const tell = async (...sentences: string[]) => {
    const owner = new pg.Client({ connectionString: server.url })
    await owner.connect()
    for (const sentence of sentences) await owner.query(sentence)
    await owner.end()
  }
  const isReady = async () => (await fetch(`${shop.url}/readyz`)).status === 200
  return { server, shop, product, cookie, ask, write, tell, isReady }
}

const BODY = JSON.stringify({
  name: 'Asha',
  email: 'asha@shopper.example',
  subject: 'A question',
  message: 'Is it vegan?',
})

it.concurrent('while PostgreSQL is down visitors read stale copies, and none once it is back', async (test) => {
  const { server, shop, product, cookie, ask, write } = await aShop(test)
  const others: { id: number }[] = JSON.parse((await ask('/api/products')).text)
  const pages = ['/', '/products', '/about', '/contact', '/community-stories', '/traceability', '/mood-tracker']
    .concat(['/emotion-chocolates', '/login', '/cart', '/api/products', '/api/categories'])
    .concat([product, ...others.slice(0, 2)].map(({ id }) => `/product/${id}`))
  for (const page of pages) {
    await ask(page)
    // A page is not cached if its data changed while it was rendered, so it is requested again.
    await vi.waitFor(
      async () =>
        expect({ page, ...(await ask(page)) }).toMatchObject({ page, keeping: expect.stringMatching(/^public/) }),
      { timeout: 10_000 },
    )
  }
  await server.crash()
  // The shop notices the lost connection a moment later.
  await vi.waitFor(async () => expect(await ask('/')).toMatchObject({ isOld: true }), { timeout: 3000 })
  for (let round = 0; round < 3; round++) {
    for (const page of pages) {
      const answer = await ask(page)
      expect({ page, ...answer }).toMatchObject({ page, status: 200, isOld: true, keeping: 'no-store' })
      if (answer.text.includes('<html')) expect(answer.text).toMatch(/Prices as of \d\d:\d\d\. Ordering is paused/)
    }
    // Sessions cannot be checked: visitors see the public pages and nothing personal.
    for (const page of ['/', '/products'])
      expect(await ask(page, { cookie })).toMatchObject({ status: 200, isOld: true })
    expect(await ask('/orders', { cookie })).toMatchObject({ status: 503, isOld: false })
  }
  const bought = await write('/api/payments/upi/initiate')
  expect([bought.status, bought.headers.get('retry-after'), await bought.json()]).toEqual([503, '5', SENTENCE])

  await server.revive()
  await vi.waitFor(async () => expect((await ask('/products')).isOld).toBe(false), { timeout: 10_000 })
  const after = await openDatabase({ url: server.url })
  await after.pool.query("update products set name = 'Told after the night' where id = $1", [product.id])
  await after.close()
  await vi.waitFor(async () => expect((await ask(`/product/${product.id}`)).text).toContain('Told after the night'), {
    timeout: 3000,
  })
  for (const page of pages) expect({ page, ...(await ask(page)) }).toMatchObject({ page, status: 200, isOld: false })
  expect((await ask('/', { cookie })).text).toContain('@')
  expect(shop.output()).not.toMatch(/^\s+at /m)
}, 180_000)

it.concurrent('with a read-only server or hanging commits the shop is not ready and answers 503', async (test) => {
  const { shop, write, tell, isReady } = await aShop(test)
  const trials = [
    {
      what: 'read only',
      begin: 'alter system set default_transaction_read_only = on',
      end: 'default_transaction_read_only',
    },
    { what: 'hanging', begin: "alter system set synchronous_standby_names = 'dead'", end: 'synchronous_standby_names' },
  ]
  for (const { what, begin, end } of trials) {
    expect([what, await isReady(), (await write()).status]).toEqual([what, true, 201])
    await tell(begin, 'select pg_reload_conf()')
    await vi.waitFor(async () => expect(await isReady()).toBe(false), { timeout: 20_000, interval: 500 })
    for (let turn = 0; turn < 3; turn++) {
      const refused = await write()
      expect([what, refused.status, await refused.json()]).toEqual([what, 503, SENTENCE])
    }
    await tell('set default_transaction_read_only = off', `alter system reset ${end}`, 'select pg_reload_conf()')
    await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 10_000, interval: 500 })
    expect([what, (await write()).status]).toEqual([what, 201])
  }
  expect(shop.output()).not.toContain('Request failed')
  expect(shop.output()).not.toMatch(/^\s+at /m)
}, 180_000)
