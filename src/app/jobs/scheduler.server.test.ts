import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '#src/db/open-database.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { queueTestMail, startSleepingShop } from '#tests/factories/sleeping-shop.ts'

/** Queues a mail past the triggers that announce it. */
const queueUnannounced = ({ db }: Database, text: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await queueTestMail({ db: tx }, text)
  })

it('a shop that may miss changes looks for itself every second, and so finds a mail that nothing announced', async () => {
  const database = await testDatabase()
  const { scheduler, sent, countStatements } = await startSleepingShop(database)
  scheduler.listener.setConsistent(false)
  // It looks at once when it learns that; the mail comes later.
  await countStatements(3)
  await queueUnannounced(database, 'Unannounced')
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['Unannounced'])
})

it('changed settings wake the jobs that sleep, and so they find a mail that nothing announced', async () => {
  const database = await testDatabase()
  const { sent } = await startSleepingShop(database)
  await queueUnannounced(database, 'Unannounced')
  await changeSection(database.db, 'refunds', {
    version: 0,
    value: { automaticUpTo: 0, automaticPerDay: 0 },
    by: TEST_ADMIN,
  })
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['Unannounced'])
})
