import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { sandboxRefunds } from '#src/features/payments/gateways/sandbox/sandbox.table.server.ts'
import { cancelOrderPayment } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { startAutomaticRefunds } from './automatic-refunds.server.ts'
import { executeRefunds } from './refund-worker.server.ts'

it('gateway doubt 5: six schedulers start each owed refund once, within the daily limit', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  const product = await insertProduct(db, { pricePaise: 385_000, stock: 20 })
  for (let count = 0; count < 8; count++) {
    const order = await createOrder(context, { customer: await createCustomer(db), product })
    await db.transaction((tx) => cancelOrderPayment(tx, order))
  }
  const clocks = Array.from({ length: 6 }, async () => {
    const begun = await startAutomaticRefunds(context)
    await executeRefunds(context)
    return begun
  })
  const begun = (await Promise.all(clocks)).reduce((sum, count) => sum + count, 0)
  for (let turn = 0; turn < 3; turn++) await executeRefunds(context)
  expect(begun).toBe(6)
  expect(await db.$count(sandboxRefunds)).toBe(6)
  expect(await db.$count(refunds, eq(refunds.state, 'processed'))).toBe(6)
  expect(await db.$count(refunds, eq(refunds.state, 'due'))).toBe(2)
  expect(await db.$count(auditLog, eq(auditLog.actorEmail, 'The shop'))).toBe(6)
  await expectInvariants(db)
})

it('gateway doubt 5: eight refunds that eight schedulers start at the same time stay within the daily limit', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  const product = await insertProduct(db, { pricePaise: 385_000, stock: 20 })
  // Each process has its own gateway, so that none waits for another's refunds.
  const clocks = Array.from({ length: 8 }, (_, nth) => ({
    ...context,
    gateway: { ...context.gateway, name: `bank-${nth}` },
  }))
  for (const { gateway } of clocks) {
    const order = await createOrder(context, { customer: await createCustomer(db), product })
    await db.transaction((tx) => cancelOrderPayment(tx, order))
    await db.update(refunds).set({ provider: gateway.name }).where(eq(refunds.provider, context.gateway.name))
  }
  const begun = await Promise.all(clocks.map(startAutomaticRefunds))
  expect(begun.filter((count) => count === 1)).toHaveLength(6)
  expect(await db.$count(refunds, eq(refunds.state, 'due'))).toBe(2)
})
