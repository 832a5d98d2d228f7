import { describe, expect, it } from 'vitest'
import { SAMPLE_GSTIN } from '#src/core/shop-contact.ts'
import { acceptQuote } from '#src/features/custom-orders/accepting.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import { initiatePayment, payAgain } from '#src/features/payments/payments.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/settings.defaults.ts'
import { changeSection, sectionOnDesk } from '#src/features/settings/settings.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { apiOf } from '#src/platform/testing/test-api.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct, type ProductRow } from '#tests/makers/catalog.ts'
import { anAcceptance, aQuotedOrder, MAKER } from '#tests/makers/custom-orders.ts'
import { aCheckout, aShopper, aTill } from '#tests/makers/payments.ts'

const INSIDE_ONLY = 'We deliver inside Telangana only at the moment. Please choose an address there.'
const KARNATAKA = { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' } as const

/** A shop whose maker has registered it like this; without a mode it is as it comes. */
async function aShop(db: Db, mode?: Settings['tax']['mode']) {
  const [till, shopper, product] = [aTill(db), await aShopper(db), await aProduct(db, { pricePaise: 450_00, stock: 9 })]
  if (mode) await register(db, mode)
  return { till, shopper, product, created: async () => [await db.$count(orders), await db.$count(payments)] }
}

async function register(db: Db, mode: Settings['tax']['mode']) {
  const contact = { ...DEFAULT_SETTINGS.contact, gstin: SAMPLE_GSTIN }
  const tax = { ...DEFAULT_SETTINGS.tax, mode, legalName: 'Golconda Cacao' }
  await changeSection(db, 'contact', { ...(await sectionOnDesk(db, 'contact')), value: contact, by: MAKER })
  await changeSection(db, 'tax', { ...(await sectionOnDesk(db, 'tax')), value: tax, by: MAKER })
}

const toKarnataka = (product: ProductRow) => {
  const checkout = aCheckout(product)
  return { ...checkout, shippingAddress: { ...checkout.shippingAddress, ...KARNATAKA } }
}

describe('an order for another state', () => {
  it.each([
    ['24: of a shop that is not registered', 'unregistered'],
    ['of a shop in the composition scheme', 'composition'],
    ['of a shop that has said nothing', undefined],
  ] as const)('case %s is refused in a plain sentence before anything is written', (_, mode) =>
    inTestTransaction(async (db) => {
      const { till, shopper, product, created } = await aShop(db, mode)
      const answer = await apiOf(paymentsApi(till)).request('/api/payments/upi/initiate', {
        method: 'POST',
        body: JSON.stringify(toKarnataka(product)),
        headers: { 'content-type': 'application/json', cookie: shopper.cookie, origin: 'http://localhost' },
      })
      expect([answer.status, await answer.json()]).toEqual([409, { message: INSIDE_ONLY }])
      expect(await created()).toEqual([0, 0])
      await initiatePayment(till, shopper.id, aCheckout(product))
      expect(await created()).toEqual([1, 1])
      await expectInvariants(db)
    }),
  )

  it('is taken when the shop is registered regularly, also for a PIN code that looks like elsewhere', () =>
    inTestTransaction(async (db) => {
      const { till, shopper, product, created } = await aShop(db, 'regular')
      await initiatePayment(till, shopper.id, toKarnataka(product))
      const odd = toKarnataka(product)
      await initiatePayment(till, shopper.id, {
        ...odd,
        shippingAddress: { ...odd.shippingAddress, pincode: '500034' },
      })
      expect(await created()).toEqual([2, 2])
    }))

  it('that waits unpaid is not paid anew when the shop may not send there any more', () =>
    inTestTransaction(async (db) => {
      const { till, shopper, product, created } = await aShop(db, 'regular')
      await initiatePayment(till, shopper.id, toKarnataka(product))
      await register(db, 'unregistered')
      till.passMinutes(20)
      const [order] = await db.select({ id: orders.id }).from(orders)
      await expect(payAgain(till, shopper.id, order?.id ?? '')).rejects.toMatchObject({ message: INSIDE_ONLY })
      expect(await created()).toEqual([1, 1])
    }))

  it('by accepting a quotation is refused in the same words, and the quotation stays open', () =>
    inTestTransaction(async (db) => {
      const { till, shopper, created } = await aShop(db)
      const { token } = await aQuotedOrder(till, 1850)
      const link = { token, userId: shopper.id }
      const there = anAcceptance(2000)
      const elsewhere = { ...there, shippingAddress: { ...there.shippingAddress, ...KARNATAKA } }
      await expect(acceptQuote(till, link, elsewhere)).rejects.toMatchObject({ code: 'conflict', message: INSIDE_ONLY })
      expect(await created()).toEqual([0, 0])
      await acceptQuote(till, link, there)
      expect(await created()).toEqual([1, 1])
    }))
})
