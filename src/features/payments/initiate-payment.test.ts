import { asc, eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { initiatePayment, retryPayment } from './initiate-payment.server.ts'
import { payments } from './payments.table.server.ts'
import { expireOverduePayments } from './polling/due-payments.server.ts'

async function createShop(db: Db) {
  const context = createTestPayments(db)
  const customer = await createCustomer(db)
  const checkout = createCheckout(await insertProduct(db, { pricePaise: 199_900, stock: 5 }))
  const createPayment = vi.fn(context.gateway.createPayment)
  const asked = { ...context, gateway: { ...context.gateway, createPayment } }
  const start = () => initiatePayment(asked, customer.id, checkout)
  const again = async () => retryPayment(context, customer.id, onlyRow(await db.select().from(orders)).id)
  const states = async () =>
    (await db.select().from(payments).orderBy(asc(payments.createdAt))).map(({ status }) => status)
  const reserved = async () => onlyRow(await db.select().from(products)).reserved
  return { context, customer, checkout, createPayment, start, again, states, reserved }
}

describe('starting to pay', () => {
  it('asks the gateway for one payment, however often the order is sent', () =>
    inTestTransaction(async (db) => {
      const { start, createPayment } = await createShop(db)
      const first = await start()
      expect(await start()).toEqual(first)
      expect(createPayment).toHaveBeenCalledTimes(1)
    }))

  it('keeps an order that names itself as the one it replaces', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, start, states } = await createShop(db)
      const { transactionId } = await start()
      const sent = { ...checkout, replaces: checkout.orderId }
      expect(await initiatePayment(context, customer.id, sent)).toMatchObject({ transactionId })
      expect(await states()).toEqual(['pending'])
    }))

  it('leaves a payment closed that expired while the gateway was slow', () =>
    inTestTransaction(async (db) => {
      const { context, createPayment, start, states, reserved } = await createShop(db)
      createPayment.mockImplementationOnce(async (payment) => {
        context.advanceMinutes(16)
        await expireOverduePayments(context)
        return context.gateway.createPayment(payment)
      })
      await expect(start()).rejects.toThrow('The payment could not be started.')
      expect([await states(), await reserved()]).toEqual([['expired'], 0])
    }))
})

describe('paying an order again', () => {
  it('is a new attempt once the window is over, also before a job has closed the first', () =>
    inTestTransaction(async (db) => {
      const { context, start, again, states, reserved } = await createShop(db)
      const { transactionId } = await start()
      context.advanceMinutes(15)
      expect((await again()).transactionId).not.toBe(transactionId)
      expect([await states(), await reserved()]).toEqual([['expired', 'pending'], 1])
      await expectInvariants(db)
    }))

  it('is refused once it is paid', () =>
    inTestTransaction(async (db) => {
      const { context, start, again, states } = await createShop(db)
      await simulatePayment(context, (await start()).clientTxnId)
      await expect(again()).rejects.toThrow('This order is not waiting for a payment.')
      expect(await states()).toEqual(['success'])
    }))

  it('is refused once it was cancelled', () =>
    inTestTransaction(async (db) => {
      const { start, again } = await createShop(db)
      await start()
      await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.status, 'pending'))
      await expect(again()).rejects.toThrow('This order is not waiting for a payment.')
    }))
})
