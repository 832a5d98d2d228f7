import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { orderStatusChanges, orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder, simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

it('ends cancelled and refunded, whichever of cancelling and paying is first', async () => {
  const { db } = await testDatabase()
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const product = await insertProduct(db, { stock: 30 })
  for (let round = 0; round < 12; round += 1) {
    const checkout = createCheckout(product)
    const { clientTxnId } = await initiatePayment(context, customer.id, checkout)
    const [order] = await db.select().from(orders).where(eq(orders.reference, checkout.orderId))
    if (!order) throw new Error('The order was placed')
    const own = { userId: customer.id, orderId: order.id }
    const racers = [() => simulatePayment(context, clientTxnId), () => cancelCustomerOrder(db, own, ORDER_EVENTS)]
    await Promise.all((round % 2 ? racers : racers.reverse()).map((race) => race()))
  }
  expect(await db.$count(orders, eq(orders.status, 'cancelled'))).toBe(12)
  expect(await db.$count(refunds)).toBe(12)
  expect(await db.select({ stock: products.stock, reserved: products.reserved }).from(products)).toEqual([
    { stock: 30, reserved: 0 },
  ])
  await expectInvariants(db)
})

it('cancels once when it is pressed eight times at once', async () => {
  const { db } = await testDatabase()
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const product = await insertProduct(db, { stock: 5 })
  const { id } = await createOrder(context, { customer, product, quantity: 3 })
  const own = { userId: customer.id, orderId: id }
  await Promise.all(Array.from({ length: 8 }, () => cancelCustomerOrder(db, own, ORDER_EVENTS)))
  expect(await db.$count(refunds)).toBe(1)
  expect(await db.$count(orderStatusChanges, eq(orderStatusChanges.to, 'cancelled'))).toBe(1)
  expect(await db.select({ stock: products.stock }).from(products)).toEqual([{ stock: 5 }])
  await expectInvariants(db)
})
