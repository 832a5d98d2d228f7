import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it, type TestContext } from 'vitest'
import { listBackups } from '#src/db/backup/backup-folder.server.ts'
import { type DatabaseLocation, openForCli } from '#src/db/open-database.server.ts'
import { startPostgresServer } from '#src/testing/postgres-server.ts'
import { brokenInvariants } from '#tests/broken-invariants.ts'
import { insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { startShop } from '#tests/shop-process.ts'
import { unpackBackup } from '../../scripts/backup/backup-file.ts'
import { type ChaosCustomer, insertCustomers } from './customers.ts'
import { createObservations, findBrokenPromises, type Observations } from './observations.ts'
import { withShopDatabase } from './open-db.ts'
import { purchaseProducts, retryWhileBusy } from './purchase.ts'
import { type BackupSettings, countDrafts, killBackup, npmRun } from './torn-backups.ts'

type Place = BackupSettings & { data: DatabaseLocation }

const AT_ONCE = 6
const PAID_BEFORE = 25

/** A selling shop is backed up and restored elsewhere: nothing that customers were told before is missing. */
async function drill(here: Place, there: Place, test: TestContext) {
  const backups = aFolder(test)
  const { storage, people } = await withShopDatabase(here.data, async (db) => ({
    storage: [
      await insertProduct(db, { stock: 100_000 }),
      await insertProduct(db, { stock: 100_000, pricePaise: 2_450_00 }),
    ],
    people: await insertCustomers(db, 600),
  }))
  const shop = await startShop({ DATA_DIR: here.DATA_DIR, DATABASE_URL: here.DATABASE_URL })
  const observations = createObservations()
  const closing = new AbortController()
  test.onTestFinished(() => closing.abort())
  const load = Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      keepBuying(shop.url, { people, storage, observations, until: closing.signal }),
    ),
  )
  await Promise.race([enoughHavePaid(observations, closing.signal), load])
  const observationsBefore = structuredClone(observations)
  const backup = await npmRun('backup', { settings: here, words: ['--to', backups] })
  const name = readdirSync(backups).find((file) => file.endsWith('.tar')) ?? ''
  const overLiving = await npmRun('restore', { settings: here, words: [path.join(backups, name), '--force'] })
  closing.abort()
  await load
  await shop.stop()

  expect(backup).toMatchObject({ code: 0, said: expect.stringMatching(/golconda-.+Z\.tar: taken at .+ by version \d/) })
  // Without sales during the backup the test proves nothing.
  expect(observations.paid.size).toBeGreaterThan(observationsBefore.paid.size)
  expect(overLiving.code).toBe(1)
  expect(overLiving.said).toMatch(/stop the shop/i)

  const restored = await npmRun('restore', { settings: there, words: [path.join(backups, name)] })
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringMatching(/All \d+ sentences hold\n.*Back after [\d.]+ s/),
  })
  await withShopDatabase(there.data, async (db) => {
    expect(await findBrokenPromises(db, observationsBefore, { isSettled: false })).toEqual({})
    expect(await brokenInvariants(db)).toEqual({})
  })
  const again = await npmRun('restore', { settings: there, words: [path.join(backups, name)] })
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('holds a shop already') })
  console.log(
    `${observationsBefore.paid.size} payments when the backup began, ${observations.paid.size} when the shop stopped\n${restored.said}`,
  )
}

type Load = { people: ChaosCustomer[]; storage: ProductRow[]; observations: Observations; until: AbortSignal }

async function enoughHavePaid({ paid }: Observations, until: AbortSignal): Promise<void> {
  while (paid.size < PAID_BEFORE && !until.aborted) await setTimeout(20)
}

async function keepBuying(shop: string, { until, people, ...load }: Load): Promise<void> {
  while (!until.aborted) {
    const customer = people.pop()
    if (!customer) throw new Error('All shoppers have open orders')
    const end = await purchaseProducts(customer, { ...load, ask: retryWhileBusy(shop), random: Math.random })
    // Customers with unpaid orders can start only a limited number of others.
    if (end === 'paid') people.push(customer)
  }
}

function aFolder({ onTestFinished }: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it.concurrent('a shop on the embedded database is backed up while it sells, and restored elsewhere in full', async (test) => {
  const aPlace = (): Place => {
    const dataDir = aFolder(test)
    return { DATA_DIR: dataDir, DATABASE_URL: '', data: { dataDir } }
  }
  await drill(aPlace(), aPlace(), test)
})

it.concurrent('a shop on PostgreSQL is backed up and restored, too', async (test) => {
  const server = await startPostgresServer()
  test.onTestFinished(server.stop)
  const admin = await openForCli({ url: server.url })
  const aPlace = async (name: string): Promise<Place> => {
    await admin.pool.query(`create database ${name}`)
    const url = new URL(server.url)
    url.pathname = name
    return { DATA_DIR: aFolder(test), DATABASE_URL: url.href, data: { url: url.href } }
  }
  await drill(await aPlace('here'), await aPlace('there'), test).finally(admin.close)
})

const KILLS = 20

it.concurrent('of twenty backups that are killed none is there but whole, and the next one succeeds', async (test) => {
  const server = await startPostgresServer()
  test.onTestFinished(server.stop)
  const settings = { DATA_DIR: aFolder(test), DATABASE_URL: server.url }
  await withShopDatabase({ url: server.url }, (db) =>
    db.execute(`insert into stories (title, content, author_name)
      select 'Story', md5(n::text) || repeat(md5((n * 7)::text), 20), 'Asha' from generate_series(1, 60000) n`),
  )
  const backups = aFolder(test)
  const words = ['--to', backups]
  for (let nth = 0; nth < KILLS; nth++) await killBackup(settings, backups, (nth % 10) * 25)
  expect(countDrafts(backups), 'kills that hit a backup while it was written').toBeGreaterThan(KILLS / 2)
  expect(await npmRun('backup', { settings, words })).toMatchObject({ code: 0 })
  for (const { file } of await listBackups(backups))
    expect(await unpackBackup({ file }, aFolder(test))).toMatchObject({ rows: { stories: 60_000 } })
})

it.concurrent('a truncated, changed or invalid backup is rejected, and leaves an empty database empty', async (test) => {
  const settings = { DATA_DIR: aFolder(test), DATABASE_URL: '' }
  const file = path.join(aFolder(test), 'golconda.tar')
  writeFileSync(file, 'not a backup at all')
  const refused = await npmRun('restore', { settings, words: [file] })
  expect(refused.code).toBe(1)
  expect(refused.said).toMatch(/Nothing is restored:/)
  expect(readdirSync(settings.DATA_DIR).filter((name) => name !== 'lock')).toEqual([])
})
