import { z } from 'zod'
import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import type { Db } from '#src/db/database.server.ts'
import { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { createAdmin } from './admins.ts'
import { insertProduct } from './catalog.ts'
import { createFullApi } from './full-api.ts'
import { simulatePayment } from './orders.ts'
import { createParcels, startParcels } from './parcels.ts'
import { createCustomer, createTestPayments } from './payments/payments.ts'

const TUESDAY = new Date('2026-11-24T11:00:00+05:30')
/** What a parcel costs, in rupees: one bar, its shipping and its wrap. */
export const PARCEL_PRICE = 849 + 150 + 60

/** A registered shop whose customer sends orders to several people. */
export async function openParcelShop(db: Db, now = TUESDAY) {
  await seedDemoTaxRegistration(db)
  const api = createFullApi({ db })
  const [context, customer, admin] = [createTestPayments(db, now), await createCustomer(db), await createAdmin(db)]
  const product = await insertProduct(db, { pricePaise: 849_00, stock: 500 })
  const place = async (count: number, { paid = true, parcels = createParcels(count), checkout = {} } = {}) => {
    const started = await startParcels(context, { customer, product, parcels, checkout })
    if (paid) await simulatePayment(context, started.clientTxnId)
    const rows = await db.select().from(orders).orderBy(orders.parcelNumber)
    return rows.filter(({ reference }) => reference.startsWith(started.orderId))
  }
  const call = (
    method: string,
    path: string,
    { as = customer, body }: { as?: { cookie: string }; body?: object } = {},
  ) =>
    api.request(`/api${path}`, {
      method,
      headers: { cookie: as.cookie, origin: 'http://localhost', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const list = async (query = '', as: { cookie: string } = customer) => {
    const answer = await call('GET', `/orders${query}`, { as })
    return { orders: z.array(Order).parse(await answer.json()), total: answer.headers.get('x-total-count'), answer }
  }
  const details = async (id: string) => OrderDetails.parse(await (await call('GET', `/orders/${id}`)).json())
  const setStatus = (id: string, status: string) => call('PUT', `/orders/${id}/status`, { as: admin, body: { status } })
  return { api, context, customer, admin, product, place, call, list, details, setStatus }
}
