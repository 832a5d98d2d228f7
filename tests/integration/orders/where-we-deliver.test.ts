import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { deliveryApi } from '#src/features/orders/delivery/delivery.api.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import type { Section, Settings } from '#src/features/settings/settings.contract.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { servedPincodes } from '#src/features/settings/settings.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** A Tuesday, before the cut-off of the courier and of the rider. */
const TUESDAY = new Date('2026-11-24T11:00:00+05:30')
const PICKUP: Settings['pickup'] = {
  ...DEFAULT_SETTINGS.pickup,
  ...{ isOffered: true, address: '7 Road No. 12, Banjara Hills', text: 'Second floor' },
}
const SAME_DAY: Settings['sameDay'] = { ...DEFAULT_SETTINGS.sameDay, isOffered: true }

async function openShop(db: Db, sections: Partial<Settings> = {}, now = TUESDAY) {
  const context = createTestPayments(db, now)
  for (const [section, value] of Object.entries(sections) as [Section, Settings[Section]][])
    await changeSection(db, section, { version: 0, value, by: TEST_ADMIN })
  const [customer, product] = [await createCustomer(db), await insertProduct(db, { pricePaise: 450_00, stock: 9 })]
  const pay = (checkout: Parameters<typeof createCheckout>[1]) =>
    initiatePayment(context, customer.id, createCheckout(product, checkout))
  const order = async (checkout: Parameters<typeof pay>[0] = {}) => {
    const { orderId } = await pay(checkout)
    return onlyRow(await db.select().from(orders).where(eq(orders.reference, orderId)))
  }
  const serve = (...pincodes: string[]) => db.insert(servedPincodes).values(pincodes.map((pincode) => ({ pincode })))
  const ask = async (pincode: string) =>
    (await deliveryApi({ db, now: context.now }).request(`/delivery?pincode=${pincode}`)).json()
  const stored = async () => [await db.$count(orders), await db.$count(payments)]
  return { context, customer, product, pay, order, serve, ask, stored }
}

const methodsOf = ({ offers }: { offers: { method: string }[] }) => offers.map(({ method }) => method)

describe('a PIN code that the courier does not serve', () => {
  it('is refused in words, and nothing is reserved', () =>
    inTestTransaction(async (db) => {
      const { pay, serve, stored } = await openShop(db)
      await serve('500034')
      const message = 'We do not deliver to PIN 500002 yet.'
      await expect(pay({})).rejects.toMatchObject({ code: 'conflict', message })
      expect(await stored()).toEqual([0, 0])
      await expectInvariants(db)
    }))

  it('is answered at once, with the ways of delivery that are left', () =>
    inTestTransaction(async (db) => {
      const { ask, serve } = await openShop(db, { pickup: PICKUP, sameDay: SAME_DAY })
      expect(await ask('500002')).toMatchObject({ kind: 'days' })
      await serve('500034')
      const answer = await ask('500002')
      expect(answer).toMatchObject({
        kind: 'not-served',
        text: 'We do not deliver to PIN 500002 yet. You can pick up your order at our studio.',
        heat: null,
      })
      expect(methodsOf(answer)).toEqual(['same-day', 'pickup'])
      expect(methodsOf(await ask('500034'))).toEqual(['courier', 'same-day', 'pickup'])
    }))

  it('that does not exist is refused, and nothing is reserved', () =>
    inTestTransaction(async (db) => {
      const { product, pay, ask, stored } = await openShop(db)
      const message = 'There is no PIN 290001. Please check it.'
      expect(await ask('290001')).toMatchObject({ kind: 'not-served', text: message, offers: [] })
      const { shippingAddress } = createCheckout(product)
      const nowhere = { shippingAddress: { ...shippingAddress, pincode: '290001' } }
      await expect(pay(nowhere)).rejects.toMatchObject({ code: 'conflict', message })
      expect(await stored()).toEqual([0, 0])
    }))

  it('of another state is refused while sales are within the state, whatever state is named', () =>
    inTestTransaction(async (db) => {
      const { product, pay, ask, stored } = await openShop(db)
      const message = 'We deliver inside Telangana only at the moment.'
      expect(await ask('400001')).toMatchObject({ kind: 'not-served', text: message, offers: [] })
      const { shippingAddress } = createCheckout(product)
      const mumbai = { shippingAddress: { ...shippingAddress, state: 'Telangana' as const, pincode: '400001' } }
      await expect(pay(mumbai)).rejects.toMatchObject({ code: 'conflict', message })
      expect(await stored()).toEqual([0, 0])
      expect(await ask('500002')).toMatchObject({ kind: 'days' })
      expect(await ask('507002')).toMatchObject({ kind: 'days' })
    }))

  it('of another state gets no rider either while sales are within the state, nor does an army post', () =>
    inTestTransaction(async (db) => {
      const { product, pay, ask, stored } = await openShop(db, {
        sameDay: { ...SAME_DAY, prefixes: [...SAME_DAY.prefixes, '400', '9'] },
        delivery: { ...DEFAULT_SETTINGS.delivery, blocked: [] },
      })
      const message = 'We deliver inside Telangana only at the moment.'
      const { shippingAddress } = createCheckout(product)
      for (const pincode of ['400001', '900056']) {
        expect(await ask(pincode)).toMatchObject({ kind: 'not-served', text: message, offers: [] })
        const outside = { shippingAddress: { ...shippingAddress, pincode } }
        for (const deliveryMethod of ['courier', 'same-day'] as const)
          await expect(pay({ ...outside, deliveryMethod })).rejects.toMatchObject({ code: 'conflict', message })
      }
      expect(await stored()).toEqual([0, 0])
      await registerForGst(db, 'regular')
      expect(methodsOf(await ask('400001'))).toEqual(['courier', 'same-day'])
    }))

  it('can still pick up, and get a rider', () =>
    inTestTransaction(async (db) => {
      const { order, serve } = await openShop(db, { pickup: PICKUP, sameDay: SAME_DAY })
      await serve('110001')
      expect(await order({ deliveryMethod: 'pickup', amount: 450 })).toMatchObject({ deliveryMethod: 'pickup' })
      expect(await order({ deliveryMethod: 'same-day', amount: 700 })).toMatchObject({ shippingPaise: 250_00 })
    }))

  it('is refused, too, when an unpaid order is paid once more', () =>
    inTestTransaction(async (db) => {
      const { context, customer, order, serve } = await openShop(db)
      const { id } = await order()
      context.advanceMinutes(20)
      await expireOverduePayments(context)
      await serve('110001')
      await expect(retryPayment(context, customer.id, id)).rejects.toMatchObject({
        ...{ code: 'conflict', message: 'We do not deliver to PIN 500002 yet.' },
      })
      await db.insert(servedPincodes).values({ pincode: '500002' })
      expect(await retryPayment(context, customer.id, id)).toMatchObject({ amount: 600 })
    }))

  it('that is an exception keeps the words of the exception', () =>
    inTestTransaction(async (db) => {
      const blocked = [{ prefix: '500', text: 'Not during the festival.', refusesOrders: true }]
      const { pay, serve } = await openShop(db, { delivery: { ...DEFAULT_SETTINGS.delivery, blocked } })
      await serve('110001')
      await expect(pay({})).rejects.toMatchObject({ message: 'Not during the festival.' })
    }))
})

