import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { listOrders } from '#src/features/orders/lookup/list-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { promotions } from '#src/features/pricing/promotions/promotions.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** An order of Rs 1,000.00 with an expired payment. */
async function anUnpaidOrder(db: Db, wanted: Partial<Parameters<typeof createCheckout>[1]> = {}) {
  const context = createTestPayments(db)
  const customer = await createCustomer(db)
  const checkout = createCheckout(await insertProduct(db, { pricePaise: 1_000_00, stock: 9 }), wanted)
  const { clientTxnId } = await initiatePayment(context, customer.id, checkout)
  context.advanceMinutes(16)
  await expireOverduePayments(context)
  const { id, createdAt } = onlyRow(await db.select().from(orders).where(eq(orders.reference, checkout.orderId)))
  return { context, customer, clientTxnId, createdAt, again: () => retryPayment(context, customer.id, id) }
}

describe('the terms of an unpaid order', () => {
  it('are valid for a day even if prices change, and then it can no longer be paid', () =>
    inTestTransaction(async (db) => {
      const { context, customer, createdAt, again } = await anUnpaidOrder(db)
      await db.update(products).set({ pricePaise: 2_000_00 })
      expect((await listOrders(db, { userId: customer.id })).orders).toMatchObject([
        { paymentDeadline: addMinutes(createdAt, 24 * 60).toISOString() },
      ])
      context.advanceMinutes(23 * 60)
      expect((await again()).amount).toBe(1150)
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      context.advanceMinutes(60)
      await expect(again()).rejects.toThrow('We keep the prices of an unpaid order for 24 hours.')
      expect((await db.select().from(products)).map(({ reserved }) => reserved)).toEqual([0])
      await expectInvariants(db)
    }))

  it('allow a payment that started in time to be completed', () =>
    inTestTransaction(async (db) => {
      const { context, again } = await anUnpaidOrder(db)
      context.advanceMinutes(23 * 60 + 40)
      const { clientTxnId } = await again()
      context.advanceMinutes(10)
      expect(await again()).toMatchObject({ clientTxnId })
      await simulatePayment(context, clientTxnId)
      expect(await db.select({ status: orders.status }).from(orders)).toEqual([{ status: 'processing' }])
    }))

  it.each([
    ['has ended', (now: Date) => ({ endsAt: addMinutes(now, -1) }), 'ended on'],
    ['was switched off', () => ({ active: false }), 'We do not know the code'],
  ])('end with the promotion: one that %s is not applied again', (_, change, words) =>
    inTestTransaction(async (db) => {
      const { code } = await insertPromotion(db)
      const { context, clientTxnId, again } = await anUnpaidOrder(db, { amount: 1050, promoCode: code })
      await db.update(promotions).set(change(context.now()))
      await expect(again()).rejects.toThrow(new RegExp(words, 'i'))
      expect((await db.select().from(promotions)).map(({ used }) => used)).toEqual([0])
      await expectInvariants(db)
      // A payment sent within the window counts on its terms.
      await simulatePayment(context, clientTxnId)
      expect(await db.select({ status: orders.status }).from(orders)).toEqual([{ status: 'processing' }])
      await expectInvariants(db)
    }),
  )
})

it('count two lines of one product as one, up to the limit of an order', () =>
  inTestTransaction(async (db) => {
    const product = await insertProduct(db, { stock: 500 })
    const line = { productId: product.id, quantity: 34 }
    const checkout = createCheckout(product, { items: [line, line], amount: 30_600 })
    await expect(initiatePayment(createTestPayments(db), (await createCustomer(db)).id, checkout)).rejects.toThrow(/50/)
    expect(await db.$count(orders)).toBe(0)
  }))
