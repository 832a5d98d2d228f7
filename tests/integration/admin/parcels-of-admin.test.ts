import { like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { TodoSummary } from '#src/features/admin/admin.contract.ts'
import { Analytics, FigureRow } from '#src/features/admin/analytics/analytics.contract.ts'
import { readDashboardStats } from '#src/features/admin/dashboard/dashboard-stats.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import {
  PaymentDetails,
  PaymentRecord,
  UnmatchedPayment,
} from '#src/features/payments/admin/admin-payments.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { openParcelShop, PARCEL_PRICE } from '#tests/factories/parcel-shop.ts'
import { createParcels } from '#tests/factories/parcels.ts'
import { expectInvariants } from '#tests/invariants.ts'

type Shop = Awaited<ReturnType<typeof openParcelShop>>

const readAs =
  ({ call, admin }: Shop) =>
  async (path: string) =>
    (await call('GET', path, { as: admin })).json()
const namesOf = (found: Order[]) =>
  found.map(({ orderId, group }) => [orderId.split('_').at(-1)?.slice(8), group?.number])

describe('an admin', () => {
  it('gets one mail about all parcels of an order', () =>
    inTestTransaction(async (db) => {
      const { place } = await openParcelShop(db)
      await place(5)
      const [mail, ...others] = await db
        .select()
        .from(outboxMessages)
        .where(like(outboxMessages.idempotencyKey, 'new-order:%'))
      expect(others).toEqual([])
      expect(mail?.subject).toMatch(/^New order ₹5,295\.00, 5 parcels to 5 people, 1 product, leaves /)
      expect(mail?.text).toContain('\n\n5 parcels to 5 people. To be packed, leaves ')
      expect(mail?.text).not.toMatch(/A gift|PIN/)
    }))

  it('packs each parcel by itself, and finds all of them by the number of the order', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const { admin, list, place, call } = shop
      const [first] = await place(12)
      const { orders: queue, total } = await list('?status=all&limit=50', admin)
      expect(total).toBe('12')
      expect(queue[0]?.group).toMatchObject({ id: first?.id, orderId: first?.reference, count: 12 })
      const { orders: found } = await list(`?limit=50&q=${first?.reference}`, admin)
      expect(found).toHaveLength(12)
      const { orders: second } = await list(`?limit=50&q=${first?.reference}-2`, admin)
      expect(namesOf(second)).toEqual([['-2', 2]])
      const answer = await call('GET', `/admin/print?kind=slips&ids=${found.map(({ id }) => id)}`, { as: admin })
      expect(await answer.text()).toContain('Parcel 12 of 12')
    }))

  it('sees the parcels of an order by their number, from page to page of every list', () =>
    inTestTransaction(async (db) => {
      const { admin, list, place } = await openParcelShop(db)
      await place(12)
      for (const status of ['all', 'pack', 'later']) {
        const numbers: (number | null | undefined)[] = []
        for (let path: string | undefined = `?status=${status}&limit=5`; path; ) {
          const { orders: page, answer } = await list(path, admin)
          numbers.push(...page.map(({ group }) => group?.number))
          path = /api\/orders(\?[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
        }
        expect(numbers).toEqual(status === 'later' ? [] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      }
    }))

  it('sees an unpaid order once, and cancels it as a whole', () =>
    inTestTransaction(async (db) => {
      const { admin, list, place, call } = await openParcelShop(db)
      const rows = await place(5, { paid: false })
      for (const status of ['unpaid', 'all']) {
        const { orders: open, total } = await list(`?limit=50&status=${status}`, admin)
        expect(open).toMatchObject([{ id: rows[0]?.id, group: { count: 5, total: 5 * PARCEL_PRICE } }])
        expect(total).toBe('1')
      }
      expect((await list(`?limit=50&status=unpaid&q=${rows[0]?.reference}`, admin)).orders).toHaveLength(5)
      const change = { status: 'cancelled', reason: 'By telephone' }
      expect((await call('PUT', `/orders/${rows[3]?.id}/status`, { as: admin, body: change })).status).toBe(200)
      const { orders: cancelled } = await list('?limit=50&status=cancelled', admin)
      expect(cancelled).toMatchObject([{ id: rows[0]?.id, group: { statuses: { cancelled: 5 } } }])
      await expectInvariants(db)
    }))

  it('counts an order to several people once in every figure', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db, new Date())
      const { place, call } = shop
      const rows = await place(4)
      await call('POST', `/orders/${rows[1]?.id}/cancel`)
      const read = readAs(shop)
      expect((await readDashboardStats(db)).ordersToday).toBe(1)
      const figures = Analytics.parse(await read('/dashboard/analytics'))
      expect(figures).toMatchObject({ ordersThisWeek: 1, newCustomers: 1, revenueThisMonth: 3 * PARCEL_PRICE })
      const behind = async (figure: string) => FigureRow.array().parse(await read(`/dashboard/analytics/${figure}`))
      const whole = { orderId: rows[0]?.reference, amount: 3 * PARCEL_PRICE }
      expect(await behind('orders')).toMatchObject([whole])
      expect(await behind('customers')).toMatchObject([whole])
      const moves = (await behind('revenue')).map(({ orderId, amount }) => [orderId, amount])
      expect(moves.toSorted()).toEqual([
        [rows[0]?.reference, 4 * PARCEL_PRICE],
        [rows[1]?.reference, -PARCEL_PRICE],
      ])
      const today = TodoSummary.parse(await read('/admin/today'))
      expect(today.newestOrder).toMatchObject({ orderId: rows[0]?.reference, total: 4 * PARCEL_PRICE })
    }))

  it('finds the one payment by any recipient, and reads in it which parcel was refunded', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const { place, call } = shop
      const rows = await place(3, { parcels: createParcels(3) })
      await call('POST', `/orders/${rows[2]?.id}/cancel`)
      const read = readAs(shop)
      for (const q of ['Kumar AC', rows[0]?.reference, rows[2]?.reference]) {
        const found = PaymentRecord.array().parse(await read(`/admin/payments?q=${q}`))
        expect(found, q).toMatchObject([{ orderId: rows[0]?.reference, amount: 3 * PARCEL_PRICE }])
      }
      const [payment] = PaymentRecord.array().parse(await read('/admin/payments'))
      const { timeline, parcels } = PaymentDetails.parse(await read(`/admin/payments/${payment?.id}`))
      expect(timeline.at(-1)?.text).toBe(`${rows[2]?.reference}: Refund due: The order was cancelled.`)
      expect(parcels.map(({ orderId, recipient, refundable }) => [orderId, recipient, refundable])).toEqual([
        [rows[0]?.reference, 'Ravi Kumar AA', PARCEL_PRICE],
        [rows[1]?.reference, 'Ravi Kumar AB', PARCEL_PRICE],
        [rows[2]?.reference, 'Ravi Kumar AC', 0],
      ])
      const owed = UnmatchedPayment.array().parse(await read('/admin/money'))
      expect(owed).toMatchObject([{ orderId: rows[2]?.reference, amount: PARCEL_PRICE }])
    }))
})
