import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { anOrder } from '#tests/makers/orders.ts'
import { aShopper, aTill } from '#tests/makers/payments.ts'
import { beginOwedRefunds } from './automatic-refunds.server.ts'
import { onOrderCancelled } from './order-cancellation.server.ts'
import { refundsDue, sandboxRefunds } from './payments.table.server.ts'
import { executeRefunds } from './refund-executor.server.ts'

it('gateway doubt 5: six clocks together begin each owed refund once, and no more than the bound of the day', async () => {
  const { db } = await testDatabase()
  const till = aTill(db)
  const product = await aProduct(db, { pricePaise: 385_000, stock: 20 })
  for (let count = 0; count < 8; count++) {
    const order = await anOrder(till, { shopper: await aShopper(db), product })
    await db.transaction((tx) => onOrderCancelled(tx, order.id))
  }
  const clocks = Array.from({ length: 6 }, async () => {
    const begun = await beginOwedRefunds(till)
    await executeRefunds(till)
    return begun
  })
  const begun = (await Promise.all(clocks)).reduce((sum, count) => sum + count, 0)
  for (let turn = 0; turn < 3; turn++) await executeRefunds(till)
  // Eight of Rs 3,850.00, and Rs 25,000.00 a day.
  expect(begun).toBe(6)
  expect(await db.$count(sandboxRefunds)).toBe(6)
  expect(await db.$count(refundsDue, eq(refundsDue.state, 'processed'))).toBe(6)
  expect(await db.$count(refundsDue, eq(refundsDue.state, 'due'))).toBe(2)
  expect(await db.$count(auditLog, eq(auditLog.actorEmail, 'The shop itself'))).toBe(6)
  await expectInvariants(db)
})

it('gateway doubt 5: of eight refunds that eight clocks begin at the same moment, no more go than the bound of the day', async () => {
  const { db } = await testDatabase()
  const till = aTill(db)
  const product = await aProduct(db, { pricePaise: 385_000, stock: 20 })
  // Each clock is of another gateway, so that none waits for a refund of the others.
  const clocks = Array.from({ length: 8 }, (_, nth) => ({
    ...till,
    provider: { ...till.provider, name: `bank-${nth}` },
  }))
  for (const { provider } of clocks) {
    const order = await anOrder(till, { shopper: await aShopper(db), product })
    await db.transaction((tx) => onOrderCancelled(tx, order.id))
    await db.update(refundsDue).set({ provider: provider.name }).where(eq(refundsDue.provider, till.provider.name))
  }
  const begun = await Promise.all(clocks.map(beginOwedRefunds))
  expect(begun.filter((count) => count === 1)).toHaveLength(6)
  expect(await db.$count(refundsDue, eq(refundsDue.state, 'due'))).toBe(2)
})
