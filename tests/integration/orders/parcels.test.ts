import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products, stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import { invoices } from '#src/features/invoices/invoices.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { renewDeliveryPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { parcelsApi } from '#src/features/orders/parcels/parcels.api.server.ts'
import { quoteParcels } from '#src/features/orders/parcels/quote-parcels.server.ts'
import { retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { previewReservationLimits } from '#src/features/payments/limits/preview-reservation-limits.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { cancelStaleOrders, expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createParcels, startParcels } from '#tests/factories/parcels.ts'
import { createCustomer, createTestPayments, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { expectInvariants } from '#tests/invariants.ts'

const TUESDAY = new Date('2026-11-24T11:00:00+05:30')

async function openShop(db: Db) {
  await seedDemoTaxRegistration(db)
  const [context, customer] = [createTestPayments(db, TUESDAY), await createCustomer(db)]
  const product = await insertProduct(db, { pricePaise: 849_00, stock: 100 })
  const start = (count: number, checkout = {}) =>
    startParcels(context, { customer, product, parcels: createParcels(count), checkout })
  const placed = () => db.select().from(orders).orderBy(asc(orders.parcelNumber))
  const stock = async () => onlyRow(await db.select().from(products).where(eq(products.id, product.id)))
  return { context, customer, product, start, placed, stock }
}

it('three people get three parcels with one payment, each with its own address, day, price and invoice', () =>
  inTestTransaction(async (db) => {
    const { context, start, placed, stock } = await openShop(db)
    const started = await start(3)
    expect(started.amount).toBe(3 * (849 + 150 + 60))
    expect(await stock()).toMatchObject({ stock: 100, reserved: 3 })
    await simulatePayment(context, started.clientTxnId)
    const parcels = await placed()
    expect(parcels.map(({ reference }) => reference.replace(started.orderId, ''))).toEqual(['', '-2', '-3'])
    for (const parcel of parcels) {
      expect(parcel).toMatchObject({ status: 'processing', totalPaise: 1059_00, groupId: parcels[0]?.id })
      expect(parcel.billingAddress).toMatchObject({ pincode: '500002' })
    }
    expect(parcels.map(({ shippingAddress }) => shippingAddress.city)).toEqual(['Pune', 'Hyderabad', 'Bengaluru'])
    expect(parcels.map(({ shipOn, deliverTo }) => shipOn && deliverTo && shipOn <= deliverTo)).toEqual([
      true,
      true,
      true,
    ])
    const issued = await db.select().from(invoices).orderBy(asc(invoices.serial))
    expect(issued.map(({ orderReference }) => orderReference)).toEqual(parcels.map(({ reference }) => reference))
    expect(issued[0]?.recipient).toMatchObject({
      name: 'Asha Rao',
      pincode: '500002',
      deliveredTo: { name: 'Ravi Kumar AA' },
    })
    expect(await stock()).toMatchObject({ stock: 97, reserved: 0 })
    await expectInvariants(db)
  }))

it('the buyer gets one email with all people and days, and one SMS', () =>
  inTestTransaction(async (db) => {
    const { context, customer, start } = await openShop(db)
    await simulatePayment(context, (await start(3)).clientTxnId)
    const sent = await db.select().from(outboxMessages).where(eq(outboxMessages.to, customer.email))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('We will pack your gifts for 3 people')
    expect(sent[0]?.text).toMatch(/2\. Ravi Kumar AB, Hyderabad 500034: expected on/)
    expect(sent[0]?.text).toContain('3 × ')
    expect(sent[0]?.text).toContain('\nIncluded GST: CGST ₹25.21, SGST ₹25.21, IGST ₹100.86\n')
    expect(sent[0]?.text).toMatch(/\nYour 3 tax invoices \(please sign in\): \S+\/orders\?view=[0-9a-f-]{36}\n/)
    expect(await db.$count(outboxMessages, eq(outboxMessages.channel, 'sms'))).toBe(1)
  }))

it('one cancelled parcel is refunded by its own total and restocked, and the others go on', () =>
  inTestTransaction(async (db) => {
    const { context, customer, start, placed, stock } = await openShop(db)
    await simulatePayment(context, (await start(3)).clientTxnId)
    const [first, second, third] = await placed()
    const cancel = (orderId = '') => cancelCustomerOrder(db, { userId: customer.id, orderId }, ORDER_EVENTS)
    await cancel(second?.id)
    await cancel(second?.id)
    expect(await stock()).toMatchObject({ stock: 98 })
    const owed = await db.select().from(refunds)
    expect(owed).toMatchObject([{ orderId: second?.id, amountPaise: 1059_00, reason: 'order-cancelled' }])
    expect((await placed()).map(({ status }) => status)).toEqual(['processing', 'cancelled', 'processing'])
    await expectInvariants(db)
    await cancel(first?.id)
    await cancel(third?.id)
    expect(await db.$count(refunds)).toBe(3)
    expect(onlyRow(await db.select().from(payments))).toMatchObject({ refundedPaise: 3 * 1059_00 })
    await expectInvariants(db)
  }))

it('an unpaid order to several people is cancelled as a whole, by its customer, an admin or after three days', () =>
  inTestTransaction(async (db) => {
    const { context, customer, start, placed, stock } = await openShop(db)
    const statuses = async () => [...new Set((await placed()).map(({ status }) => status))]
    await start(2)
    const [, second] = await placed()
    await cancelCustomerOrder(db, { userId: customer.id, orderId: second?.id ?? '' }, ORDER_EVENTS)
    expect(await statuses()).toEqual(['cancelled'])
    await start(2)
    const open = (await placed()).find(({ status, parcelNumber }) => status === 'pending' && parcelNumber === 2)
    await setOrderStatus(db, { orderId: open?.id ?? '', status: 'cancelled', by: TEST_ADMIN }, ORDER_EVENTS)
    expect(await statuses()).toEqual(['cancelled'])
    const another = await openShop(db)
    await another.start(2)
    context.advanceMinutes(20)
    await expireOverduePayments(context)
    context.advanceMinutes(4 * 24 * 60)
    await db.update(orders).set({ createdAt: TUESDAY })
    await cancelStaleOrders(context)
    expect(await statuses()).toEqual(['cancelled'])
    expect(await stock()).toMatchObject({ stock: 100, reserved: 0 })
    await expectInvariants(db)
  }))

it('an expired order to several people can be paid again, from any of its parcels', () =>
  inTestTransaction(async (db) => {
    const { context, customer, start, placed, stock } = await openShop(db)
    const first = await start(3)
    context.advanceMinutes(20)
    await expireOverduePayments(context)
    expect(await stock()).toMatchObject({ reserved: 0 })
    const again = await retryPayment(context, customer.id, (await placed())[2]?.id ?? '')
    expect(again).toMatchObject({ amount: first.amount, orderId: first.orderId })
    expect(await db.select().from(stockReservations)).toMatchObject([{ quantity: 3 }])
    await simulatePayment(context, again.clientTxnId)
    await expectInvariants(db)
    // The first attempt is paid as well: all of it is refunded.
    await simulatePayment(context, first.clientTxnId)
    expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: first.amount * 100 }])
    await expectInvariants(db)
  }))

