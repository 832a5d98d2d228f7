import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { orderStatusChanges, orders } from '#src/features/orders/orders.table.server.ts'
import { cancelOwnOrder } from '#src/features/orders/own-order.server.ts'
import { onOrderCancelled } from '#src/features/payments/order-cancellation.server.ts'
import { initiatePayment } from '#src/features/payments/payments.server.ts'
import { refundsDue } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { anOrder, moneyArrives } from '#tests/makers/orders.ts'
import { aCheckout, aShopper, aTill } from '#tests/makers/payments.ts'

it('ends cancelled and owed back, whichever of cancelling and paying is first', async () => {
  const { db } = await testDatabase()
  const [till, shopper] = [aTill(db), await aShopper(db)]
  const product = await aProduct(db, { stock: 30 })
  for (let round = 0; round < 12; round += 1) {
    const checkout = aCheckout(product)
    const { clientTxnId } = await initiatePayment(till, shopper.id, checkout)
    const [order] = await db.select().from(orders).where(eq(orders.reference, checkout.orderId))
    if (!order) throw new Error('The order was placed')
    const own = { userId: shopper.id, orderId: order.id }
    const racers = [() => moneyArrives(till, clientTxnId), () => cancelOwnOrder(db, own, onOrderCancelled)]
    await Promise.all((round % 2 ? racers : racers.reverse()).map((race) => race()))
  }
  expect(await db.$count(orders, eq(orders.status, 'cancelled'))).toBe(12)
  expect(await db.$count(refundsDue)).toBe(12)
  expect(await db.select({ stock: products.stock, reserved: products.reserved }).from(products)).toEqual([
    { stock: 30, reserved: 0 },
  ])
  await expectInvariants(db)
})

it('cancels once when it is pressed eight times at once', async () => {
  const { db } = await testDatabase()
  const [till, shopper] = [aTill(db), await aShopper(db)]
  const product = await aProduct(db, { stock: 5 })
  const { id } = await anOrder(till, { shopper, product, quantity: 3 })
  const own = { userId: shopper.id, orderId: id }
  await Promise.all(Array.from({ length: 8 }, () => cancelOwnOrder(db, own, onOrderCancelled)))
  expect(await db.$count(refundsDue)).toBe(1)
  expect(await db.$count(orderStatusChanges, eq(orderStatusChanges.to, 'cancelled'))).toBe(1)
  expect(await db.select({ stock: products.stock }).from(products)).toEqual([{ stock: 5 }])
  await expectInvariants(db)
})
