import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DELIVERY_METHODS } from '#src/core/delivery/delivery-rules.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { deliveryApi } from '#src/features/orders/delivery/delivery.api.server.ts'
import { readDispatchLoad } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { listOrders } from '#src/features/orders/lookup/list-orders.server.ts'
import type { OrderFilter } from '#src/features/orders/lookup/order-filters.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import type { Section, Settings } from '#src/features/settings/settings.contract.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** A Tuesday, during studio hours. */
const TUESDAY = new Date('2026-11-24T11:00:00+05:30')

type Wanted = Partial<InitiatePayment> & { pieces?: number }

async function openShop(db: Db, at = TUESDAY) {
  const context = createTestPayments(db, at)
  const product = await insertProduct(db, { pricePaise: 24_000, stock: 60, meltClass: 'bonbon' })
  const change = <S extends Section>(section: S, value: Partial<Settings[S]>) =>
    changeSection(db, section, {
      version: 0,
      value: { ...DEFAULT_SETTINGS[section], ...value },
      by: TEST_ADMIN,
    })
  const order = async (wanted: Wanted = {}) => {
    const customer = await createCustomer(db)
    const { pieces: quantity = 1, ...fields } = wanted
    const checkout = createCheckout(product, { items: [{ productId: product.id, quantity }], ...fields })
    const started = await initiatePayment(context, customer.id, checkout)
    const row = onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId)))
    return { ...started, customer, row }
  }
  const refusal = (wanted: Wanted) =>
    order(wanted).then(
      () => undefined,
      (error) => (error instanceof DomainError ? { message: error.message, ...error.details } : error),
    )
  const reserved = async () => onlyRow(await db.select().from(products).where(eq(products.id, product.id))).reserved
  return { context, change, order, refusal, reserved }
}

const toPincode = (pincode: string) => ({
  shippingAddress: {
    firstName: 'Asha',
    lastName: 'Rao',
    address: '1 Main Road',
    city: 'Adilabad',
    state: 'Telangana' as const,
    pincode,
  },
})

describe('a chosen day of delivery', () => {
  it('is frozen in the order, with the latest day of dispatch that keeps it', () =>
    inTestTransaction(async (db) => {
      const { order } = await openShop(db)
      const { row, expectedDelivery } = await order({ deliverOn: '2026-12-02' })
      expect(row).toMatchObject({ deliverOn: '2026-12-02', shipOn: '2026-12-01', deliverTo: '2026-12-02' })
      expect(expectedDelivery).toEqual({ from: '2026-12-02', to: '2026-12-02' })
    }))

  it.each([
    ['is past', '2026-11-23', '2026-11-25'],
    ['is too soon', '2026-11-24', '2026-11-25'],
    ['is a Sunday', '2026-11-29', '2026-11-30'],
    ['is in a closed period', '2026-12-05', '2026-12-09'],
    ['is full', '2026-12-02', '2026-12-03'],
    ['is beyond three weeks', '2026-12-24', '2026-12-15'],
  ])('that %s is refused with the nearest one, and nothing is reserved', (_, deliverOn, nearest) =>
    inTestTransaction(async (db) => {
      const { change, order, refusal, reserved } = await openShop(db)
      await change('dispatch', { parcelsPerDay: 1, closures: [{ from: '2026-12-03', to: '2026-12-07', note: '' }] })
      await order({ deliverOn: '2026-12-02' })
      const found = await refusal({ deliverOn })
      expect(found).toMatchObject({
        promise: { to: nearest },
        message: expect.stringContaining('Please choose another day.'),
      })
      expect(await reserved()).toBe(1)
    }),
  )

  it('that fills while the customer types is refused, and the offered day is then given', () =>
    inTestTransaction(async (db) => {
      const { change, order, refusal } = await openShop(db)
      await change('dispatch', { parcelsPerDay: 1 })
      await order({ deliverOn: '2026-12-02' })
      const { promise } = await refusal({ deliverOn: '2026-12-02', shipOn: '2026-12-01' })
      expect(promise).toEqual({ shipOn: '2026-12-02', from: '2026-12-03', to: '2026-12-03' })
      expect((await order({ deliverOn: promise.to, shipOn: promise.shipOn })).row.shipOn).toBe('2026-12-02')
    }))

  it('is free again when its unpaid order has expired, and that order gets the nearest day when it is paid again', () =>
    inTestTransaction(async (db) => {
      const { context, change, order } = await openShop(db)
      await change('dispatch', { parcelsPerDay: 1 })
      const first = await order({ deliverOn: '2026-12-02' })
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      const second = await order({ deliverOn: '2026-12-02' })
      expect(second.row.shipOn).toBe('2026-12-01')
      const again = await retryPayment(context, first.customer.id, first.row.id)
      expect(again.expectedDelivery).toEqual({ from: '2026-12-03', to: '2026-12-03' })
      expect((await readDispatchLoad(db, context.now())).parcels).toEqual(
        new Map([
          ['2026-12-01', 1],
          ['2026-12-02', 1],
        ]),
      )
    }))

  it('cannot be chosen where delivery is by arrangement', () =>
    inTestTransaction(async (db) => {
      const { change, refusal, reserved } = await openShop(db)
      await change('delivery', { blocked: [{ prefix: '504', text: 'By boat, by arrangement.', refusesOrders: false }] })
      const found = await refusal({ ...toPincode('504001'), deliverOn: '2026-12-02' })
      expect(found).toMatchObject({ message: expect.stringContaining('as soon as possible') })
      expect(await reserved()).toBe(0)
    }))
})

