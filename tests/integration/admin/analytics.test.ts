import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DEMO_PRODUCTS } from '#db/demo/data/catalog.ts'
import { SAMPLE_METRICS } from '#db/demo/data/order-history.ts'
import { seedDemoCatalog } from '#db/demo/seed-catalog.ts'
import { seedDemoHistory } from '#db/demo/seed-history.ts'
import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { analyticsApi } from '#src/features/admin/analytics/analytics.api.server.ts'
import { type Analytics, FigureRow } from '#src/features/admin/analytics/analytics.contract.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { anonymiseFinishedOrders } from '#src/features/orders/erase-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { cancelOrderPayment } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { createTestApi, readAllPages } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const inIndia = (time: string) => new Date(`${time}+05:30`)

const PATH = '/api/dashboard/analytics'

async function openAdmin(db: Db, now = new Date()) {
  const admin = await createAdmin(db)
  const api = createTestApi(analyticsApi({ db, now: () => now }))
  const signedIn = { headers: { cookie: admin.cookie } }
  const get = (path = '') => api.request(PATH + path, signedIn)
  const figures = async () => (await (await get()).json()) as Analytics
  return { api, signedIn, get, figures }
}

const demo = async (db: Db, now: Date) => {
  await seedDemoCatalog(db)
  await seedDemoHistory(db, now)
}

describe('a fresh demo', () => {
  it.each([
    '2026-11-21T14:05:00',
    '2026-11-23T00:05:00',
    '2026-12-01T00:00:01',
    '2027-02-01T00:00:00',
    '2028-02-29T15:00:00',
    '2026-12-31T23:59:59',
  ])('shows 45750, 23 and 8 as sample data when it starts on %s, and keeps every invariant', (time) =>
    inTestTransaction(async (db) => {
      await demo(db, inIndia(time))
      const { figures } = await openAdmin(db, inIndia(time))
      expect(await figures()).toMatchObject({ ...SAMPLE_METRICS, sample: true, asOf: inIndia(time).toISOString() })
      await expectInvariants(db)
    }),
  )

  it('has exactly the stock of the catalogue, sends no messages, and is created once', () =>
    inTestTransaction(async (db) => {
      const now = new Date()
      await demo(db, now)
      const written = await db.$count(orders)
      await demo(db, now)
      expect(await db.$count(orders)).toBe(written)
      const stock = await db.select({ sku: products.sku, stock: products.stock }).from(products)
      expect(new Map(stock.map((row) => [row.sku, row.stock]))).toEqual(
        new Map(DEMO_PRODUCTS.map((product) => [product.sku, product.stock])),
      )
      expect(await db.$count(outboxMessages)).toBe(0)
      await anonymiseFinishedOrders(db)
      expect(await db.$count(orders, eq(orders.customerEmail, ''))).toBe(0)
    }))

  it('does not change a shop with sales', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      await createOrder(context, { customer: await createCustomer(db), product: await insertProduct(db) })
      await demo(db, new Date())
      expect(await db.$count(orders)).toBe(1)
    }))

  it('lists behind each figure exactly what it counts, page by page', () =>
    inTestTransaction(async (db) => {
      const now = inIndia('2026-11-21T14:05:00')
      await demo(db, now)
      const { api, signedIn } = await openAdmin(db, now)
      const rows = async (figure: string) => {
        const { items, totals } = await readAllPages((path) => api.request(path, signedIn), `${PATH}/${figure}?limit=7`)
        const found = FigureRow.array().parse(items)
        expect(totals).toEqual([String(found.length)])
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
        return found
      }
      const revenue = await rows('revenue')
      expect(revenue.reduce((sum, { amount }) => sum + amount, 0)).toBe(SAMPLE_METRICS.revenueThisMonth)
      expect(revenue.filter(({ kind }) => kind === 'refund')).toHaveLength(1)
      expect(await rows('orders')).toHaveLength(SAMPLE_METRICS.ordersThisWeek)
      expect(await rows('customers')).toHaveLength(SAMPLE_METRICS.newCustomers)
    }))

  it('charts thirty days that end today, best sellers, and the products that run out first', () =>
    inTestTransaction(async (db) => {
      const now = inIndia('2026-11-21T14:05:00')
      await demo(db, now)
      const { revenueByDay, bestSellers, stockCover } = await (await openAdmin(db, now)).figures()
      expect(revenueByDay).toHaveLength(30)
      expect(revenueByDay.at(-1)?.day).toBe(shopDay(now))
      const november = revenueByDay.filter(({ day }) => day >= '2026-11-01')
      expect(november.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(SAMPLE_METRICS.revenueThisMonth)
      expect(bestSellers.map(({ pieces }) => pieces)).toEqual(
        bestSellers.map(({ pieces }) => pieces).toSorted((a, b) => b - a),
      )
      expect(stockCover[0]).toMatchObject({ name: 'Honeycomb Bark', available: 0, days: 0 })
    }))
})

