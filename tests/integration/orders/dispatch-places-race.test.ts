import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const TUESDAY = new Date('2026-11-24T11:00:00+05:30')

it('twenty customers at once get the ten places of today and ten of tomorrow, and expiry gives them back', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db, TUESDAY)
  const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 10 }
  await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
  const products = await Promise.all(Array.from({ length: 20 }, () => insertProduct(db, { stock: 25 })))
  const order = async (product: (typeof products)[number]) =>
    initiatePayment(context, (await createCustomer(db)).id, createCheckout(product))
  await Promise.all(products.map(order))
  const days = async () => {
    const rows = await db.select({ day: orders.shipOn }).from(orders).orderBy(asc(orders.shipOn))
    return Object.entries(Object.groupBy(rows, ({ day }) => day ?? '')).map(([day, found]) => [day, found?.length])
  }
  expect(await days()).toEqual([
    ['2026-11-24', 10],
    ['2026-11-25', 10],
  ])
  const expireAll = async () => {
    context.advanceMinutes(16)
    for (let batch = 0; batch < 3; batch += 1) await expireOverduePayments(context)
  }
  await expireAll()
  await Promise.all(products.slice(0, 12).map(order))
  expect(await days()).toEqual([
    ['2026-11-24', 20],
    ['2026-11-25', 12],
  ])
  await expireAll()
  await expectInvariants(db)
})
