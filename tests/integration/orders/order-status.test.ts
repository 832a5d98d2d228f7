import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { adminApi } from '#src/features/admin/admin.api.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { anonymiseFinishedOrders } from '#src/features/orders/erase-orders.server.ts'
import { ADMIN_ORDER_STATUSES } from '#src/features/orders/order-status.ts'
import { Order } from '#src/features/orders/orders.contract.ts'
import { orderStatusChanges, orders } from '#src/features/orders/orders.table.server.ts'
import { erasePayerData } from '#src/features/payments/erase-payer-data.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder, createOrdersApi } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

async function openAdmin(db: Db) {
  const api = createOrdersApi(db)
  api.route('/', adminApi({ db, closing: new AbortController().signal }))
  const admin = onlyRow(await db.insert(users).values({ email: 'maker@golconda.example', isAdmin: true }).returning())
  const cookieOf = async (userId: string, kind: 'admin' | 'customer') =>
    `shop_session=${await startSession(db, { userId, kind })}`
  const adminCookie = await cookieOf(admin.id, 'admin')
  const context = createTestPayments(db)
  const product = await insertProduct(db, { pricePaise: 199_900, stock: 5 })
  const customer = await createCustomer(db)
  const orderOf = ({ paid }: { paid: boolean }) => createOrder(context, { customer, product, paid })
  const get = (path: string, cookie = adminCookie) => api.request(`/api${path}`, { headers: { cookie } })
  const move = (id: string, body: unknown, cookie = adminCookie) =>
    api.request(`/api/orders/${id}/status`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', cookie, origin: 'http://localhost' },
    })
  return { admin, customer, product, anOrder: orderOf, get, move, cookieOf }
}

const statusOf = async (db: Db, id: string) => onlyRow(await db.select().from(orders).where(eq(orders.id, id))).status

const IN_ORDER = ['pending', 'processing', 'shipped', 'completed']
const isBack = (from: string, to: string) => IN_ORDER.indexOf(to) < IN_ORDER.indexOf(from)

/** Three limits: cancelled is final, work needs payment, a step back needs a reason. */
function mayMove({ from, to, because, paid }: { from: string; to: string; because: boolean; paid: boolean }): boolean {
  if (to === from) return true
  if (from === 'cancelled') return false
  return to === 'cancelled' || (paid && (because || !isBack(from, to)))
}

describe('an admin', () => {
  it('ships a paid order; the customer is notified once, and the history says who did it', () =>
    inTestTransaction(async (db) => {
      const { anOrder, move, admin } = await openAdmin(db)
      const { id } = await anOrder({ paid: true })
      for (const _ of [1, 2]) expect((await move(id, { status: 'shipped' })).status).toBe(200)
      expect(await statusOf(db, id)).toBe('shipped')
      const mails = (await db.select().from(outboxMessages)).filter((message) => message.subject.includes('on its way'))
      expect(mails).toHaveLength(1)
      expect(await db.select().from(orderStatusChanges).orderBy(orderStatusChanges.createdAt)).toMatchObject([
        { from: 'pending', to: 'processing', actor: 'payment' },
        { from: 'processing', to: 'shipped', actor: 'admin', actorId: admin.id },
      ])
    }))

  it('must give a reason for moving an order back', () =>
    inTestTransaction(async (db) => {
      const { anOrder, move } = await openAdmin(db)
      const { id } = await anOrder({ paid: true })
      await move(id, { status: 'completed' })
      expect((await move(id, { status: 'processing' })).status).toBe(409)
      expect(await statusOf(db, id)).toBe('completed')
      expect((await move(id, { status: 'processing', reason: 'The courier brought it back' })).status).toBe(200)
    }))

  it('moves orders within three limits, in any sequence; a rejected move changes nothing', () =>
    inTestTransaction(async (db) => {
      const { move } = await openAdmin(db)
      const [context, product] = [createTestPayments(db), await insertProduct(db, { stock: 1000 })]
      const choice = fc.record({ to: fc.constantFrom(...ADMIN_ORDER_STATUSES), because: fc.boolean() })
      const property = fc.asyncProperty(fc.boolean(), fc.array(choice, { maxLength: 6 }), async (paid, choices) => {
        const { id } = await createOrder(context, { customer: await createCustomer(db), product, paid })
        let from: string = await statusOf(db, id)
        for (const { to, because } of choices) {
          const isMoved = mayMove({ from, to, because, paid })
          const answer = await move(id, { status: to, ...(because && { reason: 'So it came' }) })
          expect([from, to, answer.status]).toEqual([from, to, isMoved ? 200 : 409])
          if (isMoved) from = to
          expect(await statusOf(db, id)).toBe(from)
        }
      })
      await fc.assert(property, { numRuns: 20 })
    }))

  it('cannot process an unpaid order, but can cancel it, which releases its items', () =>
    inTestTransaction(async (db) => {
      const { anOrder, move } = await openAdmin(db)
      const { id } = await anOrder({ paid: false })
      expect((await move(id, { status: 'shipped' })).status).toBe(409)
      expect((await move(id, { status: 'cancelled' })).status).toBe(200)
      expect(await db.select().from(payments)).toMatchObject([{ status: 'cancelled' }])
      expect(await db.select().from(products)).toMatchObject([{ stock: 5, reserved: 0 }])
    }))

  it('refunds a paid order by cancelling it, once, and the order stays cancelled', () =>
    inTestTransaction(async (db) => {
      const { anOrder, move } = await openAdmin(db)
      const { id } = await anOrder({ paid: true })
      await move(id, { status: 'cancelled' })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'order-cancelled', amountPaise: 214_900 }])
      expect((await move(id, { status: 'processing', reason: 'Changed my mind' })).status).toBe(409)
      await move(id, { status: 'cancelled' })
      expect(await db.select().from(refunds)).toHaveLength(1)
    }))

  it.each([{ status: 'delivered' }, { status: 'shiped' }, { status: null }, {}, { status: 'shipped', isAdmin: true }])(
    'is told that %j is not a status change',
    (body) =>
      inTestTransaction(async (db) => {
        const { anOrder, move } = await openAdmin(db)
        const { id } = await anOrder({ paid: true })
        expect((await move(id, body)).status).toBe(400)
        expect(await statusOf(db, id)).toBe('processing')
      }),
  )

  it('gets 404 for unknown and impossible order numbers', () =>
    inTestTransaction(async (db) => {
      const { move } = await openAdmin(db)
      expect((await move(crypto.randomUUID(), { status: 'shipped' })).status).toBe(404)
      for (const id of ['abc', '-1', '9e99']) expect((await move(id, { status: 'shipped' })).status).toBe(404)
    }))

  it('needs an admin session to change orders and see the figures, even with an admin account', () =>
    inTestTransaction(async (db) => {
      const { anOrder, move, get, customer, admin, cookieOf } = await openAdmin(db)
      const { id } = await anOrder({ paid: true })
      const noAdmins = [
        [customer.cookie, 403],
        [await cookieOf(customer.id, 'admin'), 403],
        [await cookieOf(admin.id, 'customer'), 401],
      ] as const
      for (const [cookie, status] of noAdmins) {
        expect((await move(id, { status: 'shipped' }, cookie)).status).toBe(status)
        expect((await get('/dashboard/stats', cookie)).status).toBe(status)
      }
      expect((await get('/dashboard/stats', 'admin_authenticated=true')).status).toBe(401)
      expect(await statusOf(db, id)).toBe('processing')
    }))

  it('sees the revenue, the orders of today, and low stock', () =>
    inTestTransaction(async (db) => {
      const { anOrder, get, move } = await openAdmin(db)
      await insertProduct(db, { stock: 2, minStock: 2 })
      await anOrder({ paid: true })
      const cancelled = await anOrder({ paid: true })
      await anOrder({ paid: false })
      await move(cancelled.id, { status: 'cancelled' })
      expect(await (await get('/dashboard/stats')).json()).toEqual({
        totalRevenue: 2149,
        ordersToday: 2,
        totalProducts: 2,
        lowStockCount: 2,
      })
    }))
})

