import { describe, expect, it } from 'vitest'
import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { deleteAddress, listAddresses, updateAddress } from '#src/features/addresses/addresses.server.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createAcceptance, createQuotedOrder, TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createParcels, startParcels } from '#tests/factories/parcels.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { PRICE, TOTAL } from '#tests/factories/quotes.ts'

const TUESDAY = new Date('2026-11-24T11:00:00+05:30')
const GIFT = {
  recipientPhone: '+919876500000',
  message: 'Happy birthday',
  from: 'Asha',
  hasWrap: false,
  notify: 'none' as const,
}

async function shopOf(db: Db) {
  const [context, customer] = [createTestPayments(db, TUESDAY), await createCustomer(db)]
  const product = await insertProduct(db, { pricePaise: 450_00, stock: 20 })
  const pay = (wanted: Partial<InitiatePayment> = {}) =>
    initiatePayment(context, customer.id, createCheckout(product, wanted))
  const book = () => listAddresses(db, customer.id)
  return { db, context, customer, product, pay, book }
}

describe('paying', () => {
  it('saves the address, and an equal one only once', () =>
    inTestTransaction(async (db) => {
      const { pay, book, product } = await shopOf(db)
      const first = await pay()
      const { customerPhone: phone, shippingAddress } = createCheckout(product)
      expect(await book()).toMatchObject([{ label: '', phone, shippingAddress, isDefault: false }])
      await pay({ saveAddress: true, replaces: first.orderId })
      expect(await book()).toHaveLength(1)
    }))

  it('saves nothing when the box is unticked, until a repeated request ticks it', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, book } = await shopOf(db)
      const checkout = createCheckout(product, { saveAddress: false })
      const started = await initiatePayment(context, customer.id, checkout)
      expect(await book()).toEqual([])
      const again = await initiatePayment(context, customer.id, { ...checkout, saveAddress: true })
      expect(again.transactionId).toBe(started.transactionId)
      expect(await book()).toHaveLength(1)
    }))

  it('saves the recipient of a gift only when asked, with their telephone number', () =>
    inTestTransaction(async (db) => {
      const { pay, book } = await shopOf(db)
      await changeSection(db, 'gift', {
        version: 0,
        value: { ...DEFAULT_SETTINGS.gift, isOffered: true },
        by: TEST_ADMIN,
      })
      const first = await pay({ gift: GIFT })
      expect(await book()).toEqual([])
      await pay({ gift: GIFT, saveAddress: true, replaces: first.orderId })
      expect(await book()).toMatchObject([{ phone: GIFT.recipientPhone, isRecipient: true }])
    }))

  it('never saves where an order is picked up', () =>
    inTestTransaction(async (db) => {
      const { pay, book } = await shopOf(db)
      const value = { ...DEFAULT_SETTINGS.pickup, isOffered: true, address: '7 Road No. 12' }
      await changeSection(db, 'pickup', { version: 0, value, by: TEST_ADMIN })
      await pay({ deliveryMethod: 'pickup', amount: 450, saveAddress: true })
      expect(await book()).toEqual([])
    }))

  it('saves nothing when the order is refused', () =>
    inTestTransaction(async (db) => {
      const { pay, book } = await shopOf(db)
      await expect(pay({ amount: 1 })).rejects.toThrow()
      expect(await book()).toEqual([])
    }))

  it('saves the address of an accepted quotation, unless it is unticked', () =>
    inTestTransaction(async (db) => {
      const { context, customer, book } = await shopOf(db)
      const quoted = await createQuotedOrder(context, PRICE)
      const link = { token: quoted.token, userId: customer.id }
      await acceptQuote(context, link, createAcceptance(TOTAL, { saveAddress: false }))
      expect(await book()).toEqual([])
      await acceptQuote(context, link, createAcceptance(TOTAL))
      expect(await book()).toHaveLength(1)
    }))
})

describe('an order to several people', () => {
  const people = createParcels(12)
  const start = async (db: Db, savePeople: boolean) => {
    await seedDemoTaxRegistration(db)
    const { context, customer, book } = await shopOf(db)
    const product = await insertProduct(db, { pricePaise: 450_00, stock: 500 })
    const order = { customer, product, parcels: people }
    const again = (checkout: Partial<InitiatePayment>) => startParcels(context, { ...order, checkout })
    const { orderId: replaces } = await again({ savePeople })
    return { book, again: () => again({ savePeople, replaces }) }
  }

  it('saves only the address of the buyer, unless the people are ticked', () =>
    inTestTransaction(async (db) => {
      const { book } = await start(db, false)
      expect(await book()).toMatchObject([{ shippingAddress: { lastName: 'Rao' }, isRecipient: false }])
    }))

  it('saves the first people that fit once each, and removes no other address', () =>
    inTestTransaction(async (db) => {
      const { book, again } = await start(db, true)
      const phones = async () => (await book()).filter(({ isRecipient }) => isRecipient).map(({ phone }) => phone)
      const first = people.slice(0, 9).map(({ gift }) => gift.recipientPhone)
      expect((await phones()).sort()).toEqual(first)
      expect(await book()).toHaveLength(10)
      await again()
      expect((await phones()).sort()).toEqual(first)
    }))
})

it('an order does not change with the address book', () =>
  inTestTransaction(async (db) => {
    const { pay, book, customer, product } = await shopOf(db)
    await pay()
    const { id, ...saved } = onlyRow(await book())
    const moved = { ...saved, shippingAddress: { ...saved.shippingAddress, address: '1 New Street' } }
    await updateAddress(db, { userId: customer.id, id, input: moved })
    await deleteAddress(db, { userId: customer.id, id })
    const order = onlyRow(await db.select().from(orders))
    expect(order.shippingAddress).toEqual(createCheckout(product).shippingAddress)
  }))
