import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '#src/core/money.ts'
import { creditNotes } from '#src/features/invoices/invoices.table.server.ts'
import { Reorder } from '#src/features/orders/orders.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { issueRefund } from '#src/features/payments/reconciliation/resolve-unmatched.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { openParcelShop, PARCEL_PRICE } from '#tests/factories/parcel-shop.ts'
import { createParcels } from '#tests/factories/parcels.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

describe("the customer's list", () => {
  it('shows an order to several people once, with all amounts and items', () =>
    inTestTransaction(async (db) => {
      const { place, list, call, setStatus } = await openParcelShop(db)
      const [first, second, third] = await place(4)
      const whole = {
        id: first?.id,
        orderId: first?.reference,
        total: 4 * PARCEL_PRICE,
        subtotal: 4 * 849,
        shipping: 600,
      }
      const { orders: listed, total } = await list('?own=true&limit=10')
      expect(total).toBe('1')
      expect(listed).toMatchObject([{ ...whole, status: 'processing', giftWrap: 240, gift: null }])
      expect(listed[0]?.shippingAddress.city).toBe('Hyderabad')
      expect(listed[0]?.items).toMatchObject([{ quantity: 4, price: 849 }])
      expect(listed[0]?.group).toMatchObject({
        number: null,
        count: 4,
        total: 4 * PARCEL_PRICE,
        statuses: { processing: 4 },
      })
      await setStatus(second?.id ?? '', 'shipped')
      await call('POST', `/orders/${second?.id}/received`)
      await call('POST', `/orders/${third?.id}/cancel`)
      const [after] = (await list()).orders
      expect(after).toMatchObject({ ...whole, status: 'processing' })
      expect(after?.group?.statuses).toEqual({ processing: 2, delivered: 1, cancelled: 1 })
      await expectInvariants(db)
    }))

  it('has whole pages and right counts with groups between other orders, and finds a group by any recipient', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, place, list } = await openParcelShop(db)
      const placed: (string | undefined)[] = []
      for (let nth = 0; nth < 3; nth++) {
        placed.unshift((await place(3, { parcels: createParcels(3) }))[0]?.reference)
        context.advanceMinutes(1)
        placed.unshift((await createOrder(context, { customer, product })).reference)
        context.advanceMinutes(1)
      }
      const walked: string[] = []
      for (let path: string | undefined = '?own=true&limit=2'; path; ) {
        const { orders: page, total, answer } = await list(path)
        expect(total).toBe('6')
        walked.push(...page.map(({ orderId }) => orderId))
        path = /api\/orders(\?[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      expect(walked.toSorted()).toEqual(placed.toSorted())
      expect(new Set(walked).size).toBe(6)
      const found = await list('?own=true&limit=9&q=Kumar%20AC')
      expect(found.orders.map(({ group }) => group?.count)).toEqual([3, 3, 3])
      expect(found.total).toBe('3')
    }))
})

describe('the details of an order to several people', () => {
  it('list every parcel, and open from the link of any of them', () =>
    inTestTransaction(async (db) => {
      const { place, details, call, setStatus } = await openParcelShop(db)
      const rows = await place(3, {
        parcels: createParcels(3, (nth) => (nth === 1 ? { deliverOn: '2026-12-10' } : {})),
      })
      const [first, second, third] = rows
      await setStatus(third?.id ?? '', 'shipped')
      const order = await details(second?.id ?? '')
      expect(order).toMatchObject({ id: first?.id, total: 3 * PARCEL_PRICE, documents: [], deliverOn: null })
      expect(order).toEqual(await details(first?.id ?? ''))
      expect(order.parcels.map(({ number, orderId, status }) => [number, orderId, status])).toEqual([
        [1, first?.reference, 'processing'],
        [2, second?.reference, 'processing'],
        [3, third?.reference, 'shipped'],
      ])
      expect(order.parcels[1]).toMatchObject({
        shippingAddress: { lastName: 'Kumar AB', city: 'Hyderabad' },
        gift: { message: 'Dear Ravi AB' },
        items: [{ quantity: 1 }],
        deliverOn: '2026-12-10',
        expectedDelivery: { to: '2026-12-10' },
        total: PARCEL_PRICE,
        refund: { due: 0, done: 0 },
      })
      expect(order.parcels.map(({ documents }) => documents.length)).toEqual([1, 1, 1])
      expect(order.timeline.map(({ text }) => text)).toEqual([
        'Order placed',
        'Payment received',
        'On its way to you (1 parcel)',
      ])
      for (const { id } of rows) expect((await call('GET', `/orders/${id}`)).status).toBe(200)
    }))

  it('are 404 for a stranger by the id of any parcel, with all actions', () =>
    inTestTransaction(async (db) => {
      const { place, call } = await openParcelShop(db)
      const stranger = await createCustomer(db)
      for (const { id } of await place(2)) {
        expect((await call('GET', `/orders/${id}`, { as: stranger })).status).toBe(404)
        for (const act of ['cancel', 'received', 'reorder'])
          expect((await call('POST', `/orders/${id}/${act}`, { as: stranger })).status).toBe(404)
      }
      const rows = await db.select({ status: orders.status }).from(orders)
      expect(rows).toEqual([{ status: 'processing' }, { status: 'processing' }])
    }))

  it('reordering puts what most people got into the cart, once', () =>
    inTestTransaction(async (db) => {
      const { place, product, call, setStatus } = await openParcelShop(db)
      const more = { items: [{ productId: product.id, quantity: 3 }] }
      const rows = await place(3, { parcels: createParcels(3, (nth) => (nth === 0 ? more : {})) })
      expect((await call('POST', `/orders/${rows[0]?.id}/reorder`)).status).toBe(409)
      for (const { id } of rows) await setStatus(id, 'shipped')
      for (const { id } of rows) await call('POST', `/orders/${id}/received`)
      const plan = async (id?: string) => Reorder.parse(await (await call('POST', `/orders/${id}/reorder`)).json())
      expect((await plan(rows[0]?.id)).added).toMatchObject([{ productId: product.id, quantity: 1 }])
    }))
})