describe('an order whose money comes late', () => {
  it.each([
    { what: 'gets a day that is still ahead', more: {}, days: 2, shipOn: '2026-11-26' },
    {
      what: 'gets the next day by rider',
      more: { deliveryMethod: 'same-day', amount: 490 },
      days: 1,
      shipOn: '2026-11-25',
    },
  ] as const)('$what', ({ more, days, shipOn }) =>
    inTestTransaction(async (db) => {
      const { context, change, order } = await openShop(db)
      await change('sameDay', { isOffered: true, fee: 250 })
      const { row, clientTxnId } = await order(more)
      expect(row.shipOn).toBe('2026-11-24')
      context.advanceMinutes(days * 24 * 60)
      await expireOverduePayments(context)
      await simulatePayment(context, clientTxnId)
      const paid = onlyRow(await db.select().from(orders).where(eq(orders.id, row.id)))
      expect(paid).toMatchObject({ status: 'processing', shipOn })
      expect((await readDispatchLoad(db, context.now())).parcels).toEqual(new Map([[shipOn, 1]]))
    }),
  )
})

describe('the way of delivery', () => {
  const PICKUP = { isOffered: true, address: '5 Road No. 12, Banjara Hills', pincode: '500034', fee: 0 }

  it('is refused when the shop does not offer it', () =>
    inTestTransaction(async (db) => {
      const { refusal, reserved } = await openShop(db)
      const others = DELIVERY_METHODS.filter((method) => method !== 'courier')
      for (const deliveryMethod of others) expect(await refusal({ deliveryMethod }), deliveryMethod).not.toBeUndefined()
      expect(await refusal({ deliveryMethod: 'pickup', amount: 240 })).toMatchObject({
        message: expect.stringContaining('cannot be picked up'),
      })
      expect(await refusal({ deliveryMethod: 'same-day', amount: 490 })).toMatchObject({
        message: expect.stringContaining('We do not deliver on the same day'),
      })
      expect(await reserved()).toBe(0)
    }))

  it('to the studio costs its own price, and its address replaces that of the customer', () =>
    inTestTransaction(async (db) => {
      const { change, order, refusal } = await openShop(db)
      await change('pickup', PICKUP)
      expect(await refusal({ deliveryMethod: 'pickup' })).toMatchObject({ total: 240 })
      const wanted = { deliveryMethod: 'pickup', amount: 240 } as const
      expect(await refusal({ ...wanted, deliverOn: '2026-11-23' })).toMatchObject({
        message: expect.stringMatching(
          /^Your order cannot be picked up on Mon, 23 Nov\. The nearest day is Tue, 24 Nov\./,
        ),
      })
      expect(await refusal({ ...wanted, shipOn: '2026-11-23' })).toMatchObject({
        message: expect.stringMatching(
          /^The day of pickup has just changed\. Your order is now ready on Tue, 24 Nov\./,
        ),
      })
      const { row } = await order({ ...wanted, deliverOn: '2026-11-29' })
      expect(row).toMatchObject({
        shippingPaise: 0,
        shipOn: '2026-11-28',
        deliverFrom: '2026-11-29',
        shippingAddress: { firstName: 'Asha', address: PICKUP.address, state: 'Telangana', pincode: '500034' },
      })
    }))

  it('on the same day costs its own price, ends at its cut-off, and is refused for payment later', () =>
    inTestTransaction(async (db) => {
      const { context, change, order, refusal } = await openShop(db)
      await change('sameDay', { isOffered: true, fee: 250, cutOff: '12:00' })
      const { row, customer } = await order({ deliveryMethod: 'same-day', amount: 490 })
      expect(row).toMatchObject({ shippingPaise: 25_000, shipOn: '2026-11-24', deliverTo: '2026-11-24' })
      context.advanceMinutes(60)
      expect(await refusal({ deliveryMethod: 'same-day', amount: 490 })).toMatchObject({
        promise: { from: '2026-11-25' },
      })
      await expireOverduePayments(context)
      await expect(retryPayment(context, customer.id, row.id)).rejects.toThrow(
        'Too late for today. On other days, order by 12:00 PM.',
      )
    }))

  it('to a zone with a price of its own follows that price, free from its own amount', () =>
    inTestTransaction(async (db) => {
      const { change, order, refusal } = await openShop(db)
      const zone = { prefix: '504', place: 'Adilabad', from: 2, to: 3, fee: 220, freeFrom: 900 }
      await change('delivery', { zones: [zone] })
      expect(await refusal(toPincode('504001'))).toMatchObject({ total: 460 })
      expect((await order({ ...toPincode('504001'), amount: 460 })).row.shippingPaise).toBe(22_000)
      const free = await order({ ...toPincode('504001'), amount: 960, pieces: 4 })
      expect(free.row.shippingPaise).toBe(0)
    }))
})