it('late money pays for every parcel if there is stock, and for none otherwise', () =>
  inTestTransaction(async (db) => {
    const { context, product, start, placed } = await openShop(db)
    const late = await start(3)
    context.advanceMinutes(20)
    await expireOverduePayments(context)
    await db.update(products).set({ stock: 2 }).where(eq(products.id, product.id))
    await simulatePayment(context, late.clientTxnId)
    expect((await placed()).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
    expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: late.amount * 100, reason: 'sold-out' }])
  }))

it('places nothing if one parcel cannot be sent, or if the stock is too small, and says which', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product, start, placed } = await openShop(db)
    const parcels = createParcels(3, (nth) => (nth === 1 ? { deliverOn: '2026-11-20' } : {}))
    const past = startParcels(context, { customer, product, parcels, checkout: { amount: 3177 } })
    await expect(past).rejects.toMatchObject({ code: 'conflict', details: { parcels: [{ index: 1 }] } })
    const rare = await insertProduct(db, { pricePaise: 100_00, stock: 5 })
    const items = [{ productId: rare.id, quantity: 2 }]
    await expect(start(3, { items })).rejects.toMatchObject({ details: { items: [{ available: 5 }] } })
    await expect(start(3, { amount: 1 })).rejects.toMatchObject({ details: { total: 3177 } })
    expect(await placed()).toEqual([])
    expect(await db.select().from(stockReservations)).toEqual([])
  }))

