import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { blockUntilOpened } from '#src/app/opening/opening-gate.server.ts'
import { createOpeningState } from '#src/app/opening/opening-state.server.ts'
import { type Database, openDatabase } from '#src/db/open-database.server.ts'
import { countProductsOnSale } from '#src/features/catalog/food/stored-facts.server.ts'
import { findMailProblem } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { openShop, readOpening } from '#src/features/settings/opening/opening.server.ts'
import { readSection, readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { subscribeToChanges } from '#src/server/cache/cache-invalidation.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { completeOpeningChecklist } from '#tests/factories/opening.ts'

const RULES = { mode: 'live', countProductsOnSale, findMailProblem } as const

/** One process: its own connections, cache invalidation and memory. */
async function createProcess(database: Database) {
  const opening = createOpeningState(database.db, 'live')
  const following = await subscribeToChanges(database, opening)
  onTestFinished(() => following.stop())
  const app = new Hono()
  app.use(blockUntilOpened({ db: database.db, opening, https: true }))
  app.all('*', (c) => c.text('let in'))
  return { db: database.db, cacheSynced: following.flushed, status: async () => (await app.request('/')).status }
}

async function anotherProcess(database: Database): Promise<Database> {
  const other = await openDatabase({ url: String(database.pool.options.connectionString), patient: true })
  onTestFinished(() => other.close())
  return other
}

it('a shop that one process opens is open at the other after the notification, and after a restart', async () => {
  const first = await testDatabase()
  const [one, other] = [await createProcess(first), await createProcess(await anotherProcess(first))]
  await completeOpeningChecklist(one.db)
  expect([await one.status(), await other.status()]).toEqual([503, 503])
  await openShop(one.db, { ...RULES, by: TEST_ADMIN })
  await Promise.all([one.cacheSynced(), other.cacheSynced()])
  // Within the second for which a closed shop is remembered as closed.
  expect([await one.status(), await other.status()]).toEqual([200, 200])
  const restarted = await createProcess(await anotherProcess(first))
  expect(await restarted.status()).toBe(200)
})

it('of an opening and a setting that is cleared at the same time one is rejected', async () => {
  const first = await testDatabase()
  const second = await anotherProcess(first)
  await completeOpeningChecklist(first.db)
  const { version } = await readVersionedSection(first.db, 'policies')
  const value = { ...(await readSection(first.db, 'policies')), privacy: { isConfirmed: false } }
  const third = await anotherProcess(first)
  const waiting = sql`
    select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and not l.granted`
  const waits = (count: number) =>
    expect.poll(async () => (await third.db.execute(waiting)).rows[0]?.count, { timeout: 10_000 }).toBe(count)
  // Pauses the opening after it has read the settings.
  const { outcomes } = await third.db.transaction(async (tx) => {
    await tx.execute(sql`lock table shop_opening in share mode`)
    const opening = openShop(first.db, { ...RULES, by: TEST_ADMIN })
    await waits(1)
    const clearing = changeSection(second.db, 'policies', { version, value, by: TEST_ADMIN })
    const outcomes = Promise.allSettled([opening, clearing])
    await Promise.race([Promise.allSettled([clearing]), waits(2)])
    return { outcomes }
  })
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const { isOpen, items } = await readOpening(first.db, RULES)
  expect(isOpen).toBe(items.every(({ missing }) => missing === null))
})
