import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createParcels, startParcels } from '#tests/factories/parcels.ts'
import { createCustomer, createTestPayments, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

async function openShop(db: Db, stock: number) {
  await registerForGst(db, 'regular')
  const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 8 }
  await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
  const context = createTestPayments(db)
  const product = await insertProduct(db, { stock })
  const start = async () => {
    const customer = await createCustomer(db)
    return { customer, started: await startParcels(context, { customer, product, parcels: createParcels(4) }) }
  }
  return { context, start }
}

it('ten orders to four people each at once are placed whole or not at all, within the stock and the places of a day', async () => {
  const { db } = await testDatabase()
  const { context, start } = await openShop(db, 26)
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, start))
  const placed = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = attempts.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(placed.length).toBeGreaterThan(2)
  expect(placed.length).toBeLessThanOrEqual(6)
  expect(refused.filter((code) => code !== 'conflict' && code !== 'too-many')).toEqual([])
  await Promise.all(placed.map(({ started }) => simulatePayment(context, started.clientTxnId)))
  const rows = await db.select().from(orders).where(eq(orders.status, 'processing'))
  expect(rows).toHaveLength(placed.length * 4)
  const full = [...Map.groupBy(rows, ({ shipOn }) => shipOn).values()].map((ofDay) => ofDay.length)
  expect(full.slice(0, -1).every((count) => count === 8)).toBe(true)
  expect(full.at(-1)).toBeLessThanOrEqual(8)
  await expectInvariants(db)
})

it('parcels that are cancelled at once, twice each, are each refunded once while their refunds are sent', async () => {
  const { db } = await testDatabase()
  const { context, start } = await openShop(db, 26)
  const { customer, started } = await start()
  const unpaid = await db.select().from(orders).orderBy(asc(orders.parcelNumber))
  const cancel = (orderId: string) => cancelCustomerOrder(db, { userId: customer.id, orderId }, ORDER_EVENTS)
  await simulatePayment(context, started.clientTxnId)
  const twice = [...unpaid, ...unpaid.toReversed()]
  await Promise.all([...twice.map(({ id }) => cancel(id)), executeRefunds(context), executeRefunds(context)])
  expect((await db.select().from(refunds)).map(({ orderId }) => orderId).sort()).toEqual(
    unpaid.map(({ id }) => id).sort(),
  )
  await expectInvariants(db)
})

it('an order to several people that is paid and cancelled at once is either paid and refunded or never paid', async () => {
  const { db } = await testDatabase()
  const { context, start } = await openShop(db, 60)
  const placed = await Promise.all(Array.from({ length: 5 }, start))
  const ids = await db.select({ id: orders.id, userId: orders.userId, number: orders.parcelNumber }).from(orders)
  const third = ids.filter(({ number }) => number === 3)
  const cancel = ({ id, userId }: (typeof ids)[number]) =>
    cancelCustomerOrder(db, { userId: userId ?? '', orderId: id }, ORDER_EVENTS)
  await Promise.all([
    ...placed.map(({ started }) => simulatePayment(context, started.clientTxnId)),
    ...third.map(cancel),
  ])
  await expectInvariants(db)
})
