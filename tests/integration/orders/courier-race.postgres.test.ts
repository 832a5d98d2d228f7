import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { bookShipment } from '#src/features/orders/shipments/book-shipment.server.ts'
import { confirmBookings } from '#src/features/orders/shipments/confirm-bookings.server.ts'
import { endShipment } from '#src/features/orders/shipments/handle-shipment.server.ts'
import { receiveScans } from '#src/features/orders/shipments/receive-scans.server.ts'
import { shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { openCourierShop } from '#tests/factories/courier-shop.ts'

const ROUNDS = 8

async function twoProcesses() {
  const first = await testDatabase()
  const second = await openDatabase({ url: String(first.pool.options.connectionString), patient: true })
  onTestFinished(() => second.close())
  const shop = await openCourierShop(first.db)
  const { couriers, admin, context } = shop
  const at = (db: typeof first.db, later = 0) => ({ db, couriers, now: () => addMinutes(context.now(), later) })
  const wish = (orderId: string) => ({ orderId, rateId: 'Surface', grams: 640, by: admin })
  return { ...shop, first: first.db, second: second.db, at, wish }
}

it('two processes that book, give up and confirm one parcel leave one AWB, or none at the courier', {
  timeout: 120_000,
}, async () => {
  const { first, second, at, wish, pack, delhivery, admin, read, booked } = await twoProcesses()
  for (let round = 0; round < ROUNDS; round++) {
    const { id: orderId, reference } = await pack()
    const known = delhivery.shipments.length
    await Promise.allSettled([
      bookShipment(at(first), wish(orderId)),
      bookShipment(at(second), wish(orderId)),
      endShipment(at(second, 3), { orderId, by: admin }),
      confirmBookings(at(first, 3)),
    ])
    const rows = await booked(orderId)
    const open = rows.filter(({ endedAt }) => endedAt === null)
    const live = delhivery.shipments.slice(known).filter(({ isCancelled }) => !isCancelled)
    const order = await read(orderId)
    expect(open.length).toBeLessThanOrEqual(1)
    const awaited = rows.some(({ bookedAt, endedAt }) => bookedAt && !endedAt)
    expect(live, `${reference} in round ${round}`).toHaveLength(awaited ? 1 : 0)
    expect(order.trackingNumber).toBe(awaited ? live[0]?.waybill : null)
  }
})

it('one scan that two processes receive at once moves the order once, and alerts once', {
  timeout: 120_000,
}, async () => {
  const { first, second, at, wish, pack, read, booked, context } = await twoProcesses()
  for (let round = 0; round < ROUNDS; round++) {
    const { id: orderId, reference } = await pack()
    await bookShipment(at(first), wish(orderId))
    const [row] = await booked(orderId)
    const [picked, failed] = [addMinutes(context.now(), -30), addMinutes(context.now(), -20)]
    const courier = 'delhivery' as const
    const report = {
      ...{ courier, awb: row?.awb ?? '', now: context.now() },
      scans: [
        { key: 'picked', state: 'picked-up', at: picked },
        { key: 'failed', state: 'undelivered', at: failed },
      ],
    } as const
    const both = [first, second, first, second].map((db) => receiveScans(db, { ...report, scans: [...report.scans] }))
    await Promise.all(both)
    expect((await read(orderId)).status).toBe('shipped')
    const mails = (await first.select().from(outboxMessages)).filter(({ subject }) => subject?.includes(reference))
    const alerts = mails.filter(({ subject }) => subject?.includes('Not delivered'))
    expect(alerts).toHaveLength(1)
    expect(mails.filter(({ subject }) => subject?.includes('on its way'))).toHaveLength(1)
  }
})

it('two processes alert once about a booking that gets no answer', { timeout: 120_000 }, async () => {
  const { first, second, at, wish, pack, delhivery, lapse } = await twoProcesses()
  const { id: orderId, reference } = await pack()
  delhivery.meets({ at: 'cmu/create', as: 'hang-up' })
  await expect(bookShipment(at(first), wish(orderId))).rejects.toThrow('cannot be reached')
  delhivery.setDown(true)
  for (const minutes of [20, 30]) {
    await lapse()
    await Promise.all([confirmBookings(at(first, minutes)), confirmBookings(at(second, minutes))])
  }
  const mails = (await first.select().from(outboxMessages)).filter(({ subject }) => subject?.includes('ooking not'))
  expect(mails.map(({ text }) => text.includes(reference))).toEqual([true])
  const [row] = await first.select().from(shipments).where(eq(shipments.orderId, orderId))
  expect(row).toMatchObject({ problem: 'unconfirmed', bookedAt: null, endedAt: null })
})
