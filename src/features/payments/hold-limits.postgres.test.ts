import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { openDatabase } from '#src/platform/database.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aShopper } from '#tests/makers/payments.ts'
import { aShopOnTheNet, piecesHeld } from '#tests/makers/shop-on-the-net.ts'
import { HOLD_LIMITS } from './hold-limits.rules.ts'
import { payments } from './payments.table.server.ts'

/** Two processes of one shop, each with its own connections. */
async function twoProcesses() {
  const first = await testDatabase()
  const second = await openDatabase({ url: String(first.pool.options.connectionString), patient: true })
  onTestFinished(() => second.close())
  return { db: first.db, shops: [aShopOnTheNet(first.db), aShopOnTheNet(second.db)] as const }
}

const times = <T>(count: number, act: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => act(nth)))

const deadlocks = sql`select deadlocks::int from pg_stat_database where datname = current_database()`

it('H2: of ten parallel starts of one account at two processes three hold their pieces', async () => {
  const { db, shops } = await twoProcesses()
  const by = await aShopper(db)
  const shelf = await times(10, () => aProduct(db))
  // From ten addresses: only the account itself keeps its starts in a row.
  const answers = await Promise.all(
    shelf.map((product, nth) => shops[nth % 2 === 0 ? 0 : 1].place([[product, 1]], { by, from: `203.0.113.${nth}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await db.$count(payments)).toBe(3)
  expect(await piecesHeld(db)).toBe(3)
  await expectInvariants(db)
})

it('H2: paying again and placing anew side by side stay within three', async () => {
  const { db, shops } = await twoProcesses()
  const caller = { by: await aShopper(db), from: '203.0.113.7' }
  const product = await aProduct(db, { stock: 40 })
  const first = await shops[0].place([[product, 1]], caller)
  await shops[0].letExpire()
  shops[1].till.passMinutes(16)
  const answers = await times(8, (nth) => {
    const shop = shops[nth % 2 === 0 ? 0 : 1]
    return nth < 2 ? shop.payAgain(String(first.answer.orderId), caller) : shop.place([[product, 1]], caller)
  })
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  expect(await piecesHeld(db)).toBe(3)
  await expectInvariants(db)
})

it('H1: forty accounts of one address that start side by side hold no more than the address may', async () => {
  const { db, shops } = await twoProcesses()
  // Ten baskets that share no product: only the address itself keeps their starts in a row.
  const shelf = await times(40, () => aProduct(db, { stock: 100, pricePaise: 100_00 }))
  const shoppers = await times(40, () => aShopper(db))
  await Promise.all(
    shoppers.map((by, nth) => {
      const basket = [0, 1, 2, 3].map(
        (step) => [shelf[(4 * nth + step) % 40] ?? shelf[0], 6] as [(typeof shelf)[0], number],
      )
      return shops[nth % 2 === 0 ? 0 : 1].place(basket, { by, from: '203.0.113.7' })
    }),
  )
  // After room for two whole baskets there is none for another.
  expect(await piecesHeld(db)).toBeLessThanOrEqual(HOLD_LIMITS.network.roomy.pieces)
  expect(await piecesHeld(db)).toBeGreaterThan(0)
  expect((await db.execute(deadlocks)).rows).toEqual([{ deadlocks: 0 }])
  await expectInvariants(db)
})

it('H1: newcomers of many addresses side by side leave a quarter of a product to known customers', async () => {
  const { db, shops } = await twoProcesses()
  const product = await aProduct(db, { stock: 40 })
  const shoppers = await times(60, () => aShopper(db))
  await Promise.all(
    shoppers.map((by, nth) => shops[nth % 2 === 0 ? 0 : 1].place([[product, 1]], { by, from: `198.51.100.${nth}` })),
  )
  expect(await db.select({ reserved: products.reserved }).from(products)).toEqual([{ reserved: 30 }])
  expect((await db.execute(deadlocks)).rows).toEqual([{ deadlocks: 0 }])
  await expectInvariants(db)
})
