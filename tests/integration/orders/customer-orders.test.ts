import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { AdminOrder, Order, OrderDetails, Reorder } from '#src/features/orders/orders.contract.ts'
import { orderStatusChanges, orders } from '#src/features/orders/orders.table.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { startAutomaticRefunds } from '#src/features/payments/refunds/automatic-refunds.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createOrder, createOrdersApi, simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

type Cookie = { cookie: string }

async function aShop(db: Db) {
  const api = createOrdersApi(db)
  const admin = onlyRow(await db.insert(users).values({ email: 'maker@golconda.example', isAdmin: true }).returning())
  const signedInAdmin = {
    id: admin.id,
    cookie: `shop_session=${await startSession(db, { userId: admin.id, kind: 'admin' })}`,
  }
  const [context, customer, product] = [
    createTestPayments(db),
    await createCustomer(db),
    await insertProduct(db, { pricePaise: 24_000, stock: 9 }),
  ]
  const get = (path: string, { cookie }: Cookie = customer) => api.request(`/api${path}`, { headers: { cookie } })
  const send = ({ cookie }: Cookie, method: string, [path, body]: [string, unknown?]) =>
    api.request(`/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        cookie,
        origin: 'http://localhost',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    })
  const press = (path: string, body?: unknown) => send(customer, 'POST', [path, body])
  const move = (id: string, status: string) => send(signedInAdmin, 'PUT', [`/orders/${id}/status`, { status }])
  const details = async (id: string) => OrderDetails.parse(await (await get(`/orders/${id}`)).json())
  return { context, customer, signedInAdmin, product, get, send, press, move, details }
}

const stockLevels = (db: Db) => db.select({ stock: products.stock, reserved: products.reserved }).from(products)

describe('one order', () => {
  it('shows its customer the items, the history and the payment', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, move, details } = await aShop(db)
      const { id } = await createOrder(context, { customer, product, quantity: 2 })
      await move(id, 'shipped')
      const order = await details(id)
      expect(order).toMatchObject({ id, status: 'shipped', subtotal: 480, shipping: 150, total: 630 })
      expect(order.items).toMatchObject([{ quantity: 2, price: 240, product: { id: product.id } }])
      expect(order.timeline.map(({ kind, text }) => [kind, text])).toEqual([
        ['placed', 'Order placed'],
        ['paid', 'Payment received'],
        ['shipped', 'On its way to you'],
      ])
      expect(order.payment).toMatchObject({ status: 'success', upiTxnId: expect.any(String), refundDue: 0 })
      expect(order.payment?.paidAt).toBe(order.timeline[1]?.at)
    }))

  it('is shown and found under a number of the old form, too', () =>
    inTestTransaction(async (db) => {
      const { context, customer, signedInAdmin, product, get, details } = await aShop(db)
      const { id } = await createOrder(context, { customer, product })
      const reference = 'ORD_1763_of-an_earlier-form'
      await db.update(orders).set({ reference }).where(eq(orders.id, id))
      expect((await details(id)).orderId).toBe(reference)
      const found = await get(`/orders?limit=5&q=${reference}`, signedInAdmin)
      expect(z.array(Order).parse(await found.json())).toMatchObject([{ id, orderId: reference }])
    }))

  it('is expected as long as it is on its way', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, press, move, details } = await aShop(db)
      const { id } = await createOrder(context, { customer, product })
      expect((await details(id)).expectedDelivery).toEqual({ from: expect.any(String), to: expect.any(String) })
      await move(id, 'shipped')
      expect((await details(id)).expectedDelivery).not.toBeNull()
      await press(`/orders/${id}/received`)
      expect((await details(id)).expectedDelivery).toBeNull()
    }))

  it('waits for payment without a bank reference', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, details } = await aShop(db)
      const { id } = await createOrder(context, { customer, product, paid: false })
      expect((await details(id)).payment).toEqual({
        status: 'pending',
        upiTxnId: null,
        paidAt: null,
        refundDue: 0,
        refunded: 0,
        refunds: [],
        unused: [],
        byHand: null,
      })
    }))

  it('is 404 for other customers, with all its actions; an admin sees every order', () =>
    inTestTransaction(async (db) => {
      const { context, customer, signedInAdmin, product, get, send } = await aShop(db)
      const { id } = await createOrder(context, { customer, product })
      const stranger = await createCustomer(db)
      const acts = ['cancel', 'received', 'reorder'].map((act) => `/orders/${id}/${act}`)
      expect((await get(`/orders/${id}`, stranger)).status).toBe(404)
      for (const act of acts) {
        expect((await send(stranger, 'POST', [act])).status).toBe(404)
        expect((await send(signedInAdmin, 'POST', [act])).status).toBe(404)
        expect((await send({ cookie: '' }, 'POST', [act])).status).toBe(401)
      }
      expect((await get(`/orders/${id}`, { cookie: '' })).status).toBe(401)
      expect((await get(`/orders/${id}`, signedInAdmin)).status).toBe(200)
      for (const odd of ['abc', '-1', '9e99', crypto.randomUUID()]) {
        expect((await get(`/orders/${odd}`)).status).toBe(404)
        expect((await send(customer, 'POST', [`/orders/${odd}/cancel`])).status).toBe(404)
      }
      expect(await db.select({ status: orders.status }).from(orders)).toEqual([{ status: 'processing' }])
    }))
})

describe('cancelling', () => {
  it('cancels a paid order that is not packed: it is refunded and its items released, once', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, press, details } = await aShop(db)
      const { id } = await createOrder(context, { customer, product, quantity: 4 })
      expect(await stockLevels(db)).toEqual([{ stock: 5, reserved: 0 }])
      for (const body of [{ reason: 'I chose the wrong bars' }, {}])
        expect((await press(`/orders/${id}/cancel`, body)).status).toBe(200)
      expect(await stockLevels(db)).toEqual([{ stock: 9, reserved: 0 }])
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'order-cancelled', amountPaise: 111_000 }])
      expect(await details(id)).toMatchObject({ status: 'cancelled', payment: { refundDue: 1110 } })
      expect((await details(id)).timeline.at(-1)).toMatchObject({ kind: 'cancelled', text: 'Cancelled by you' })
      const changes = await db.select().from(orderStatusChanges)
      expect(changes.filter(({ to }) => to === 'cancelled')).toMatchObject([
        { actor: 'customer', actorId: customer.id, reason: 'I chose the wrong bars' },
      ])
      const cancellations = (await db.select().from(outboxMessages)).filter(({ subject }) =>
        subject.includes('is cancelled'),
      )
      expect(cancellations.map(({ to, text }) => [to, text.includes('₹1,110.00')])).toEqual([[customer.email, true]])
      await expectInvariants(db)
    }))

  it('shows the money that came after the order was cancelled, and its refund, to customer and admin', () =>
    inTestTransaction(async (db) => {
      const { context, customer, signedInAdmin, product, get, press, details } = await aShop(db)
      const { id } = await createOrder(context, { customer, product, paid: false })
      expect((await press(`/orders/${id}/cancel`, {})).status).toBe(200)
      const { clientTxnId } = onlyRow(await db.select().from(payments))
      await simulatePayment(context, clientTxnId)
      const unused = [{ at: expect.any(String), amount: 390, why: 'The order is cancelled.' }]
      expect((await details(id)).payment).toMatchObject({ paidAt: null, unused, refundDue: 390, refunded: 0 })
      await startAutomaticRefunds(context)
      await executeRefunds(context)
      const { payment, timeline } = await details(id)
      expect(payment).toMatchObject({ unused, refundDue: 0, refunded: 390 })
      const texts = ['We received ₹390.00. The order is cancelled.', 'We refunded ₹390.00']
      expect(timeline.map(({ text }) => text)).toEqual(expect.arrayContaining(texts))
      const seen = AdminOrder.parse(await (await get(`/admin/orders/${id}`, signedInAdmin)).json())
      expect(
        seen.timeline
          .filter(({ kind }) => kind === 'money')
          .map(({ text }) => text)
          .toSorted(),
      ).toEqual(texts)
      await expectInvariants(db)
    }))

  it('says what is still refunded when a part was refunded before', () =>
    inTestTransaction(async (db) => {
      const { context, customer, signedInAdmin, product, press } = await aShop(db)
      const { id } = await createOrder(context, { customer, product, quantity: 4 })
      const payment = onlyRow(await db.select().from(payments))
      const by = { id: signedInAdmin.id, email: 'maker@golconda.example' }
      const part = { paymentId: payment.id, amount: paise(110_000), reason: 'Two had melted', key: 'two-of-four' }
      await requestRefund(db, { ...part, by, now: context.now() })
      expect((await press(`/orders/${id}/cancel`)).status).toBe(200)
      expect(
        (await db.select().from(refunds).orderBy(desc(refunds.amountPaise))).map(({ amountPaise }) => amountPaise),
      ).toEqual([110_000, 1_000])
      const mails = (await db.select().from(outboxMessages)).filter(({ subject }) => subject.includes('is cancelled'))
      expect(mails.map(({ text }) => text)).toEqual([
        expect.stringContaining('You get back the remaining ₹10.00. We refunded the rest before.'),
      ])
      await expectInvariants(db)
    }))

  it('ends an unpaid order and its payment; late money is refunded', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, press } = await aShop(db)
      const { id } = await createOrder(context, { customer, product, paid: false })
      expect((await press(`/orders/${id}/cancel`)).status).toBe(200)
      const payment = onlyRow(await db.select().from(payments))
      expect(payment.status).toBe('cancelled')
      await simulatePayment(context, payment.clientTxnId)
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'order-cancelled' }])
      expect(await db.select({ status: orders.status }).from(orders)).toEqual([{ status: 'cancelled' }])
      expect(await stockLevels(db)).toEqual([{ stock: 9, reserved: 0 }])
      await expectInvariants(db)
    }))

  it.each(['shipped', 'completed'])('is rejected with a message once an order is %s', (status) =>
    inTestTransaction(async (db) => {
      const { context, customer, product, press, move } = await aShop(db)
      const { id } = await createOrder(context, { customer, product })
      await move(id, status)
      const refused = await press(`/orders/${id}/cancel`)
      expect([refused.status, await refused.json()]).toMatchObject([
        409,
        { message: 'This order has left our studio and can no longer be cancelled.' },
      ])
      expect(await db.$count(refunds)).toBe(0)
    }),
  )

  it('rejects an unknown body', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, press } = await aShop(db)
      const { id } = await createOrder(context, { customer, product })
      for (const body of [{ refund: 5000 }, { reason: 7 }, { reason: 'x'.repeat(501) }, []])
        expect((await press(`/orders/${id}/cancel`, body)).status).toBe(400)
      expect(await db.$count(refunds)).toBe(0)
    }))
})

describe("'I received it'", () => {
  it('turns a shipped order into a delivered one, once', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, press, move, details } = await aShop(db)
      const { id } = await createOrder(context, { customer, product })
      expect((await press(`/orders/${id}/received`)).status).toBe(409)
      await move(id, 'shipped')
      for (const _ of [1, 2]) expect((await press(`/orders/${id}/received`)).status).toBe(200)
      const { status, timeline } = await details(id)
      expect(status).toBe('delivered')
      expect(timeline.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'shipped', 'delivered'])
    }))

  it('says of a cancelled order that it was cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, press } = await aShop(db)
      const { id } = await createOrder(context, { customer, product })
      expect((await press(`/orders/${id}/cancel`)).status).toBe(200)
      const refused = await press(`/orders/${id}/received`)
      expect([refused.status, await refused.json()]).toMatchObject([409, { message: 'This order was cancelled.' }])
    }))
})

describe('reordering', () => {
  it('lists what is available, has a new price or is gone, and changes nothing', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, press, move } = await aShop(db)
      const { id } = await createOrder(context, { customer, product, quantity: 3 })
      expect((await press(`/orders/${id}/reorder`)).status).toBe(409)
      await move(id, 'completed')
      const reorder = async () => Reorder.parse(await (await press(`/orders/${id}/reorder`)).json())
      const { id: productId, name } = product
      const added = { productId, name, price: 240, imageUrl: null, maxPerOrder: 50, quantity: 3 }
      expect(await reorder()).toEqual({ added: [added], changed: [], skipped: [] })

      await db.update(products).set({ pricePaise: 26_000, stock: 2 })
      expect(await reorder()).toEqual({
        added: [{ ...added, price: 260, quantity: 2 }],
        changed: [{ productId, name, was: 240, now: 260 }],
        skipped: [{ productId, name, quantity: 1, reason: 'only 2 left' }],
      })
      await db.update(products).set({ stock: 0 })
      expect(await reorder()).toEqual({
        added: [],
        changed: [],
        skipped: [{ productId, name, quantity: 3, reason: 'sold out' }],
      })
      await db.update(products).set({ archivedAt: new Date() })
      expect((await reorder()).skipped).toMatchObject([{ reason: 'no longer sold' }])
      expect(await db.$count(orders)).toBe(1)
      expect(await stockLevels(db)).toEqual([{ stock: 0, reserved: 0 }])
    }))
})

describe('the list', () => {
  it("has only the customer's own orders, also in an admin session, page after page", () =>
    inTestTransaction(async (db) => {
      const { context, customer, signedInAdmin, product, get } = await aShop(db)
      for (const _ of [1, 2, 3, 4]) await createOrder(context, { customer, product })
      expect(await (await get('/orders?own=true', signedInAdmin)).json()).toEqual([])
      expect(await (await get('/orders', signedInAdmin)).json()).toHaveLength(4)
      const seen: string[] = []
      for (let next: string | undefined = '/orders?own=true&limit=2'; next; ) {
        const page = await get(next)
        expect(page.headers.get('x-total-count')).toBe('4')
        seen.push(
          ...Order.array()
            .parse(await page.json())
            .map(({ id }) => id),
        )
        next = /<\/api([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
        expect(next?.includes('own=true') ?? true).toBe(true)
      }
      expect(new Set(seen).size).toBe(4)
      expect(seen).toHaveLength(4)
      expect((await get('/orders?own=false')).status).toBe(400)
    }))
})

it('an order keeps the version of the policies that it was placed under', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product } = await aShop(db)
    const versionOf = async () => (await createOrder(context, { customer, product })).policiesVersion
    expect(await versionOf()).toBe(0)
    const value = { ...DEFAULT_SETTINGS.policies, terms: { text: 'Ours.', isConfirmed: true } }
    await changeSection(db, 'policies', { version: 0, value, by: TEST_ADMIN })
    expect(await versionOf()).toBe(1)
    const rows = await db.select({ version: orders.policiesVersion }).from(orders).orderBy(orders.policiesVersion)
    expect(rows.map(({ version }) => version)).toEqual([0, 1])
  }))