it('fills the days one after the other', () =>
  inTestTransaction(async (db) => {
    const { context, start, placed } = await openShop(db)
    const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 2 }
    await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
    const { clientTxnId, dispatch } = await start(5)
    await simulatePayment(context, clientTxnId)
    const days = (await placed()).map(({ shipOn }) => shipOn)
    expect(days).toEqual(['2026-11-24', '2026-11-24', '2026-11-25', '2026-11-25', '2026-11-26'])
    expect(dispatch).toEqual({ parcels: 5, first: '2026-11-24', last: '2026-11-26' })
  }))

it('the parcels of an order hold no more of a product together than one order may', () =>
  inTestTransaction(async (db) => {
    const { customer, context, start, placed } = await openShop(db)
    const box = await insertProduct(db, { name: 'Truffle Box', pricePaise: 100_00, stock: 100, maxPerOrder: 8 })
    const orderOf = (quantity: number) => ({ items: [{ productId: box.id, quantity }] })
    const excess =
      'At most 8 in one order: Truffle Box. Your parcels have 9 together. Please send them in several orders, or write to us.'
    const question = { parcels: createParcels(3), ...orderOf(3) }
    const { problems, total } = await quoteParcels(db, { question, userId: customer.id, now: context.now() })
    expect(problems).toEqual([excess])
    await expect(start(3, { ...orderOf(3), amount: total })).rejects.toMatchObject({ code: 'invalid', message: excess })
    expect(await placed()).toEqual([])
    expect((await start(4, orderOf(2))).amount).toBeGreaterThan(0)
  }))

it('a promo code that is not valid is left out of the prices, and said beside them', () =>
  inTestTransaction(async (db) => {
    const { customer, context, product } = await openShop(db)
    const price = (promoCode: string, people = 2) => {
      const question = { parcels: createParcels(people), items: [{ productId: product.id, quantity: 1 }], promoCode }
      return quoteParcels(db, { question, userId: customer.id, now: context.now() })
    }
    const full = { total: 2 * 1059, problems: [] }
    const ended = await insertPromotion(db, { endsAt: new Date('2026-01-01') })
    const huge = await insertPromotion(db, { amountPaise: 101 * 849_00 - 100, minSubtotalPaise: 101 * 849_00 })
    expect(await price('NONE')).toMatchObject({ ...full, promo: { code: 'NONE', ok: false, reason: 'UNKNOWN' } })
    expect(await price(ended.code)).toMatchObject({ ...full, promo: { ok: false, message: expect.any(String) } })
    expect(await price(huge.code, 101)).toMatchObject({
      discount: 0,
      promo: { ok: false, message: 'This code is too large for so many parcels.' },
    })
    const running = await insertPromotion(db)
    expect(await price(running.code)).toMatchObject({ discount: 169.8, promo: { code: running.code, ok: true } })
  }))

it('the buyer gets one email for the parcels of a day, no SMS for each, and each recipient the notice', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product, placed } = await openShop(db)
    const parcels = createParcels(3)
    const noticed = parcels.map((parcel) => ({ ...parcel, gift: { ...parcel.gift, notify: 'surprise' as const } }))
    await simulatePayment(context, (await startParcels(context, { customer, product, parcels: noticed })).clientTxnId)
    for (const { id: orderId } of await placed())
      await setOrderStatus(db, { orderId, status: 'shipped', by: TEST_ADMIN }, ORDER_EVENTS)
    const isTo = eq(outboxMessages.to, customer.email)
    const sent = await db.select().from(outboxMessages).where(isTo).orderBy(outboxMessages.subject)
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/parcels of your order ORD_\d+_\w+ are on their way/),
      expect.stringContaining('we received your payment'),
    ])
    expect(sent[0]?.text).toMatch(/Your 3 gifts go to:\n1\. .*: expected .*\n2\. .*\n3\. .*\n\n/)
    const texts = await db.select().from(outboxMessages).where(eq(outboxMessages.channel, 'sms'))
    const recipients = parcels.map(({ gift }) => gift.recipientPhone)
    expect(texts.map(({ to }) => to).sort()).toEqual(['+919876543210', ...recipients].sort())
  }))

