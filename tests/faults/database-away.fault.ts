import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#src/platform/database.server.ts'
import { startOwnPostgresServer } from '#src/platform/testing/postgres-server.ts'
import { expectInvariants } from '../invariants.ts'
import { aProduct } from '../makers/catalog.ts'
import { type ShopProcess, startShop } from '../shop-process.ts'
import { buy } from './buying.ts'
import { shoppers } from './shoppers.ts'
import { brokenPromises, nothingTold } from './told.ts'

const SENTENCE = { message: expect.stringMatching(/ .+\.$/) }

/** Calls are told in JSON, people on a page; both hear when to come again. */
async function expectComeAgain(shop: ShopProcess, cookie: string) {
  const call = await fetch(`${shop.url}/api/orders`, { headers: { cookie } })
  expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([503, '5', SENTENCE])
  for (const path of ['/orders', '/checkout']) {
    const page = await fetch(`${shop.url}${path}`, { headers: { cookie, accept: 'text/html' } })
    expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect(await page.text()).toContain('This did not work')
  }
}

it('PostgreSQL ends at once while people pay: they are asked to come again, and five seconds after its return all is well', async () => {
  const server = await startOwnPostgresServer({ isDurable: true })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-away-'))
  const shop = await startShop({ DATABASE_URL: server.url, DATA_DIR: dataDir })
  onTestFinished(async () => {
    await shop.stop()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const before = await openDatabase({ url: server.url })
  const shelf = [await aProduct(before.db, { stock: 10_000 })]
  const people = await shoppers(before.db, 60)
  await before.close()

  const told = nothingTold()
  const heard = new Set<number>()
  const until = { over: false }
  const ask = async (call: (shop: string) => Promise<Response>) => {
    for (; ; await sleep(100)) {
      const answer = await call(shop.url)
      const [status, body] = [answer.status, await answer.json()]
      heard.add(status)
      if (status !== 503) return { status, body }
      expect([Number(answer.headers.get('retry-after')), body]).toEqual([5, SENTENCE])
    }
  }
  const load = Array.from({ length: 6 }, async () => {
    while (!until.over) {
      const shopper = people.pop()
      if (!shopper) return
      const end = await buy(shopper, { shelf, told, ask, random: Math.random })
      if (end === 'paid') people.unshift(shopper)
    }
  })
  const somebodyPays = async () => {
    for (const had = told.verified.size; told.verified.size === had; ) await sleep(20)
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

  expect([...heard].sort()).toEqual([200, 503])
  const after = await openDatabase({ url: server.url })
  expect(await brokenPromises(after.db, told, { isSettled: false })).toEqual({})
  await expectInvariants(after.db)
  await after.close()
  expect(shop.output()).not.toMatch(/^\s+at /m)
}, 180_000)
