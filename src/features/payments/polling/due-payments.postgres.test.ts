import { expect, it, vi } from 'vitest'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { pollDuePayments } from './due-payments.server.ts'
import { verifyPayment } from './poll-gateway.server.ts'

it('the gateway is asked once when the customer and several jobs look at the same time', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  const fetchStatus = vi.fn(context.gateway.fetchStatus)
  const asked = { ...context, gateway: { ...context.gateway, fetchStatus } }
  const [customer, product] = [await createCustomer(db), await insertProduct(db, { pricePaise: 199_900, stock: 5 })]
  const started = await initiatePayment(context, customer.id, createCheckout(product))
  const looking = () => verifyPayment(asked, customer.id, started)
  context.advanceMinutes(2)
  await Promise.all(Array.from({ length: 6 }, () => Promise.all([looking(), pollDuePayments(asked)])))
  expect(fetchStatus).toHaveBeenCalledTimes(1)
})