describe('the figures of a shop that sells', () => {
  it('count a real order besides the samples, and are no longer called sample data', () =>
    inTestTransaction(async (db) => {
      await demo(db, new Date())
      const { figures } = await openAdmin(db)
      const [product] = await db.select().from(products).where(eq(products.sku, 'GC-DRK-01'))
      if (!product) throw new Error('The demo has a house bar')
      await createOrder(createTestPayments(db), { customer: await createCustomer(db), product, paid: false })
      expect(await figures()).toMatchObject({ ...SAMPLE_METRICS, sample: true })
      await createOrder(createTestPayments(db), { customer: await createCustomer(db), product, quantity: 2 })
      expect(await figures()).toMatchObject({
        revenueThisMonth: SAMPLE_METRICS.revenueThisMonth + 1050,
        ordersThisWeek: 24,
        newCustomers: 9,
        sample: false,
        includesSample: true,
      })
    }))

  it('are net of refunds, and zero in an empty shop', () =>
    inTestTransaction(async (db) => {
      const { figures, get } = await openAdmin(db)
      const nothing = { revenueThisMonth: 0, ordersThisWeek: 0, newCustomers: 0, sample: false, includesSample: false }
      expect(await figures()).toMatchObject(nothing)
      const order = await createOrder(createTestPayments(db), {
        customer: await createCustomer(db),
        product: await insertProduct(db),
      })
      expect(await figures()).toMatchObject({ revenueThisMonth: 600, ordersThisWeek: 1, newCustomers: 1 })
      await cancelOrderPayment(db, order)
      await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id))
      expect(await figures()).toMatchObject(nothing)
      expect((await (await get('/revenue')).json()).map(({ amount }: FigureRow) => amount).toSorted()).toEqual([
        -600, 600,
      ])
    }))

  it('start with the month and on Mondays in India, not in UTC', () =>
    inTestTransaction(async (db) => {
      const product = await insertProduct(db)
      const paid = async (at: Date) => {
        const customer = await createCustomer(db)
        await createOrder(createTestPayments(db), {
          customer,
          product,
          paid: at,
          checkout: { customerEmail: customer.email },
        })
      }
      const at = async (now: string) => (await openAdmin(db, inIndia(now))).figures()
      await paid(inIndia('2027-01-31T23:59:59'))
      expect(await at('2027-01-31T23:59:59')).toMatchObject({
        revenueThisMonth: 600,
        ordersThisWeek: 1,
        newCustomers: 1,
      })
      expect(await at('2027-02-01T00:00:00')).toMatchObject({ revenueThisMonth: 0, ordersThisWeek: 0, newCustomers: 0 })
      await paid(inIndia('2027-02-01T00:00:00'))
      expect(await at('2027-02-01T00:00:00')).toMatchObject({
        revenueThisMonth: 600,
        ordersThisWeek: 1,
        newCustomers: 1,
      })
    }))

  it.each(['/profit', '/revenue?limit=0', '/revenue?cursor=abc', '/revenue?page=2'])('reject %s', (path) =>
    inTestTransaction(async (db) => {
      const { get } = await openAdmin(db)
      expect((await get(path)).status).toBeOneOf([400, 404])
    }),
  )
})