describe('cancelling', () => {
  it('one parcel refunds and credits it alone, once', () =>
    inTestTransaction(async (db) => {
      const { context, admin, place, call, details } = await openParcelShop(db)
      const [first, second] = await place(3)
      for (let again = 0; again < 2; again++)
        expect((await call('POST', `/orders/${second?.id}/cancel`, { body: { reason: 'Moved' } })).status).toBe(200)
      const owed = await db.select().from(refunds)
      expect(owed).toMatchObject([{ orderId: second?.id, amountPaise: PARCEL_PRICE * 100, reason: 'order-cancelled' }])
      expect((await details(first?.id ?? '')).parcels.map(({ status, refund }) => [status, refund])).toEqual([
        ['processing', { due: 0, done: 0 }],
        ['cancelled', { due: PARCEL_PRICE, done: 0 }],
        ['processing', { due: 0, done: 0 }],
      ])
      await issueRefund(context, { id: owed[0]?.id ?? '', by: admin })
      await executeRefunds(context)
      const order = await details(first?.id ?? '')
      expect(order.parcels[1]).toMatchObject({ refund: { due: 0, done: PARCEL_PRICE } })
      expect(order.payment).toMatchObject({ refundDue: 0, refunded: PARCEL_PRICE, refunds: [{ amount: PARCEL_PRICE }] })
      const event = { kind: 'refunded', text: `We refunded ${formatAmount(PARCEL_PRICE)}` }
      expect(order.timeline).toContainEqual({ ...event, at: order.payment?.refunds[0]?.at })
      expect(order.parcels.map(({ documents }) => documents.map(({ title }) => title))).toEqual([
        ['Tax invoice'],
        ['Tax invoice', 'Credit note'],
        ['Tax invoice'],
      ])
      expect(await db.select().from(creditNotes)).toMatchObject([{ totalPaise: PARCEL_PRICE * 100 }])
      const [, note] = order.parcels[1]?.documents ?? []
      expect(note?.path).toMatch(/^credit-notes\//)
      await expectInvariants(db)
    }))

  it('an unpaid order cancels all its parcels, from any of them', () =>
    inTestTransaction(async (db) => {
      const { place, call, list } = await openParcelShop(db)
      const rows = await place(3, { paid: false })
      expect((await list()).orders).toMatchObject([
        { status: 'pending', awaitingPayment: true, total: 3 * PARCEL_PRICE },
      ])
      expect((await call('POST', `/orders/${rows[2]?.id}/cancel`)).status).toBe(200)
      expect((await list()).orders).toMatchObject([{ status: 'cancelled', total: 3 * PARCEL_PRICE }])
      expect(await db.$count(orders, eq(orders.status, 'cancelled'))).toBe(3)
      expect(await db.$count(refunds)).toBe(0)
      await expectInvariants(db)
    }))

  it('a packed parcel is refused, and the others can still be cancelled', () =>
    inTestTransaction(async (db) => {
      const { admin, place, call } = await openParcelShop(db)
      const [first, second] = await place(2)
      await call('PUT', `/admin/orders/${first?.id}/packed`, { as: admin, body: { packed: true } })
      expect((await call('POST', `/orders/${first?.id}/cancel`)).status).toBe(409)
      expect((await call('POST', `/orders/${second?.id}/cancel`)).status).toBe(200)
      await expectInvariants(db)
    }))
})
