import { sql } from 'drizzle-orm'
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
  const { version } = await sectionOnDesk(first.db, 'policies')
  const value = { ...(await readSection(first.db, 'policies')), privacy: { isConfirmed: false } }
  const third = await anotherProcess(first)
  const waiting = sql`
    select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and not l.granted`
  const waits = (count: number) =>
    expect.poll(async () => (await third.db.execute(waiting)).rows[0]?.count, { timeout: 10_000 }).toBe(count)
  // The opening is held up where it has read all settings and writes that the shop is open.
  const { outcomes } = await third.db.transaction(async (tx) => {
    await tx.execute(sql`lock table shop_opening in share mode`)
    const opening = openShop(first.db, { mode: 'live', by: MAKER })
    await waits(1)
    const clearing = changeSection(second.db, 'policies', { version, value, by: MAKER })
    const outcomes = Promise.allSettled([opening, clearing])
    await Promise.race([Promise.allSettled([clearing]), waits(2)])
    return { outcomes }
  })
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const { isOpen, items } = await openingOf(first.db, 'live')
  expect(isOpen).toBe(items.every(({ missing }) => missing === null))
})
