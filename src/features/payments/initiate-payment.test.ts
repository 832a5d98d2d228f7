import { asc, eq } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
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
  const start = (more: Partial<typeof context> = {}) => initiatePayment({ ...asked, ...more }, customer.id, checkout)
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

  it('locks the account before it reads the order, its products and the settings', () =>
    inTestTransaction(async (db) => {
      const { start } = await createShop(db)
      const query = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => query.mockRestore())
      await start()
      const names = query.mock.calls.flatMap(([sent]: unknown[]) => (sent as { name?: string }).name ?? [])
      expect(names.slice(0, 4)).toEqual(['reservation_owner', 'order_by_reference', 'all_settings', 'served_pincode'])
    }))

  it('locks products before the network, counts what is reserved after both, and writes the payment last', () =>
    inTestTransaction(async (db) => {
      const { start } = await createShop(db)
      const query = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => query.mockRestore())
      await start({ network: { near: 'near', wide: 'wide' } })
      const sent = query.mock.calls.map(([one]: unknown[]) => {
        const { name, text } = one as { name?: string; text: string }
        return name ?? text
      })
      const steps = [
        /^insert_order$/,
        /insert into "stock_reservations"/,
        /pg_advisory_xact_lock/,
        /^reservation_usage$/,
      ]
      const places = [...steps, /^insert_payment$/].map((step) => sent.findLastIndex((one) => step.test(one)))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((one, other) => one - other))
    }))

  it('finds an order that is sent again after its product was archived', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, start } = await createShop(db)
      const first = await start()
      await db.update(products).set({ archivedAt: context.now() })
      expect(await start()).toEqual(first)
      const other = initiatePayment(context, customer.id, { ...checkout, orderId: 'ORD_1785700000000' })
      await expect(other).rejects.toMatchObject({ code: 'invalid' })
    }))

  it('says of an order that is sent again after it was paid that it is paid', () =>
    inTestTransaction(async (db) => {
      const { context, start } = await createShop(db)
      const { message, ...first } = await start()
      expect(message).toBe('UPI payment is ready.')
      await simulatePayment(context, first.clientTxnId)
      expect(await start()).toEqual({ ...first, status: 'success', message: 'This order is already paid.' })
    }))

  it('says of a declined payment that it can be tried again until its window is over', () =>
    inTestTransaction(async (db) => {
      const { context, start } = await createShop(db)
      await start()
      await db.update(payments).set({ status: 'failure' })
      expect((await start()).message).toBe('Your bank did not complete the payment. You can try again.')
      context.advanceMinutes(15)
      expect((await start()).message).toBe('This payment has ended. Please pay the order from My Orders.')
    }))

  it('says of an expired payment where to pay, as long as its prices are kept', () =>
    inTestTransaction(async (db) => {
      const { context, start } = await createShop(db)
      await start()
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      const ended = await start()
      expect([ended.status, ended.message]).toEqual([
        'expired',
        'This payment has ended. Please pay the order from My Orders.',
      ])
      context.advanceMinutes(24 * 60)
      expect((await start()).message).toBe(
        'This payment has ended. We keep the prices of an unpaid order for 24 hours. Please fill your cart again.',
      )
    }))

  it('says of a cancelled order that it is cancelled', () =>
    inTestTransaction(async (db) => {
      const { customer, start } = await createShop(db)
      await start()
      const { id: orderId } = onlyRow(await db.select().from(orders))
      await cancelCustomerOrder(db, { userId: customer.id, orderId }, ORDER_EVENTS)
      expect((await start()).message).toBe('This order is cancelled.')
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
  it('resumes the running attempt, also when the one before it ended in the same millisecond', () =>
    inTestTransaction(async (db) => {
      const { start, again, states } = await createShop(db)
      await start()
      await db.update(payments).set({ status: 'cancelled' })
      const second = await again()
      expect(await states()).toEqual(expect.arrayContaining(['cancelled', 'pending']))
      expect((await again()).transactionId).toBe(second.transactionId)
    }))

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
