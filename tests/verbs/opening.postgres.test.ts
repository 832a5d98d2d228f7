import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { keepShutUntilOpened } from '#src/app/opening-gate.server.ts'
import { createOpeningWatch } from '#src/app/opening-watch.server.ts'
import { openingOf, openShop } from '#src/features/settings/opening.server.ts'
import { changeSection, readSection, sectionOnDesk } from '#src/features/settings/settings.server.ts'
import { followChanges } from '#src/platform/change-feed.server.ts'
import { type Database, openDatabase } from '#src/platform/database.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { MAKER } from '#tests/makers/custom-orders.ts'
import { aReadyShop } from '#tests/makers/opening.ts'

/** The door of one process: its own connections, its own line of news, its own memory. */
async function aDoor(database: Database) {
  const opening = createOpeningWatch(database.db, 'live')
  const following = await followChanges(database, opening)
  onTestFinished(() => following.stop())
  const app = new Hono()
  app.use(keepShutUntilOpened({ db: database.db, opening, https: true }))
  app.all('*', (c) => c.text('let in'))
  return { db: database.db, heard: following.caughtUp, status: async () => (await app.request('/')).status }
}

async function anotherProcess(database: Database): Promise<Database> {
  const other = await openDatabase({ url: String(database.pool.options.connectionString), patient: true })
  onTestFinished(() => other.close())
  return other
}

it('promise M1: a shop that one process opens is open at the other with the news, and after a restart', async () => {
  const first = await testDatabase()
  const [one, other] = [await aDoor(first), await aDoor(await anotherProcess(first))]
  await aReadyShop(one.db)
  expect([await one.status(), await other.status()]).toEqual([503, 503])
  await openShop(one.db, { mode: 'live', by: MAKER })
  await Promise.all([one.heard(), other.heard()])
  // The second for which a closed shop is believed to be closed has not passed.
  expect([await one.status(), await other.status()]).toEqual([200, 200])
  const restarted = await aDoor(await anotherProcess(first))
  expect(await restarted.status()).toBe(200)
})

it('promise M1: of an opening and a setting that is cleared at the same moment one is refused', async () => {
  const first = await testDatabase()
  const second = await anotherProcess(first)
  await aReadyShop(first.db)
  const { version } = await sectionOnDesk(first.db, 'contact')
  const value = { ...(await readSection(first.db, 'contact')), phones: [] }
  const outcomes = await Promise.allSettled([
    openShop(first.db, { mode: 'live', by: MAKER }),
    changeSection(second.db, 'contact', { version, value, by: MAKER }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { isOpen, items } = await openingOf(first.db, 'live')
  expect(isOpen).toBe(items.every(({ missing }) => missing === null))
})
