import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createNetworkShop, createReturningCustomer } from '#tests/factories/payments/network-shop.ts'
import { createCustomer, ORDER_EVENTS, type TestCustomer } from '#tests/factories/payments/payments.ts'

const HOME = '203.0.113.7'

const cancel = (db: Db, by: TestCustomer, orderId: string) =>
  cancelCustomerOrder(db, { userId: by.id, orderId }, ORDER_EVENTS)

const paidNow = ({ context }: ReturnType<typeof createNetworkShop>, { answer }: { answer: Record<string, string> }) =>
  context.db
    .update(orders)
    .set({ paidAt: context.now() })
    .where(eq(orders.reference, String(answer.orderId)))

describe('a known customer', () => {
  it('is not made by buying and cancelling', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const boxes = await insertProduct(db, { stock: 240, pricePaise: 180_00, maxPerOrder: 300 })
      const caller = { by: await createCustomer(db), from: HOME }
      const bought = await createOrder(shop.context, { customer: caller.by, product: await insertProduct(db) })
      const before = await shop.place([[boxes, 240]], caller)
      expect([before.status, before.answer.message]).toEqual([
        409,
        expect.stringContaining('before we have packed your first order'),
      ])
      await db
        .update(orders)
        .set({ paidAt: new Date(Date.now() - 25 * 3_600_000) })
        .where(eq(orders.id, bought.id))
      expect((await shop.place([[boxes, 240]], caller)).status).toBe(409)
      await cancel(db, caller.by, bought.id)
      expect((await shop.place([[boxes, 240]], caller)).status).toBe(409)
      expect((await shop.place([[boxes, 30]], caller)).status).toBe(200)
      expect((await db.select().from(payments)).map(({ byFirstTimeCustomer }) => byFirstTimeCustomer)).toEqual([
        true,
        true,
      ])
    }))

  it.each([
    ['processing', { packedAt: new Date() }],
    ['shipped', {}],
    ['delivered', {}],
    ['completed', {}],
  ] as const)('has an order that is packed or shipped: %s', (status, change) =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const boxes = await insertProduct(db, { stock: 240, pricePaise: 180_00, maxPerOrder: 300 })
      const caller = { by: await createCustomer(db), from: HOME }
      const { id } = await createOrder(shop.context, { customer: caller.by, product: await insertProduct(db) })
      await db
        .update(orders)
        .set({ status, ...change })
        .where(eq(orders.id, id))
      expect((await shop.place([[boxes, 240]], caller)).status).toBe(200)
    }),
  )

  it('an order that is paid and cancelled does not reduce the unpaid time', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 40 })
      const caller = { by: await createCustomer(db), from: HOME }
      for (let nth = 0; nth < 2; nth++) {
        await shop.place([[product, 1]], caller)
        await shop.letExpire(15)
      }
      shop.context.advanceMinutes(16)
      const third = await shop.place([[product, 1]], caller)
      expect(third.status).toBe(200)
      await shop.pay(third)
      await paidNow(shop, third)
      shop.context.advanceMinutes(1)
      const fourth = await shop.place([[product, 1]], caller)
      expect(fourth.status).toBe(200)
      await shop.letExpire(15)
      const [paid] = await db
        .select()
        .from(orders)
        .where(eq(orders.reference, String(third.answer.orderId)))
      await cancel(db, caller.by, String(paid?.id))
      const fifth = await shop.place([[product, 1]], caller)
      expect([fifth.status, fifth.answer.message]).toEqual([429, expect.stringContaining('were not paid')])
    }))

  it('a paid order takes an hour off the unpaid time, not everything', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 90 })
      const caller = { by: await createReturningCustomer(shop.context), from: HOME }
      shop.context.advanceMinutes(1)
      for (let round = 0; round < 3; round++) {
        for (let nth = 0; nth < 3; nth++) expect((await shop.place([[product, 1]], caller)).status).toBe(200)
        await shop.letExpire(15)
        shop.context.advanceMinutes(round < 2 ? 4 * 60 : 8 * 60)
      }
      const paid = await shop.place([[product, 1]], caller)
      expect(paid.status).toBe(200)
      await shop.pay(paid)
      await paidNow(shop, paid)
      await db.delete(rateLimits)
      shop.context.advanceMinutes(1)
      expect((await shop.place([[product, 1]], caller)).status).toBe(200)
      await shop.letExpire(15)
      const refused = await shop.place([[product, 1]], caller)
      expect([refused.status, refused.answer.message]).toEqual([429, expect.stringContaining('Please wait 60 minutes')])
    }))
})
