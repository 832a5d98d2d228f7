import { expect, it } from 'vitest'
import { addAddress, listAddresses } from '#src/features/addresses/addresses.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

it('two payments at once save their address once', async () => {
  const { db } = await testDatabase()
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const product = await insertProduct(db, { stock: 20 })
  const paid = [1, 2].map(() => initiatePayment(context, customer.id, createCheckout(product)))
  expect(await Promise.all(paid)).toHaveLength(2)
  expect(await listAddresses(db, customer.id)).toHaveLength(1)
  await expectInvariants(db)
})

it('twelve addresses saved at once fill the book with ten and one default', async () => {
  const { db } = await testDatabase()
  const [customer, product] = [await createCustomer(db), await insertProduct(db)]
  const { shippingAddress, customerPhone: phone } = createCheckout(product)
  const adding = Array.from({ length: 12 }, (_, nth) => {
    const input = { label: '', phone, isDefault: true, shippingAddress: { ...shippingAddress, address: `${nth} Road` } }
    return addAddress(db, { userId: customer.id, input, now: new Date() })
  })
  const results = await Promise.allSettled(adding)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(['conflict', 'conflict'])
  const saved = await listAddresses(db, customer.id)
  expect(saved).toHaveLength(10)
  expect(saved.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})
