import { expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { assertPayable } from '#src/features/orders/place/place-order.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

it('an order above the limit of UPI is advised a quotation for one address, and several orders for several people', () =>
  inTestTransaction(async (db) => {
    const [context, customer] = [createTestPayments(db), await createCustomer(db)]
    const product = await insertProduct(db, { pricePaise: 60_000_00 })
    const buying = initiatePayment(context, customer.id, createCheckout(product, { quantity: 2, amount: 1_20_000 }))
    await expect(buying).rejects.toMatchObject({
      message: 'UPI payments are limited to ₹1,00,000. Please split the order or ask us for a quotation.',
    })
    expect(() => assertPayable(paise(1_20_000_00), 1_20_000)).toThrow(
      'UPI payments are limited to ₹1,00,000. Please send them in several orders, or write to us.',
    )
  }))