describe('the price of a zone', () => {
  const zones = [{ prefix: '500', place: 'Hyderabad', from: 1, to: 1, fee: 60, freeFrom: 900 }]
  const delivery = { ...DEFAULT_SETTINGS.delivery, zones }

  it("replaces the shop's rule, and a total by the old rule is refused with the new one", () =>
    inTestTransaction(async (db) => {
      const { pay, order, stored } = await openShop(db, { delivery })
      await expect(pay({})).rejects.toMatchObject({ code: 'conflict', details: { total: 510 } })
      expect(await stored()).toEqual([0, 0])
      expect(await order({ amount: 510 })).toMatchObject({ shippingPaise: 60_00, totalPaise: 510_00 })
    }))

  it('has a subtotal of its own from which it is free', () =>
    inTestTransaction(async (db) => {
      const { order } = await openShop(db, { delivery })
      expect(await order({ quantity: 2, amount: 900 })).toMatchObject({ shippingPaise: 0 })
    }))

  it('is never free without one, whatever the rule of the shop', () =>
    inTestTransaction(async (db) => {
      const never = zones.map((zone) => ({ ...zone, freeFrom: null }))
      const shipping = { fee: 150, freeFrom: 1000 }
      const { order } = await openShop(db, { shipping, delivery: { ...delivery, zones: never } })
      expect(await order({ quantity: 4, amount: 1860 })).toMatchObject({ shippingPaise: 60_00 })
    }))
})

