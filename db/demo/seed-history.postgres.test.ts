import { isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createSampleHistory } from '#db/demo/data/order-history.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { seedDemoCatalog } from './seed-catalog.ts'
import { seedDemoHistory } from './seed-history.ts'

it('processes that start together create one history, and each order has its day of dispatch', async () => {
  const { db } = await testDatabase()
  const now = new Date()
  await Promise.all(
    [1, 2, 3].map(async () => {
      await seedDemoCatalog(db)
      await seedDemoHistory(db, now)
    }),
  )
  expect(await db.$count(orders)).toBe(createSampleHistory(now).length)
  await expectInvariants(db)
  await db.update(orders).set({ shipOn: null, deliverFrom: null, deliverTo: null })
  await seedDemoHistory(db, now)
  expect(await db.$count(orders, isNull(orders.shipOn))).toBe(0)
})
