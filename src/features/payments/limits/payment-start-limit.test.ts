import { expect, it } from 'vitest'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createNetworkShop } from '#tests/factories/payments/network-shop.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'

const HOME = '203.0.113.7'

it('rejected starts do not count: after ten of them an account can buy', () =>
  inTestTransaction(async (db) => {
    const shop = createNetworkShop(db)
    const product = await insertProduct(db, { stock: 3 })
    const caller = { by: await createCustomer(db), from: HOME }
    for (let nth = 0; nth < 11; nth++) expect((await shop.place([[product, 4]], caller)).status).toBe(409)
    expect((await shop.place([[product, 1]], caller)).status).toBe(200)
  }))

it('paid starts do not count, and a wait is stated in minutes', () =>
  inTestTransaction(async (db) => {
    const shop = createNetworkShop(db)
    const product = await insertProduct(db, { stock: 60 })
    const caller = { by: await createCustomer(db), from: HOME }
    for (let nth = 0; nth < 12; nth++) {
      const placed = await shop.place([[product, 1]], caller)
      expect(placed.status).toBe(200)
      await shop.pay(placed)
    }
    let replaces: string | undefined
    for (let nth = 0; nth < 10; nth++) {
      const placed = await shop.place([[product, 1 + (nth % 2)]], caller, { replaces })
      expect(placed.status).toBe(200)
      replaces = placed.answer.orderId
    }
    const refused = await shop.place([[product, 1]], caller, { replaces })
    expect([refused.status, refused.answer.message]).toEqual([
      429,
      expect.stringMatching(/^Too many requests\. Please try again in (10|9) minutes\.$/),
    ])
  }))

it('twenty identical calls at once are one start', async () => {
  const { db } = await testDatabase()
  const shop = createNetworkShop(db)
  const product = await insertProduct(db, { stock: 3 })
  const caller = { by: await createCustomer(db), from: HOME }
  const orderId = `ORD_${Date.now()}_same`
  const calls = Array.from({ length: 20 }, () => shop.place([[product, 1]], caller, { orderId }))
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await db.$count(payments)).toBe(1)
})

it('sixty tries in ten minutes are the limit, even when all are rejected', () =>
  inTestTransaction(async (db) => {
    const shop = createNetworkShop(db)
    const product = await insertProduct(db, { stock: 3 })
    const caller = { by: await createCustomer(db), from: HOME }
    const statuses = []
    for (let nth = 0; nth < 61; nth++) statuses.push((await shop.place([[product, 4]], caller)).status)
    expect(statuses).toEqual([...Array(60).fill(409), 429])
  }))
