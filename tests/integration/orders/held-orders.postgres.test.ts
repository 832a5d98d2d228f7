import { like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { remindHeldOrders } from '#src/features/orders/messages/remind-held-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

it('processes that look for held orders at the same moment ask each customer once', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db, new Date('2027-05-04T11:00:00+05:30'))
  const [product, customer] = [await insertProduct(db, { stock: 40 }), await createCustomer(db)]
  for (let nth = 0; nth < 5; nth++) await createOrder(context, { customer, product, paid: context.now() })
  await db.update(orders).set({ heat: 'wait', shipOn: '2027-07-01', deliverFrom: null, deliverTo: null })
  const now = new Date('2027-05-12T11:00:00+05:30')
  await Promise.all([1, 2, 3].map(() => remindHeldOrders(db, now)))
  expect(await db.$count(outboxMessages, like(outboxMessages.idempotencyKey, 'order-held:%'))).toBe(5)
  const rows = await db.select({ at: orders.heatRemindedAt }).from(orders)
  expect(rows.map(({ at }) => at)).toEqual(Array.from({ length: 5 }, () => now))
})
