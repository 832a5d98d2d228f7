import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { adminApi } from '#src/features/admin/admin.api.server.ts'
import type { TodoSummary } from '#src/features/admin/admin.contract.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { alertHighlyReservedStock } from '#src/features/payments/limits/reservation-alert.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { createBulkQuote, createCompanyAcceptance } from '#tests/factories/bulk-requests.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments, type TestPaymentContext } from '#tests/factories/payments/payments.ts'

/** Pending orders of several new customers for one product. */
async function unpaidOrders(
  context: TestPaymentContext,
  product: Parameters<typeof createOrder>[1]['product'],
  quantities: number[],
) {
  for (const quantity of quantities)
    await createOrder(context, { customer: await createCustomer(context.db), product, quantity, paid: false })
}

const mailsOf = async (db: Db) =>
  (
    await db.select().from(outboxMessages).where(eq(outboxMessages.channel, 'email')).orderBy(outboxMessages.createdAt)
  ).filter(({ subject }) => subject.includes('unpaid orders reserve'))

describe('an alert about reserved stock', () => {
  it('names the products on the dashboard, and is mailed once per incident', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const admin = await createAdminClient(db, adminApi({ db, closing: new AbortController().signal }))
      const today = async () => (await admin.call('GET /api/admin/today')).answer as TodoSummary
      const night = await insertProduct(db, { name: 'Night Box', stock: 12 })
      await insertProduct(db, { name: 'Another', stock: 400 })
      await unpaidOrders(context, night, [3, 3])
      expect(await today()).toMatchObject({ held: { count: 0 }, heldNames: [] })
      await alertHighlyReservedStock(db, context.now())
      expect(await mailsOf(db)).toEqual([])

      await unpaidOrders(context, night, [1])
      expect(await today()).toMatchObject({ held: { count: 1 }, heldNames: ['Night Box'] })
      for (let turn = 0; turn < 3; turn++) {
        await alertHighlyReservedStock(db, context.now())
        context.advanceMinutes(2)
      }
      const [mail, ...more] = await mailsOf(db)
      expect(mail).toMatchObject({ subject: 'Golconda Cacao: unpaid orders reserve more than half of Night Box' })
      expect(mail?.text).toContain('Night Box: 7 of 12')
      expect(more).toEqual([])
    }))

  it('is a new incident after an hour without reservations, and not before', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      await createAdminClient(db, adminApi({ db, closing: new AbortController().signal }))
      const product = await insertProduct(db, { stock: 12 })
      await insertProduct(db, { stock: 400 })
      for (const pause of [20, 90, 0]) {
        await unpaidOrders(context, product, [3, 3, 1])
        await alertHighlyReservedStock(db, context.now())
        context.advanceMinutes(15)
        await expireOverduePayments(context)
        await alertHighlyReservedStock(db, context.now())
        context.advanceMinutes(pause)
      }
      expect(await mailsOf(db)).toHaveLength(2)
    }))

  it('covers the whole shop, too', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const admin = await createAdminClient(db, adminApi({ db, closing: new AbortController().signal }))
      const product = await insertProduct(db, { name: 'The only one', stock: 20 })
      await unpaidOrders(context, product, [4, 4, 3])
      await alertHighlyReservedStock(db, context.now())
      expect((await mailsOf(db)).map(({ subject }) => subject).toSorted()).toEqual([
        'Golconda Cacao: unpaid orders reserve more than half of The only one',
        'Golconda Cacao: unpaid orders reserve more than half of the stock',
      ])
      expect((await admin.call('GET /api/admin/today')).answer).toMatchObject({
        held: { count: 2 },
        heldNames: ['All products', 'The only one'],
      })
    }))

  it('leaves out what accepted quotations reserve, because an admin has promised it', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const admin = await createAdminClient(db, adminApi({ db, closing: new AbortController().signal }))
      const [product, customer] = [await insertProduct(db, { stock: 12 }), await createCustomer(db)]
      const { token } = await createBulkQuote(context, [{ product, quantity: 8, unitPrice: 400 }])
      await acceptQuote(context, { token, userId: customer.id }, createCompanyAcceptance(3200))
      await unpaidOrders(context, product, [2])
      expect(await db.select().from(products)).toMatchObject([{ reserved: 10 }])
      await alertHighlyReservedStock(db, context.now())
      expect(await mailsOf(db)).toEqual([])
      expect((await admin.call('GET /api/admin/today')).answer).toMatchObject({ held: { count: 0 } })
    }))

  it('is not sent when a customer takes the last four items of a product', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      await createAdminClient(db, adminApi({ db, closing: new AbortController().signal }))
      await insertProduct(db, { stock: 400 })
      await unpaidOrders(context, await insertProduct(db, { stock: 5 }), [4])
      await alertHighlyReservedStock(db, context.now())
      expect(await mailsOf(db)).toEqual([])
      expect((await db.select().from(products)).filter(({ reserved }) => reserved === 4)).toHaveLength(1)
    }))
})
