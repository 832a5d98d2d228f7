import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#src/db/open-database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { countReservedStock, createNetworkShop } from '#tests/factories/payments/network-shop.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { RESERVATION_LIMITS } from './reservation-limits.ts'

async function twoProcesses() {
  const first = await testDatabase()
  const second = await openDatabase({ url: String(first.pool.options.connectionString), patient: true })
  onTestFinished(() => second.close())
  return { db: first.db, shops: [createNetworkShop(first.db), createNetworkShop(second.db)] as const }
}

const times = <T>(count: number, act: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => act(nth)))

const deadlocks = sql`select deadlocks::int from pg_stat_database where datname = current_database()`

it('of ten parallel starts of one account at two processes three reserve their items', async () => {
  const { db, shops } = await twoProcesses()
  const by = await createCustomer(db)
  const storage = await times(10, () => insertProduct(db))
  // Ten addresses: only the account's own lock serialises these starts.
  const answers = await Promise.all(
    storage.map((product, nth) => shops[nth % 2 === 0 ? 0 : 1].place([[product, 1]], { by, from: `203.0.113.${nth}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await db.$count(payments)).toBe(3)
  expect(await countReservedStock(db)).toBe(3)
  await expectInvariants(db)
})

it('retries and new orders in parallel stay within three', async () => {
  const { db, shops } = await twoProcesses()
  const caller = { by: await createCustomer(db), from: '203.0.113.7' }
  const product = await insertProduct(db, { stock: 40 })
  const first = await shops[0].place([[product, 1]], caller)
  await shops[0].letExpire()
  shops[1].context.advanceMinutes(16)
  const answers = await times(8, (nth) => {
    const shop = shops[nth % 2 === 0 ? 0 : 1]
    return nth < 2 ? shop.payAgain(String(first.answer.orderId), caller) : shop.place([[product, 1]], caller)
  })
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  expect(await countReservedStock(db)).toBe(3)
  await expectInvariants(db)
})

it('forty accounts of one IP address in parallel reserve no more than the address is allowed', async () => {
  const { db, shops } = await twoProcesses()
  // Ten carts without a shared product: only the network's lock serialises these starts.
  const storage = await times(40, () => insertProduct(db, { stock: 100, pricePaise: 100_00 }))
  const customers = await times(40, () => createCustomer(db))
  await Promise.all(
    customers.map((by, nth) => {
      const basket = [0, 1, 2, 3].map(
        (step) => [storage[(4 * nth + step) % 40] ?? storage[0], 6] as [(typeof storage)[0], number],
      )
      return shops[nth % 2 === 0 ? 0 : 1].place(basket, { by, from: '203.0.113.7' })
    }),
  )
  expect(await countReservedStock(db)).toBeLessThanOrEqual(RESERVATION_LIMITS.network.roomy.pieces)
  expect(await countReservedStock(db)).toBeGreaterThan(0)
  expect((await db.execute(deadlocks)).rows).toEqual([{ deadlocks: 0 }])
  await expectInvariants(db)
})

it('first-time customers from many addresses leave a quarter of a product to known customers', async () => {
  const { db, shops } = await twoProcesses()
  const product = await insertProduct(db, { stock: 40 })
  const customers = await times(60, () => createCustomer(db))
  await Promise.all(
    customers.map((by, nth) => shops[nth % 2 === 0 ? 0 : 1].place([[product, 1]], { by, from: `198.51.100.${nth}` })),
  )
  expect(await db.select({ reserved: products.reserved }).from(products)).toEqual([{ reserved: 30 }])
  expect((await db.execute(deadlocks)).rows).toEqual([{ deadlocks: 0 }])
  await expectInvariants(db)
})
