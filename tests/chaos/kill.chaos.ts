import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import type { DatabaseLocation } from '#src/db/open-database.server.ts'
import { freePort, startPostgresServer } from '#src/testing/postgres-server.ts'
import { insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { startShop } from '#tests/shop-process.ts'
import { type ChaosCustomer, insertCustomers } from './customers.ts'
import { countUnsettledPayments, expirePaymentWindows, findLeftovers } from './drain.ts'
import { createObservations, findBrokenPromises, type Observations } from './observations.ts'
import { withShopDatabase } from './open-db.ts'
import { purchaseProducts, retryWhileBusy } from './purchase.ts'

/** npm test kills a few times; npm run chaos -- --kills 25 as often as wanted; bench/chaos many more. */
const KILLS = Number(process.env.CHAOS_KILLS ?? 3)
const AT_ONCE = 8

type Place = { env: Record<string, string>; data: DatabaseLocation }

async function killAgainAndAgain({ env, data }: Place) {
  const observations = createObservations()
  const { storage, people } = await withShopDatabase(data, async (db) => ({
    storage: [
      await insertProduct(db, { stock: 100_000 }),
      await insertProduct(db, { stock: 100_000 }),
      await insertProduct(db, { stock: 100_000, pricePaise: 2_450_00 }),
    ],
    people: await insertCustomers(db, 200 + KILLS * AT_ONCE * 3),
  }))
  let cut = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const shop = await startShop(env)
    const paidBefore = observations.paid.size
    const load = Array.from({ length: AT_ONCE }, () => buyUntilItDies(shop.url, { people, storage, observations }))
    while (observations.paid.size === paidBefore) await sleep(5)
    await sleep(Math.random() * 1_000)
    await shop.kill()
    cut += (await Promise.all(load)).filter((wasInTheMiddle) => wasInTheMiddle).length
    await withShopDatabase(data, (db) => expectNothingLost(db, observations))
  }
  // Otherwise the kills missed the load, and the test proves nothing.
  expect(cut).toBeGreaterThan(KILLS)
  expect(observations.placed.size).toBeGreaterThan(KILLS)
  expect(observations.paid.size).toBeGreaterThanOrEqual(KILLS)

  await withShopDatabase(data, expirePaymentWindows)
  await untilSettled({ env, data })
  await withShopDatabase(data, async (db) => {
    await expectNothingLost(db, observations)
    expect(await findLeftovers(db)).toEqual({})
  })
  console.log(
    `${KILLS} kills, ${cut} calls cut off, ${observations.placed.size} orders and ${observations.paid.size} payments acknowledged`,
  )
}

type Load = { people: ChaosCustomer[]; storage: ProductRow[]; observations: Observations }

/** Customers buy one by one until the shop is gone. True if that interrupted a call. */
async function buyUntilItDies(shop: string, load: Load): Promise<boolean> {
  const ask = retryWhileBusy(shop)
  for (;;) {
    const customer = load.people.pop()
    if (!customer) return false
    try {
      const end = await purchaseProducts(customer, { ...load, ask, random: Math.random })
      expect(end).not.toBe('sold-out')
      if (end === 'paid' || end === 'waiting') load.people.push(customer)
    } catch (error) {
      if (error instanceof TypeError) return true
      throw error
    }
  }
}

async function expectNothingLost(db: Db, observations: Observations) {
  expect(await findBrokenPromises(db, observations)).toEqual({})
  await expectInvariants(db)
}

const SETTLED_WITHIN_SECONDS = 90

/** Lets the restarted shop work until all payments have ended and all polls are done. */
async function untilSettled({ env, data }: Place) {
  for (const giveUpAt = Date.now() + SETTLED_WITHIN_SECONDS * 1000; Date.now() < giveUpAt; ) {
    const shop = await startShop(env)
    await sleep(10_000)
    await shop.stop()
    if ((await withShopDatabase(data, countUnsettledPayments)) === 0) return
  }
}

it(`${KILLS} times kill -9 during sales, on the embedded database`, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-kill-'))
  try {
    await killAgainAndAgain({ env: { DATA_DIR: dataDir, DATABASE_URL: '' }, data: { dataDir } })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

it(`${KILLS} times kill -9 during sales, on PostgreSQL`, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-kill-'))
  const server = await startPostgresServer()
  try {
    const env = { DATABASE_URL: server.url, DATA_DIR: dataDir, PORT: String(await freePort()) }
    await killAgainAndAgain({ env, data: { url: server.url } })
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