describe('GET /api/orders', () => {
  it('answers a customer with their own orders and an admin with all, newest first', () =>
    inTestTransaction(async (db) => {
      const { anOrder, get, customer, product } = await openAdmin(db)
      await anOrder({ paid: true })
      await anOrder({ paid: false })
      const own = Order.array().parse(await (await get('/orders', customer.cookie)).json())
      expect(own.map((order) => [order.status, order.awaitingPayment]).sort()).toEqual([
        ['pending', true],
        ['processing', false],
      ])
      expect(own[0]?.items).toMatchObject([
        { quantity: 1, price: 1999, product: { id: product.id, name: product.name } },
      ])
      expect(await (await get('/orders', (await createCustomer(db)).cookie)).json()).toEqual([])
      expect(await (await get('/orders')).json()).toHaveLength(2)
      expect((await get('/orders', '')).status).toBe(401)
    }))

  it('pages through the list on request', () =>
    inTestTransaction(async (db) => {
      const { anOrder, get } = await openAdmin(db)
      for (let i = 0; i < 3; i++) await anOrder({ paid: true })
      const first = await get('/orders?limit=2')
      expect(first.headers.get('x-total-count')).toBe('3')
      const next = /<\/api([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
      const second = await get(next ?? '')
      const pages = [...Order.array().parse(await first.json()), ...Order.array().parse(await second.json())]
      expect(new Set(pages.map((order) => order.id)).size).toBe(3)
      expect(second.headers.get('link')).toBeNull()
      for (const bad of ['limit=0', 'limit=x', 'cursor=1']) expect((await get(`/orders?${bad}`)).status).toBe(400)
    }))
})

describe('the orders of a customer who deletes the account', () => {
  it('keep the address until they are delivered, then what tax law keeps and nothing else', () =>
    inTestTransaction(async (db) => {
      const { anOrder, move, customer } = await openAdmin(db)
      const [running, finished] = [await anOrder({ paid: true }), await anOrder({ paid: true })]
      await move(finished.id, { status: 'completed' })
      await deleteAccount(db, { user: customer, onDelete: eraseCustomerData })
      const orderOf = async (id: string) => onlyRow(await db.select().from(orders).where(eq(orders.id, id)))
      expect(await orderOf(finished.id)).toMatchObject({
        userId: null,
        customerName: 'Deleted account',
        customerPhone: '',
        totalPaise: 214_900,
        shippingAddress: { firstName: '-', lastName: '-', address: '-', state: 'Telangana' },
      })
      expect(await orderOf(running.id)).toMatchObject({ userId: null, customerName: 'Asha Rao', status: 'processing' })

      await move(running.id, { status: 'completed' })
      await anonymiseFinishedOrders(db)
      expect(await orderOf(running.id)).toMatchObject({ customerName: 'Deleted account', customerEmail: '' })

      const payers = async () =>
        (await db.select({ vpa: payments.customerVpa }).from(payments)).filter(({ vpa }) => vpa !== null)
      expect(await payers()).toHaveLength(1)
      await erasePayerData(db)
      expect(await payers()).toEqual([])
    }))
})
