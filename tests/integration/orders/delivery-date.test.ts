import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { promiseDelivery } from '#src/core/delivery/delivery-promise.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { acceptQuote, getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { sendQuote } from '#src/features/custom-orders/quotes/send-quote.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { getOrderDetails } from '#src/features/orders/lookup/order-details.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { findOrderPayment } from '#src/features/payments/order-payment/order-payment.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import {
  createAcceptance,
  createQuotedOrder,
  findCustomOrder,
  insertCustomOrder,
  readQuoteToken,
  TEST_ADMIN,
} from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** A Tuesday, during studio hours. */
const TUESDAY = new Date('2026-11-24T11:00:00+05:30')

async function aShop(db: Db, at = TUESDAY) {
  const context = createTestPayments(db, at)
  const customer = await createCustomer(db)
  const details = (id: string) =>
    getOrderDetails(db, {
      id,
      scope: { userId: customer.id },
      paymentOf: findOrderPayment,
      refundsOf: async () => new Map(),
      documentsOf: async () => new Map(),
    })
  const orderOf = async (reference: string) =>
    onlyRow(await db.select().from(orders).where(eq(orders.reference, reference)))
  return { context, customer, details, orderOf }
}

async function aStartedOrder(db: Db) {
  const shop = await aShop(db)
  const product = await insertProduct(db, { pricePaise: 24_000, stock: 9 })
  const checkout = createCheckout(product)
  const started = await initiatePayment(shop.context, shop.customer.id, checkout)
  return { ...shop, checkout, started, id: (await shop.orderOf(checkout.orderId)).id }
}

const slowly = (db: Db) =>
  changeSection(db, 'delivery', {
    version: 0,
    value: { ...DEFAULT_SETTINGS.delivery, elsewhere: { from: 9, to: 12 }, zones: [] },
    by: TEST_ADMIN,
  })

describe('a parcel has one delivery date', () => {
  it('which the product page, the payment and the order show alike, even when settings change', () =>
    inTestTransaction(async (db) => {
      const { context, checkout, started, id, details } = await aStartedOrder(db)
      const rules = toDeliveryRules(await readSettings(db))
      const shown = promiseDelivery({ orderedAt: TUESDAY, pincode: checkout.shippingAddress.pincode }, rules)
      expect(shown).toMatchObject({ kind: 'days', place: 'Hyderabad', from: '2026-11-25', to: '2026-11-25' })
      const days = { from: '2026-11-25', to: '2026-11-25' }
      expect(started.expectedDelivery).toEqual(days)
      expect((await details(id)).expectedDelivery).toEqual(days)
      context.advanceMinutes(10)
      await simulatePayment(context, started.clientTxnId)
      await slowly(db)
      expect((await details(id)).expectedDelivery).toEqual(days)
    }))

  it('which is calculated again when payment starts again on another day', () =>
    inTestTransaction(async (db) => {
      const { context, customer, started, id, details } = await aStartedOrder(db)
      context.advanceMinutes(24 * 60)
      const again = await retryPayment(context, customer.id, id)
      expect(again.clientTxnId).not.toBe(started.clientTxnId)
      expect(again.expectedDelivery).toEqual({ from: '2026-11-26', to: '2026-11-26' })
      expect((await details(id)).expectedDelivery).toEqual(again.expectedDelivery)
    }))

  it('which is counted from the payment for an old order', () =>
    inTestTransaction(async (db) => {
      const { context, started, id, details } = await aStartedOrder(db)
      await simulatePayment(context, started.clientTxnId)
      await db
        .update(orders)
        .set({ shipOn: null, deliverFrom: null, deliverTo: null, paidAt: new Date('2026-11-27T18:00:00+05:30') })
        .where(eq(orders.id, id))
      expect((await details(id)).expectedDelivery).toEqual({ from: '2026-11-30', to: '2026-11-30' })
    }))

  it('and none for places by arrangement', () =>
    inTestTransaction(async (db) => {
      const { context, customer, details, orderOf } = await aShop(db)
      const product = await insertProduct(db, { pricePaise: 24_000, stock: 9 })
      const blocked = [{ prefix: '500', text: 'We bring it ourselves.', refusesOrders: false }]
      const value = { ...DEFAULT_SETTINGS.delivery, blocked }
      await changeSection(db, 'delivery', { version: 0, value, by: TEST_ADMIN })
      const started = await initiatePayment(context, customer.id, createCheckout(product))
      expect(started.expectedDelivery).toBeNull()
      const order = await orderOf(started.orderId)
      expect(order).toMatchObject({ shipOn: '2026-11-24', deliverFrom: null, deliverTo: null })
      expect((await details(order.id)).expectedDelivery).toBeNull()
      await simulatePayment(context, started.clientTxnId)
      const mails = await db.select().from(outboxMessages)
      expect(mails.some(({ text }) => text.includes(order.reference) && text.includes('We bring it ourselves.'))).toBe(
        true,
      )
    }))

  it('of a custom order only after it is crafted', () =>
    inTestTransaction(async (db) => {
      const { context, customer, details, orderOf } = await aShop(db)
      const { token } = await createQuotedOrder(context)
      const started = await acceptQuote(context, { token, userId: customer.id }, createAcceptance(2000))
      expect(started.expectedDelivery).toEqual({ from: '2026-11-28', to: '2026-11-28' })
      const { id } = await orderOf(started.orderId)
      await simulatePayment(context, started.clientTxnId)
      expect(await details(id)).toMatchObject({ expectedDelivery: started.expectedDelivery, readyOn: '2026-11-27' })
    }))
})

