import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createCheckout, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { expectInvariants } from '#tests/invariants.ts'

async function createShopWithPayment(db: Db) {
  const shop = await createRazorpayShop(db)
  const started = await shop.start()
  const cancel = async () => {
    const order = onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId)))
    await cancelCustomerOrder(db, { orderId: order.id, userId: shop.customer.id }, ORDER_EVENTS)
  }
  const codes = () => shop.razorpay.codes.map(({ status }) => status)
  const closings = () => shop.razorpay.requests.filter(({ path }) => path.endsWith('/close')).length
  return { ...shop, started, cancel, codes, closings }
}

describe('the QR code of an ended payment', () => {
  it('gateway doubt 4: is closed at Razorpay after its order is cancelled, but not within the customer’s request', () =>
    inTestTransaction(async (db) => {
      const { cancel, codes, closings, tick } = await createShopWithPayment(db)
      await cancel()
      expect(closings()).toBe(0)
      await tick()
      expect(codes()).toEqual(['closed'])
      await tick()
      expect(closings()).toBe(1)
    }))

  it('gateway doubt 4: is closed when another order replaces its order, and the new one stays open', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, started, codes, tick } = await createShopWithPayment(db)
      await initiatePayment(context, customer.id, createCheckout(product, { quantity: 2, replaces: started.orderId }))
      await tick()
      expect(codes()).toEqual(['closed', 'active'])
    }))

  it('gateway doubt 4: is closed when its payment expires', () =>
    inTestTransaction(async (db) => {
      const { context, codes, tick } = await createShopWithPayment(db)
      await tick()
      expect(codes()).toEqual(['active'])
      context.advanceMinutes(15.1)
      await expireOverduePayments(context)
      await tick()
      expect(codes()).toEqual(['closed'])
    }))

  it('gateway doubt 4: is closed by the next attempt when Razorpay does not answer', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, cancel, codes, closings, tick } = await createShopWithPayment(db)
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      await cancel()
      razorpay.meets({ as: 503 })
      await tick()
      await tick()
      expect([codes(), closings()]).toEqual([['active'], 1])
      context.advanceMinutes(0.5)
      await tick()
      expect([codes(), closings()]).toEqual([['closed'], 2])
    }))

  it('is not closed again when it is already closed or expired', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, cancel, closings, tick } = await createShopWithPayment(db)
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      await cancel()
      razorpay.meets({ as: 503, done: true })
      await tick()
      context.advanceMinutes(0.5)
      await tick()
      context.advanceMinutes(1)
      await tick()
      expect(closings()).toBe(2)
      context.advanceMinutes(20)
      await tick()
      expect(closings()).toBe(2)
    }))

  it('gateway doubt 4: leads to a refund when it was paid just before', () =>
    inTestTransaction(async (db) => {
      const { razorpay, cancel, deliver, tick, standing } = await createShopWithPayment(db)
      await cancel()
      const payment = razorpay.payment()
      await tick()
      expect(await deliver(razorpay.webhook('payment.captured', { payment }))).toBe(200)
      expect(await standing()).toMatchObject({ payment: 'review', order: 'cancelled', reserved: 0 })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'order-cancelled', state: 'due' }])
      await expectInvariants(db)
    }))
})