describe('a day in the heat, chosen before it begins', () => {
  const wish = { ...toPincode('506002'), deliverOn: '2027-03-10' }

  it('is refused without a cool pack, which has its price', () =>
    inTestTransaction(async (db) => {
      const { order, refusal, reserved } = await openShop(db, new Date('2027-02-24T11:00:00+05:30'))
      expect((await refusal({ ...wish, amount: 390 })).promise.to < '2027-03-01').toBe(true)
      expect(await refusal({ ...wish, heat: 'cool-pack', amount: 390 })).toMatchObject({ total: 480 })
      expect(await reserved()).toBe(0)
      const { row } = await order({ ...wish, heat: 'cool-pack', amount: 480 })
      expect(row).toMatchObject({ heat: 'cool-pack', coolPackPaise: 90_00, deliverTo: '2027-03-10' })
    }))
})

describe('an unpaid order that is paid when the weather has changed', () => {
  it.each([
    { what: 'keeps the cool pack that it pays for', at: '2027-06-30T13:00', heat: 'cool-pack', amount: 480 } as const,
    { what: 'gets a cool pack at no charge', at: '2027-02-25T13:00', amount: 390 },
  ])('$what', ({ at, what: _, ...choice }) =>
    inTestTransaction(async (db) => {
      const orderedAt = new Date(`${at}:00+05:30`)
      const { context, order } = await openShop(db, orderedAt)
      const { row, customer } = await order({ ...toPincode('506002'), ...choice })
      expect(row.heat).toBe(choice.heat ?? null)
      await db.update(orders).set({ createdAt: orderedAt }).where(eq(orders.id, row.id))
      context.advanceMinutes(23 * 60)
      await expireOverduePayments(context)
      await retryPayment(context, customer.id, row.id)
      const { coolPackPaise, totalPaise } = row
      const renewed = onlyRow(await db.select().from(orders).where(eq(orders.id, row.id)))
      expect(renewed).toMatchObject({ heat: 'cool-pack', coolPackPaise, totalPaise })
    }),
  )
})

it('an order that leaves later than in three days waits in a queue of its own', () =>
  inTestTransaction(async (db) => {
    const { context, order } = await openShop(db, new Date())
    const [soon, later] = [await order(), await order({ deliverOn: await farDay(db) })]
    for (const { clientTxnId } of [soon, later]) await simulatePayment(context, clientTxnId)
    const idsOf = async (status: OrderFilter) => (await listOrders(db, 'all', { status })).orders.map(({ id }) => id)
    expect(await idsOf('pack')).toEqual([soon.row.id])
    expect(await idsOf('later')).toEqual([later.row.id])
  }))

async function farDay(db: Db): Promise<string> {
  const response = await deliveryApi({ db, now: () => new Date() }).request('/delivery?pincode=500002')
  const { offers } = await response.json()
  return offers[0].days.findLast(({ state }: { state: string }) => state === 'free').day
}