it('refuses a day of dispatch later than the one that the customer saw for a person', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product, placed } = await openShop(db)
    const seen = (nth: number) => ({ shipOn: nth === 2 ? '2026-11-23' : '2026-11-24' })
    const checkout = { amount: 3177 }
    const late = startParcels(context, { customer, product, parcels: createParcels(3, seen), checkout })
    await expect(late).rejects.toMatchObject({ code: 'conflict', details: { parcels: [{ index: 2 }] } })
    expect(await placed()).toEqual([])
  }))

it('the same order twice is one order, and another one under its number is refused', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product, placed } = await openShop(db)
    const checkout = { orderId: `ORD_${TUESDAY.getTime()}_twice` }
    const parcels = createParcels(3)
    const first = await startParcels(context, { customer, product, parcels, checkout })
    const seen = createParcels(3, () => ({ shipOn: '2026-11-24' }))
    const again = await startParcels(context, { customer, product, parcels: seen, checkout })
    expect(again.transactionId).toBe(first.transactionId)
    const fewer = startParcels(context, { customer, product, parcels: createParcels(2), checkout })
    await expect(fewer).rejects.toMatchObject({ code: 'conflict' })
    expect(await placed()).toHaveLength(3)
  }))

it('the same people in another sequence are the same order, each with the day that was shown for them', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product, placed } = await openShop(db)
    const checkout = { orderId: `ORD_${TUESDAY.getTime()}_turned` }
    const first = await startParcels(context, { customer, product, parcels: createParcels(3), checkout })
    const days = (await placed()).map(({ shipOn, deliverTo }) => ({ shipOn: shipOn ?? '', deliverTo: deliverTo ?? '' }))
    expect(new Set(days.map(({ deliverTo }) => deliverTo)).size).toBeGreaterThan(1)
    const turned = createParcels(3, (nth) => days[nth] ?? {}).reverse()
    const again = await startParcels(context, { customer, product, parcels: turned, checkout })
    expect(again).toEqual(first)
    expect(await placed()).toHaveLength(3)
  }))

it('an order that replaces one to several people gives back all that this one held', () =>
  inTestTransaction(async (db) => {
    const { context, start, placed, stock } = await openShop(db)
    await start(3)
    const [, second] = await placed()
    // Any parcel's number stands for the whole order.
    const replacement = await start(2, { replaces: second?.reference })
    expect(await stock()).toMatchObject({ reserved: 2 })
    expect((await db.select().from(payments)).map(({ status }) => status).sort()).toEqual(['cancelled', 'pending'])
    await simulatePayment(context, replacement.clientTxnId)
    await expectInvariants(db)
  }))

it('a new customer reads before paying that forty parcels are too many for a first order', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product } = await openShop(db)
    const api = createTestApi(parcelsApi({ db, now: context.now, explainLimits: previewReservationLimits }))
    const price = async (count: number) => {
      const items = [{ productId: product.id, quantity: 1 }]
      const json = { parcels: createParcels(count), items }
      const headers = { 'content-type': 'application/json', origin: 'http://localhost', cookie: customer.cookie }
      const request = { method: 'POST', headers, body: JSON.stringify(json) }
      return (await api.request('/api/orders/parcels/price', request)).json()
    }
    expect(await price(20)).toMatchObject({ problems: [], total: 20 * 1059 })
    expect((await price(40)).problems).toEqual([expect.stringContaining('before we have packed your first order')])
    expect(await price(1)).toMatchObject({ message: expect.any(String), issues: [{ path: 'parcels' }] })
  }))

it('parcels that are paid for again keep within the places of a day, and their own place does not count', () =>
  inTestTransaction(async (db) => {
    const { context, customer, start, placed } = await openShop(db)
    const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 2 }
    await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
    await start(4)
    const days = async () => (await placed()).map(({ shipOn }) => shipOn)
    const fair = ['2026-11-24', '2026-11-24', '2026-11-25', '2026-11-25']
    expect(await days()).toEqual(fair)
    for (const order of await placed())
      await renewDeliveryPromise(db, order, { now: context.now(), heldUntil: new Date('2026-11-24T11:15:00+05:30') })
    expect(await days()).toEqual(fair)
    context.advanceMinutes(20)
    await expireOverduePayments(context)
    const [first] = await placed()
    await simulatePayment(context, (await retryPayment(context, customer.id, first?.id ?? '')).clientTxnId)
    expect(await days()).toEqual(fair)
  }))
