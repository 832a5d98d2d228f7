import { describe, expect, it } from 'vitest'
import { SAMPLE_GSTIN } from '#src/core/shop-contact.ts'
import type { Db } from '#src/db/database.server.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { createAcceptance, createQuotedOrder, TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const INSIDE_ONLY = 'We deliver inside Telangana only at the moment. Please choose an address there.'
const KARNATAKA = { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' } as const

/** A shop that is registered like this; without a mode, the default. */
async function aShop(db: Db, mode?: Settings['tax']['mode']) {
  const [context, customer, product] = [
    createTestPayments(db),
    await createCustomer(db),
    await insertProduct(db, { pricePaise: 450_00, stock: 9 }),
  ]
  if (mode) await register(db, mode)
  return { context, customer, product, created: async () => [await db.$count(orders), await db.$count(payments)] }
}

async function register(db: Db, mode: Settings['tax']['mode']) {
  const contact = { ...DEFAULT_SETTINGS.contact, gstin: SAMPLE_GSTIN }
  const tax = { ...DEFAULT_SETTINGS.tax, mode, legalName: 'Golconda Cacao' }
  await changeSection(db, 'contact', { ...(await readVersionedSection(db, 'contact')), value: contact, by: TEST_ADMIN })
  await changeSection(db, 'tax', { ...(await readVersionedSection(db, 'tax')), value: tax, by: TEST_ADMIN })
}

const toKarnataka = (product: ProductRow) => {
  const checkout = createCheckout(product)
  return { ...checkout, shippingAddress: { ...checkout.shippingAddress, ...KARNATAKA } }
}

describe('an order for another state', () => {
  it.each([
    ['24: of a shop that is not registered', 'unregistered'],
    ['of a shop in the composition scheme', 'composition'],
    ['of a shop that has said nothing', undefined],
  ] as const)('case %s is rejected in a plain sentence before anything is stored', (_, mode) =>
    inTestTransaction(async (db) => {
      const { context, customer, product, created } = await aShop(db, mode)
      const answer = await createTestApi(paymentsApi(context)).request('/api/payments/upi/initiate', {
        method: 'POST',
        body: JSON.stringify(toKarnataka(product)),
        headers: { 'content-type': 'application/json', cookie: customer.cookie, origin: 'http://localhost' },
      })
      expect([answer.status, await answer.json()]).toMatchObject([409, { message: INSIDE_ONLY }])
      expect(await created()).toEqual([0, 0])
      await initiatePayment(context, customer.id, createCheckout(product))
      expect(await created()).toEqual([1, 1])
      await expectInvariants(db)
    }),
  )

  it('is accepted with a regular registration, also for a PIN code that looks like another state', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, created } = await aShop(db, 'regular')
      await initiatePayment(context, customer.id, toKarnataka(product))
      const odd = toKarnataka(product)
      await initiatePayment(context, customer.id, {
        ...odd,
        shippingAddress: { ...odd.shippingAddress, pincode: '500034' },
      })
      expect(await created()).toEqual([2, 2])
    }))

  it('that is pending cannot be paid again when the shop no longer ships there', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, created } = await aShop(db, 'regular')
      await initiatePayment(context, customer.id, toKarnataka(product))
      await register(db, 'unregistered')
      context.advanceMinutes(20)
      const [order] = await db.select({ id: orders.id }).from(orders)
      await expect(retryPayment(context, customer.id, order?.id ?? '')).rejects.toMatchObject({ message: INSIDE_ONLY })
      expect(await created()).toEqual([1, 1])
    }))

  it('by accepting a quotation is rejected with the same message, and the quotation stays open', () =>
    inTestTransaction(async (db) => {
      const { context, customer, created } = await aShop(db)
      const { token } = await createQuotedOrder(context, 1850)
      const link = { token, userId: customer.id }
      const there = createAcceptance(2000)
      const elsewhere = { ...there, shippingAddress: { ...there.shippingAddress, ...KARNATAKA } }
      await expect(acceptQuote(context, link, elsewhere)).rejects.toMatchObject({
        code: 'conflict',
        message: INSIDE_ONLY,
      })
      expect(await created()).toEqual([0, 0])
      await acceptQuote(context, link, there)
      expect(await created()).toEqual([1, 1])
    }))
})
