import { eq, isNotNull } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { createCouriers } from '#src/features/couriers/create-couriers.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { setPacked } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { AdminShipment, ShipmentRates } from '#src/features/orders/shipments/shipments.contract.ts'
import { shipmentScans, shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import { TrackedOrder } from '#src/features/orders/tracking/tracking.contract.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { settings } from '#src/features/settings/settings.table.server.ts'
import { DELHIVERY_TOKEN, startFakeDelhivery } from '#tests/fakes/delhivery.ts'
import { SHIPROCKET_USER, startFakeShiprocket } from '#tests/fakes/shiprocket.ts'
import { createAdmin } from './admins.ts'
import { insertFacts, insertProduct } from './catalog.ts'
import { MILK_BAR_FACTS } from './food-facts.ts'
import { createFullApi } from './full-api.ts'
import { createOrder } from './orders.ts'
import { createCustomer, createTestPayments } from './payments/payments.ts'

export const COURIER_SECRET = 'a-secret-of-the-couriers'

type Service = 'by-hand' | 'shiprocket' | 'delhivery'

/** A shop whose parcels go with a courier, both couriers as fakes, and a packed order to book. */
export async function openCourierShop(db: Db, service: Service = 'delhivery') {
  const [shiprocket, delhivery] = [await startFakeShiprocket(), await startFakeDelhivery()]
  const api = createFullApi(
    { db },
    {
      ...{ SHIPROCKET_EMAIL: SHIPROCKET_USER.email, SHIPROCKET_PASSWORD: SHIPROCKET_USER.password },
      ...{ SHIPROCKET_API_URL: shiprocket.url, DELHIVERY_API_URL: delhivery.url, DELHIVERY_TOKEN },
      COURIER_WEBHOOK_SECRET: COURIER_SECRET,
    },
  )
  const choose = async (wanted: Service) => {
    const value = { ...DEFAULT_SETTINGS.courier, service: wanted, pickupLocation: 'Studio' }
    await db.delete(settings).where(eq(settings.section, 'courier'))
    await db.insert(settings).values({ section: 'courier', version: 1, value })
  }
  await choose(service)
  const [context, customer, admin] = [createTestPayments(db), await createCustomer(db), await createAdmin(db)]
  const product = await insertProduct(db, { pricePaise: 849_00, stock: 500 })
  await insertFacts(db, product.id, MILK_BAR_FACTS)
  const call = async (method: string, path: string, body?: object) => {
    const answer = await api.request(`/api${path}`, {
      method,
      headers: {
        cookie: admin.cookie,
        origin: 'http://localhost',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, answer: await answer.json() }
  }
  const at = (orderId: string) => `/admin/orders/${orderId}`
  const pack = async () => {
    const order = await createOrder(context, { customer, product, quantity: 2 })
    await setPacked(db, { orderId: order.id, packed: true, by: admin })
    return order
  }
  const rateId = service === 'shiprocket' ? '43' : 'Surface'
  const book = (orderId: string, wanted = {}) =>
    call('POST', `${at(orderId)}/shipment`, { rateId, grams: 640, ...wanted })
  return {
    ...{ api, context, customer, admin, product, shiprocket, delhivery, choose, call, pack, book },
    see: async (orderId: string) => AdminShipment.parse((await call('GET', `${at(orderId)}/shipment`)).answer),
    rates: async (orderId: string) => ShipmentRates.parse((await call('GET', `${at(orderId)}/rates?grams=640`)).answer),
    act: (orderId: string, what: 'pickup' | 'end') => call('POST', `${at(orderId)}/shipment/${what}`),
    label: (orderId: string) => api.request(`/api${at(orderId)}/label.pdf`, { headers: { cookie: admin.cookie } }),
    /** Delivers a webhook; returns the response status. */
    deliver: async (body: string, secret: string | undefined = COURIER_SECRET, ip = '203.0.113.9') => {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': ip,
        ...(secret && { 'x-api-key': secret }),
      }
      return (await api.request('/api/parcel-scans', { method: 'POST', headers, body })).status
    },
    track: async (token: string | null) => TrackedOrder.parse(await (await api.request(`/api/track/${token}`)).json()),
    read: async (orderId: string) => onlyRow(await db.select().from(orders).where(eq(orders.id, orderId))),
    couriers: createCouriers({
      shiprocket: { ...SHIPROCKET_USER, url: shiprocket.url },
      delhivery: { token: DELHIVERY_TOKEN, url: delhivery.url },
    }),
    /** Two minutes after a courier was asked about a parcel. */
    lapse: () =>
      db
        .update(shipments)
        .set({ askingUntil: addMinutes(context.now(), -1) })
        .where(isNotNull(shipments.askingUntil)),
    booked: async (orderId: string) =>
      db.select().from(shipments).where(eq(shipments.orderId, orderId)).orderBy(shipments.createdAt),
    countScans: () => db.$count(shipmentScans),
    mails: async (words: string) =>
      (await db.select().from(outboxMessages)).filter(
        ({ subject, channel }) => channel === 'email' && subject?.includes(words),
      ),
  }
}

/** A shop with a booked parcel. */
export async function openBookedShop(db: Db, service: Exclude<Service, 'by-hand'> = 'delhivery') {
  const shop = await openCourierShop(db, service)
  const order = await shop.pack()
  await shop.book(order.id)
  const [shipment] = await shop.booked(order.id)
  return { ...shop, order, awb: shipment?.awb ?? '' }
}