describe('a quotation names the day on which it is ready', () => {
  const wordsOf = async (db: Db) => (await db.select().from(outboxMessages)).map(({ text }) => text)
  const priced = (context: { now: () => Date }, id: string, readyOn?: string) => ({
    id,
    quotedPrice: 1850,
    adminNotes: '',
    by: TEST_ADMIN,
    publicUrl: 'https://shop.example',
    now: context.now(),
    ...(readyOn && { readyOn }),
  })

  it('three working days from now, where the admin names none, in mail, SMS and on its page', () =>
    inTestTransaction(async (db) => {
      const { context, customer } = await aShop(db)
      const { token, reference } = await createQuotedOrder(context)
      expect((await findCustomOrder(db, reference)).readyOn).toBe('2026-11-27')
      const said = await wordsOf(db)
      expect(said.some((text) => text.includes('We finish it on Fri, 27 Nov, or 3 business days after you pay'))).toBe(
        true,
      )
      expect(said.some((text) => text.includes('ready on 27 Nov 2026, good until'))).toBe(true)
      const link = { token, userId: customer.id }
      expect(await getQuote(db, link, context.now())).toMatchObject({ readyOn: '2026-11-27', craftingDays: 3 })
      context.advanceMinutes(24 * 60)
      expect((await getQuote(db, link, context.now())).readyOn).toBe('2026-11-28')
    }))

  it('that the admin names, as long as there is time to make it', () =>
    inTestTransaction(async (db) => {
      const { context, customer, orderOf } = await aShop(db)
      const { id, reference } = await insertCustomOrder(db)
      await sendQuote(db, priced(context, id, '2026-12-12'))
      const link = { token: await readQuoteToken(db, reference), userId: customer.id }
      context.advanceMinutes(2 * 24 * 60)
      expect((await getQuote(db, link, context.now())).readyOn).toBe('2026-12-12')
      const started = await acceptQuote(context, link, createAcceptance(2000))
      expect(await orderOf(started.orderId)).toMatchObject({ shipOn: '2026-12-12', deliverTo: '2026-12-14' })
    }))

  it('but not a past one', () =>
    inTestTransaction(async (db) => {
      const { context } = await aShop(db)
      const { id } = await insertCustomOrder(db)
      await expect(sendQuote(db, priced(context, id, '2026-11-23'))).rejects.toMatchObject({ code: 'invalid' })
      await expect(sendQuote(db, priced(context, id, '2028-11-23'))).rejects.toMatchObject({ code: 'invalid' })
    }))

  it('which is the usual one for an old quotation', () =>
    inTestTransaction(async (db) => {
      const { context, customer } = await aShop(db)
      const { token, id } = await createQuotedOrder(context)
      await db.update(customOrders).set({ readyOn: null }).where(eq(customOrders.id, id))
      expect((await getQuote(db, { token, userId: customer.id }, context.now())).readyOn).toBe('2026-11-27')
    }))
})
