import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { cancelOrderPayment } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

it('every cancelled order gets its own refund, whatever others get', () =>
  inTestTransaction(async (db) => {
    const context = createTestPayments(db)
    const orders = []
    for (const pricePaise of [199_900, 45_000, 199_900])
      orders.push(
        await createOrder(context, {
          customer: await createCustomer(db),
          product: await insertProduct(db, { pricePaise }),
        }),
      )
    for (const order of orders) await cancelOrderPayment(db, order)
    const owed = await db.select({ amount: refunds.amountPaise }).from(refunds).orderBy(asc(refunds.amountPaise))
    expect(owed.map(({ amount }) => amount)).toEqual([60_000, 214_900, 214_900])
  }))
