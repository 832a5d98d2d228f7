import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { shopDay } from '#src/core/dates.ts'
import { promiseDelivery } from '#src/core/delivery/delivery-promise.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import type { IndianState } from '#src/core/gst.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { deliveryApi } from '#src/features/orders/delivery/delivery.api.server.ts'
import { getDispatchMonth, listDispatchedOrders } from '#src/features/orders/dispatch/dispatch-calendar.server.ts'
import { readDispatchLoad } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { getOrderDetails } from '#src/features/orders/lookup/order-details.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { findOrderPayment } from '#src/features/payments/order-payment/order-payment.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

const CLOCKS = [
  ['on a Tuesday morning', '2026-11-24T11:00'],
  ['a minute before the cut-off', '2026-11-24T13:59'],
  ['at the cut-off', '2026-11-24T14:00'],
  ['at 23:59 of a day with a cut-off', '2026-11-24T23:59'],
  ['half an hour after midnight', '2026-11-25T00:30'],
  ['on a Saturday evening', '2026-11-28T19:00'],
  ['on a Sunday', '2026-11-29T12:00'],
  ['on the evening before a holiday', '2027-01-25T20:00'],
  ['on a holiday', '2027-01-26T11:00'],
  ['before a closed week', '2026-12-18T15:00'],
] as const
const PLACES = [
  ['Hyderabad', 'Telangana', '500034'],
  ['Bengaluru', 'Karnataka', '560034'],
  ['Guwahati', 'Assam', '781001'],
] as const
const LOADS = ['a free day', 'a full day', 'busy mode'] as const

const COMBINATIONS = CLOCKS.flatMap(([clock, time], row) =>
  PLACES.map(([city, state, pincode], column) => {
    const load = LOADS[(row + column) % 3] ?? 'a free day'
    return { clock, time, city, state, pincode, load }
  }),
)

async function openShop(db: Db, { time, load }: { time: string; load: (typeof LOADS)[number] }) {
  const context = createTestPayments(db, new Date(`${time}:00+05:30`))
  await registerForGst(db, 'regular')
  const value = {
    ...DEFAULT_SETTINGS.dispatch,
    parcelsPerDay: 2,
    busyDays: load === 'busy mode' ? 2 : 0,
    closures: [{ from: '2026-12-20', to: '2026-12-27', note: 'Winter' }],
  }
  await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
  const product = await insertProduct(db, { pricePaise: 24_000, stock: 60 })
  const customer = await createCustomer(db)
  const order = (wanted: Parameters<typeof createCheckout>[1]) =>
    initiatePayment(context, customer.id, createCheckout(product, wanted))
  if (load === 'a full day') for (let nth = 0; nth < 2; nth += 1) await order({})
  return { context, product, customer, order }
}

type Shop = Awaited<ReturnType<typeof openShop>>
type Address = { city: string; state: IndianState; pincode: string }

/** What the product page, the cart and the checkout ask for. */
async function shownDelivery({ context: { db, now }, product }: Shop, pincode: string) {
  const response = await deliveryApi({ db, now }).request(`/delivery?pincode=${pincode}&products=${product.id}`)
  return response.json()
}

/** Pays, and collects the dates of every place that names one. */
async function walkToPaidOrder(shop: Shop, address: Address, chosen: { deliverOn?: string; shipOn: string }) {
  const { context, customer } = shop
  const { db } = context
  const shippingAddress = { firstName: 'Asha', lastName: 'Rao', address: '12 Main Road', ...address }
  const started = await shop.order({ shippingAddress, ...chosen })
  const unpaid = onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId)))
  await simulatePayment(context, started.clientTxnId)
  const details = await getOrderDetails(db, {
    id: unpaid.id,
    scope: { userId: customer.id },
    paymentOf: findOrderPayment,
    refundsOf: async () => new Map(),
    documentsOf: async () => new Map(),
  })
  const messages = await db.select().from(outboxMessages)
  const month = await getDispatchMonth(db, { month: unpaid.shipOn?.slice(0, 7) ?? '', now: context.now() })
  const parcels = await listDispatchedOrders(db, { day: unpaid.shipOn ?? '', now: context.now() })
  const load = await readDispatchLoad(db, context.now())
  return {
    started: started.expectedDelivery,
    order: { from: unpaid.deliverFrom, to: unpaid.deliverTo },
    page: details.expectedDelivery,
    shipOn: unpaid.shipOn,
    mail: messages.find(({ text, channel }) => channel === 'email' && text.includes(started.orderId))?.text,
    calendar: month.days.find(({ day }) => day === unpaid.shipOn),
    isListed: parcels.some(({ orderId }) => orderId === started.orderId),
    parcels: load.parcels.get(unpaid.shipOn ?? ''),
  }
}

describe('every place names the same delivery date', () => {
  it.each(COMBINATIONS)('$clock, to $city, $load', ({ time, load, ...address }) =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db, { time, load })
      const { clock: _, ...place } = address
      const shown = await shownDelivery(shop, place.pincode)
      const orderedAt = shop.context.now()
      const calculated = promiseDelivery(
        { orderedAt, pincode: place.pincode, meltClass: 'bar' },
        toDeliveryRules(await readSettings(db)),
        await readDispatchLoad(db, orderedAt),
      )
      const { shipOn, from, to } = shown
      expect(calculated).toMatchObject({ shipOn, from, to })
      const [courier] = shown.offers
      expect(courier.promise).toEqual({ shipOn, from, to })
      expect(courier.days[0]).toMatchObject({ day: to, state: 'free', shipOn, from })
      expect(shipOn >= shopDay(orderedAt)).toBe(true)

      const soonest = await walkToPaidOrder(shop, place, { shipOn })
      expectOneDate(soonest, { shipOn, from, to })

      const { days } = (await shownDelivery(shop, place.pincode)).offers[0]
      const chosen = days.filter(({ state }: { state: string }) => state === 'free').at(3)
      const later = await walkToPaidOrder(shop, place, { shipOn: chosen.shipOn, deliverOn: chosen.day })
      expectOneDate(later, { shipOn: chosen.shipOn, from: chosen.from, to: chosen.day })
    }),
  )
})

type Walk = Awaited<ReturnType<typeof walkToPaidOrder>>

function expectOneDate(walk: Walk, { shipOn, ...days }: { shipOn: string; from: string; to: string }) {
  expect(walk.started).toEqual(days)
  expect(walk.order).toEqual(days)
  expect(walk.page).toEqual(days)
  expect(walk.mail).toContain(`Expected ${formatDeliveryWindow(days)}.`)
  expect(walk.shipOn).toBe(shipOn)
  expect(walk.isListed).toBe(true)
  expect(walk.calendar).toMatchObject({ isDispatchDay: true, parcels: walk.parcels })
}
