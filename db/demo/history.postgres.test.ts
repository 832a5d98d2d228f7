import { expect, it } from 'vitest'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { sampleHistory } from './history.ts'
import { seedDemoCatalogue } from './seed-catalogue.ts'
import { seedDemoHistory } from './seed-history.ts'

it('processes that start together write one history', async () => {
  const { db } = await testDatabase()
  const now = new Date()
  await Promise.all(
    [1, 2, 3].map(async () => {
      await seedDemoCatalogue(db)
      await seedDemoHistory(db, now)
    }),
  )
  expect(await db.$count(orders)).toBe(sampleHistory(now).length)
  await expectInvariants(db)
})