describe('pickup at the studio', () => {
  const SATURDAY_EVENING = new Date('2026-11-28T17:30:00+05:30')

  it('is possible on a Sunday on which the studio is open', () =>
    inTestTransaction(async (db) => {
      const { ask, order } = await openShop(db, { pickup: PICKUP }, new Date('2026-11-28T11:00:00+05:30'))
      const pickup = (await ask('560001')).offers.at(-1)
      expect(pickup).toMatchObject({ method: 'pickup', fee: 0, promise: { to: '2026-11-28' } })
      expect(pickup.text).toBe('7 Road No. 12, Banjara Hills. Second floor')
      expect(pickup.days[1]).toMatchObject({ day: '2026-11-29', state: 'free' })
      expect(await order({ deliveryMethod: 'pickup', deliverOn: '2026-11-29', amount: 450 })).toMatchObject({
        ...{ deliverOn: '2026-11-29', shipOn: '2026-11-28', deliverFrom: '2026-11-29', deliverTo: '2026-11-29' },
      })
    }))

  it('is supplied at the studio: another state pays the tax of this one', () =>
    inTestTransaction(async (db) => {
      const { order } = await openShop(db, { pickup: PICKUP }, SATURDAY_EVENING)
      const elsewhere = { firstName: 'Asha', lastName: 'Rao', address: '1 MG Road', city: 'Bengaluru' }
      const { shippingAddress } = await order({
        ...{ deliveryMethod: 'pickup', amount: 450 },
        shippingAddress: { ...elsewhere, state: 'Karnataka', pincode: '560001' },
      })
      expect(shippingAddress).toEqual({
        ...{ firstName: 'Asha', lastName: 'Rao', address: PICKUP.address },
        ...{ city: 'Hyderabad', state: 'Telangana', pincode: '500034' },
      })
    }))

  it('that is not offered is refused, also when an unpaid order is paid once more', () =>
    inTestTransaction(async (db) => {
      const { context, customer, order, pay } = await openShop(db, { pickup: PICKUP })
      const { id } = await order({ deliveryMethod: 'pickup', amount: 450 })
      await changeSection(db, 'pickup', { version: 1, value: { ...PICKUP, isOffered: false }, by: TEST_ADMIN })
      const message = 'Orders cannot be picked up at the moment. Please choose delivery.'
      await expect(pay({ deliveryMethod: 'pickup', amount: 450 })).rejects.toMatchObject({ message })
      context.advanceMinutes(20)
      await expireOverduePayments(context)
      await expect(retryPayment(context, customer.id, id)).rejects.toMatchObject({ message })
    }))
})

describe('delivery on the same day', () => {
  it.each([
    ['11:59', { shipOn: '2026-11-24', from: '2026-11-24', to: '2026-11-24' }],
    ['12:00', null],
  ])('at %s', (time, promise) =>
    inTestTransaction(async (db) => {
      const { ask, pay, order } = await openShop(db, { sameDay: SAME_DAY }, new Date(`2026-11-24T${time}:00+05:30`))
      const offer = (await ask('500081')).offers.at(-1)
      expect(offer).toMatchObject({ method: 'same-day', fee: 250, promise })
      const checkout = { deliveryMethod: 'same-day', amount: 700 } as const
      if (promise) expect(await order(checkout)).toMatchObject({ shippingPaise: 250_00, deliverTo: promise.to })
      else await expect(pay(checkout)).rejects.toMatchObject({ code: 'conflict', message: /^Too late for today/ })
    }),
  )

  it.each([
    { what: 'where orders are refused', delivery: [{ prefix: '500081', text: 'Not there.', refusesOrders: true }] },
    { what: 'in busy times', busyDays: 1 },
  ])('is not offered $what', ({ delivery: blocked = [], busyDays = 0 }) =>
    inTestTransaction(async (db) => {
      const delivery = { ...DEFAULT_SETTINGS.delivery, blocked }
      const dispatch = { ...DEFAULT_SETTINGS.dispatch, busyDays }
      const { ask } = await openShop(db, { sameDay: SAME_DAY, delivery, dispatch })
      expect(methodsOf(await ask('500081'))).toEqual(['courier'])
    }),
  )

  it('names the earlier cut-off when today is too late', () =>
    inTestTransaction(async (db) => {
      const sameDay = { ...SAME_DAY, cutOff: '16:00' }
      const { ask } = await openShop(db, { sameDay }, new Date('2026-11-24T15:00:00+05:30'))
      expect((await ask('500081')).offers.at(-1)).toMatchObject({ text: expect.stringContaining('2:00 PM') })
    }))

  it('says that today is full, not that it is too late', () =>
    inTestTransaction(async (db) => {
      const dispatch = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 1 }
      const { ask, order, pay } = await openShop(db, { sameDay: SAME_DAY, dispatch })
      await order()
      const text = 'Not possible today: the day is full. On other days, order by 12:00 PM.'
      expect((await ask('500081')).offers.at(-1)).toMatchObject({ method: 'same-day', promise: null, text })
      await expect(pay({ deliveryMethod: 'same-day', amount: 700 })).rejects.toThrow(text)
    }))

  it('is offered only where the rider goes', () =>
    inTestTransaction(async (db) => {
      const { ask, pay } = await openShop(db, { sameDay: SAME_DAY })
      expect(methodsOf(await ask('502032'))).toEqual(['courier'])
      const shippingAddress = { ...createCheckout(await insertProduct(db)).shippingAddress, pincode: '502032' }
      await expect(pay({ deliveryMethod: 'same-day', amount: 700, shippingAddress })).rejects.toMatchObject({
        code: 'conflict',
      })
    }))
})
