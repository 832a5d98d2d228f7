import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { deliveryApi } from '#src/features/orders/delivery/delivery.api.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** A Tuesday, before the cut-off. */
const TUESDAY = new Date('2026-11-24T11:00:00+05:30')

function openApi(db: Db, now = TUESDAY) {
  const api = deliveryApi({ db, now: () => now })
  return async (search: string) => {
    const response = await api.request(`/delivery?${search}`)
    return { status: response.status, answer: await response.json() }
  }
}

describe('the delivery date of an order that is placed now', () => {
  it.each([
    [
      'pincode=500034',
      { kind: 'days', place: 'Hyderabad', shipOn: '2026-11-24', from: '2026-11-25', to: '2026-11-25' },
    ],
    ['pincode=781 001', { kind: 'days', place: 'Your area', from: '2026-11-27', to: '2026-11-30' }],
    ['pincode=500034&craftingDays=3', { shipOn: '2026-11-27', from: '2026-11-28' }],
    ['pincode=500034&craftingDays=3&readyOn=2026-12-03', { shipOn: '2026-12-03' }],
    ['pincode=900056', { kind: 'by-arrangement', text: DEFAULT_SETTINGS.delivery.blocked[0]?.text }],
  ])('of %s', (search, expected) =>
    inTestTransaction(async (db) => {
      await registerForGst(db, 'regular')
      expect(await openApi(db)(search)).toMatchObject({ status: 200, answer: expected })
    }),
  )

  it('is the one that the payment freezes, also when the day is full', () =>
    inTestTransaction(async (db) => {
      const [context, product] = [createTestPayments(db, TUESDAY), await insertProduct(db, { stock: 9 })]
      const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 1 }
      await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
      const ask = openApi(db)
      for (const from of ['2026-11-25', '2026-11-26', '2026-11-27']) {
        const checkout = createCheckout(product)
        const { answer } = await ask(`pincode=${checkout.shippingAddress.pincode}`)
        expect(answer.from).toBe(from)
        const started = await initiatePayment(context, (await createCustomer(db)).id, {
          ...checkout,
          shipOn: answer.shipOn,
        })
        expect(started.expectedDelivery).toEqual({ from: answer.from, to: answer.to })
      }
    }))

  it("keeps the place of the customer's own unpaid order free for that customer only", () =>
    inTestTransaction(async (db) => {
      const [context, product] = [createTestPayments(db, TUESDAY), await insertProduct(db, { stock: 9 })]
      const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 1 }
      await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
      const checkout = createCheckout(product)
      const { clientTxnId } = await initiatePayment(context, (await createCustomer(db)).id, checkout)
      const ask = openApi(db)
      const search = `pincode=${checkout.shippingAddress.pincode}`
      expect((await ask(search)).answer.from).toBe('2026-11-26')
      expect((await ask(`${search}&order=${checkout.orderId}`)).answer.from).toBe('2026-11-25')
      await simulatePayment(context, clientTxnId)
      expect((await ask(`${search}&order=${checkout.orderId}`)).answer.from).toBe('2026-11-26')
    }))

  it.each([
    '',
    'pincode=',
    'pincode=5000',
    'pincode=500034&readyOn=9999-12-31',
    'pincode=012345',
    'pincode=500034&craftingDays=-1',
    'pincode=500034&craftingDays=1e3',
    'pincode=500034&readyOn=2026-02-30',
  ])('is refused for %j', (search) =>
    inTestTransaction(async (db) => {
      expect((await openApi(db)(search)).status).toBe(400)
    }),
  )
})
