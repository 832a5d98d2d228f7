import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onlyRow } from '#src/db/database.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { paymentEvents } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'

const times = (count: number, act: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, act))

it('gateway doubt 3: several schedulers look up the payment of an event once', async () => {
  const { db } = await testDatabase()
  const { razorpay, start, deliver, tick, standing } = await createRazorpayShop(db)
  await start()
  const event = razorpay.webhook('payment.captured', { payment: razorpay.payment({ notes: [] }) })
  await times(3, () => deliver(event))
  await times(8, () => db.execute(sql`select pg_sleep(0.1)`))
  await times(6, tick)
  expect(razorpay.requests.filter(({ path }) => path.includes('payment_id='))).toHaveLength(1)
  expect(await standing()).toMatchObject({ payment: 'success', order: 'processing', stock: 4 })
  const results = (await db.select().from(paymentEvents)).map(({ result }) => result)
  expect(results.sort()).toEqual(['applied', 'unknown_payment'])
})

it('gateway doubt 4: several schedulers close the QR code of a cancelled order once', async () => {
  const { db } = await testDatabase()
  const { razorpay, start, customer, tick } = await createRazorpayShop(db)
  const { orderId: reference } = await start()
  const { id: orderId } = onlyRow(await db.select().from(orders).where(eq(orders.reference, reference)))
  await cancelCustomerOrder(db, { orderId, userId: customer.id }, ORDER_EVENTS)
  await times(6, tick)
  expect(razorpay.requests.filter(({ path }) => path.endsWith('/close'))).toHaveLength(1)
  expect(razorpay.codes).toMatchObject([{ status: 'closed' }])
})
