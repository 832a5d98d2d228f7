import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { CourierName } from '#src/core/couriers.ts'
import { addMinutes } from '#src/core/dates.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { cancelOrder } from '#src/features/orders/change-order-status.server.ts'
import { setPacked } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { confirmBookings } from '#src/features/orders/shipments/confirm-bookings.server.ts'
import { nextPickupDay } from '#src/features/orders/shipments/handle-shipment.server.ts'
import { shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { openCourierShop } from '#tests/factories/courier-shop.ts'
import { ORDER_EVENTS } from '#tests/factories/payments/payments.ts'

const EACH_COURIER = {
  delhivery: {
    service: 'delhivery',
    title: 'Delhivery',
    creates: 'cmu/create',
    finds: 'v1/packages',
    awb: '57930810000066',
    rates: [84.96, 141.6],
  },
  shiprocket: {
    service: 'shiprocket',
    title: 'Shiprocket',
    creates: 'orders/create',
    finds: 'external/orders',
    awb: '321055706540',
    rates: [88.12, 92.5],
  },
} as const satisfies Record<CourierName, object>

describe.each(Object.values(EACH_COURIER))(
  'a packed parcel with $title',
  ({ service, title, creates, finds, awb, rates }) => {
    const open = async (db: Parameters<typeof openCourierShop>[0]) => {
      const shop = await openCourierShop(db, service)
      return { ...shop, fake: shop[service], order: await shop.pack() }
    }

    it('has rates and is booked once; its AWB is in the order, so mails and links work as for parcels shipped by hand', () =>
      inTestTransaction(async (db) => {
        const shop = await open(db)
        const { order } = shop
        expect((await shop.see(order.id)).grams).toBe(2 * 110 + 250)
        expect((await shop.rates(order.id)).rates.map(({ rate }) => rate)).toEqual(rates)
        const { status, answer } = await shop.book(order.id)
        expect(status).toBe(200)
        expect(answer.shipment).toMatchObject({ awb, charge: rates[0], state: 'booked', grams: 640, lastError: null })
        expect(answer.shipment.page).toContain(awb)
        expect(await shop.read(order.id)).toMatchObject({ status: 'processing', courier: title, trackingNumber: awb })
        expect(await db.select().from(auditLog).where(eq(auditLog.entityId, order.id))).toContainEqual(
          expect.objectContaining({ actorEmail: shop.admin.email, after: { courier: title, trackingNumber: awb } }),
        )
        expect(await shop.book(order.id)).toMatchObject({
          status: 409,
          answer: { message: 'This parcel is booked already.' },
        })
        expect(await shop.booked(order.id)).toHaveLength(1)
      }))

    it('has a label, and is collected', () =>
      inTestTransaction(async (db) => {
        const { order, book, label, act } = await open(db)
        expect((await label(order.id)).status).toBe(409)
        await book(order.id)
        const pdf = await label(order.id)
        expect(pdf.headers.get('content-type')).toBe('application/pdf')
        expect(pdf.headers.get('cache-control')).toContain('no-store')
        expect((await pdf.text()).startsWith('%PDF')).toBe(true)
        const collected = await act(order.id, 'pickup')
        expect(collected).toMatchObject({ status: 200, answer: { shipment: { pickupOn: nextPickupDay(new Date()) } } })
        expect((await act(order.id, 'pickup')).status).toBe(200)
      }))

    it('has one AWB although the answer was lost, or the shop was killed before it stored the answer', () =>
      inTestTransaction(async (db) => {
        const shop = await open(db)
        const { order, fake } = shop
        fake.meets({ at: creates, as: 'hang-up', done: true })
        const lost = await shop.book(order.id)
        expect(lost).toMatchObject({ status: 409, answer: { message: expect.stringContaining('cannot be reached') } })
        expect(lost.answer.message).toContain('It may be booked. Give up this booking before you ship by hand.')
        expect((await shop.see(order.id)).shipment).toMatchObject({ awb: null, lastError: lost.answer.message })
        expect(await shop.read(order.id)).toMatchObject({ status: 'processing', trackingNumber: null })
        expect((await shop.book(order.id)).answer.message).toContain('is being asked about this parcel')
        await shop.lapse()
        expect((await shop.book(order.id)).answer.shipment).toMatchObject({ awb, lastError: null })
        expect(fake.countCalls(creates)).toBe(1)

        // As a kill between the answer and the row would leave it.
        const killed = { awb: null, bookedAt: null, courierOrderId: null, courierShipmentId: null }
        await db.update(shipments).set({ ...killed, askingUntil: addMinutes(shop.context.now(), 1) })
        expect((await shop.book(order.id)).answer.message).toContain('is being asked about this parcel')
        await db.update(shipments).set({ askingUntil: addMinutes(shop.context.now(), -1) })
        expect((await shop.book(order.id)).answer.shipment).toMatchObject({ awb })
        expect(fake.countCalls(creates)).toBe(1)
        expect(await shop.booked(order.id)).toHaveLength(1)
      }))

    it('is packed, printed and shipped by hand when the courier is down', () =>
      inTestTransaction(async (db) => {
        const { order, fake, book, rates: ratesOf, call, read, admin } = await open(db)
        fake.setDown(true)
        expect(await ratesOf(order.id)).toEqual({ rates: [], problem: expect.stringContaining('by hand') })
        expect((await book(order.id)).status).toBe(409)
        await setPacked(db, { orderId: order.id, packed: false, by: admin })
        await setPacked(db, { orderId: order.id, packed: true, by: admin })
        const tracking = { courier: 'India Post', number: 'EH123456789IN' }
        expect((await call('PUT', `/orders/${order.id}/status`, { status: 'shipped', tracking })).status).toBe(200)
        expect(await read(order.id)).toMatchObject({ status: 'shipped', courier: 'India Post' })
      }))

    it('is cancelled at the courier, loses its number, and can be booked again under another order number', () =>
      inTestTransaction(async (db) => {
        const { order, book, act, read, booked, fake } = await open(db)
        await book(order.id)
        expect(await act(order.id, 'end')).toMatchObject({ status: 200, answer: { shipment: null } })
        expect(await read(order.id)).toMatchObject({ status: 'processing', courier: null, trackingNumber: null })
        expect((await act(order.id, 'end')).status).toBe(200)
        expect(fake.countCalls(service === 'delhivery' ? 'p/edit' : 'orders/cancel')).toBe(1)
        const again = await book(order.id)
        expect(again.answer.shipment.awb).not.toBe(awb)
        expect((await booked(order.id)).map(({ reference }) => reference)).toEqual([
          order.reference,
          `${order.reference}-2`,
        ])
      }))

    it('with an unconfirmed booking is looked up and cancelled, so that no AWB is left behind', () =>
      inTestTransaction(async (db) => {
        const { order, book, act, fake, lapse, shiprocket, delhivery } = await open(db)
        fake.meets({ at: creates, as: 'hang-up', done: true })
        await book(order.id)
        await lapse()
        expect((await act(order.id, 'end')).status).toBe(200)
        expect([...delhivery.shipments, ...shiprocket.orders]).toEqual([
          expect.objectContaining(service === 'delhivery' ? { isCancelled: true } : { status: 'CANCELED' }),
        ])
      }))

    it('cannot be booked by an admin while another one ends its booking', () =>
      inTestTransaction(async (db) => {
        const { order, book, act, fake, lapse, booked } = await open(db)
        fake.meets({ at: creates, as: 'hang-up' })
        await book(order.id)
        await lapse()
        const answers: string[] = []
        const meanwhile = async () => answers.push((await book(order.id)).answer.message)
        fake.meets({ at: finds, as: 'an answer', meanwhile })
        expect(await act(order.id, 'end')).toMatchObject({ status: 200, answer: { shipment: null } })
        expect(answers).toEqual(['The courier is being asked about this parcel. Please look again in two minutes.'])
        expect(await booked(order.id)).toMatchObject([{ awb: null, askingUntil: null, endedAt: expect.any(Date) }])
      }))

    it('keeps its booking when it was confirmed meanwhile, or when the courier does not answer', () =>
      inTestTransaction(async (db) => {
        const { order, book, act, fake, lapse, see, context } = await open(db)
        fake.meets({ at: creates, as: 'hang-up' })
        await book(order.id)
        await lapse()
        fake.meets({ at: finds, as: 500 })
        expect((await act(order.id, 'end')).answer.message).toContain('Please try again before you ship by hand.')
        const meanwhile = () => db.update(shipments).set({ awb: 'LATE', bookedAt: context.now() })
        fake.meets({ at: finds, as: 'an answer', meanwhile })
        expect((await act(order.id, 'end')).answer.message).toContain('has changed meanwhile')
        expect((await see(order.id)).shipment?.awb).toBe('LATE')
      }))

    it('gets its AWB without an admin when the answer to the booking was lost', () =>
      inTestTransaction(async (db) => {
        const { order, book, fake, lapse, read, see, context, couriers } = await open(db)
        const confirm = () => confirmBookings({ db, couriers, now: context.now })
        fake.meets({ at: creates, as: 'hang-up', done: true })
        await book(order.id)
        await confirm()
        expect((await see(order.id)).shipment).toMatchObject({ awb: null })
        await lapse()
        fake.meets({ at: finds, as: 500 })
        await confirm()
        expect((await see(order.id)).shipment).toMatchObject({ awb: null })
        await lapse()
        await confirm()
        const isBooked = service === 'delhivery'
        expect((await see(order.id)).shipment).toMatchObject(
          isBooked ? { awb } : { awb: null, lastError: 'The courier gave this parcel no AWB.' },
        )
        expect((await read(order.id)).trackingNumber).toBe(isBooked ? awb : null)
      }))

    it('shows that it was not booked when the courier has no booking', () =>
      inTestTransaction(async (db) => {
        const { order, book, fake, lapse, booked, context, couriers } = await open(db)
        fake.meets({ at: creates, as: 'hang-up' })
        await book(order.id)
        await lapse()
        await confirmBookings({ db, couriers, now: context.now })
        const lastError = 'The courier did not book this parcel.'
        expect(await booked(order.id)).toMatchObject([{ bookedAt: null, askingUntil: null, lastError }])
      }))

    it('keeps the service and weight that were booked when it is booked again with others', () =>
      inTestTransaction(async (db) => {
        const shop = await open(db)
        const [first, second] = [shop.order, await shop.pack()]
        const other = { rateId: service === 'delhivery' ? 'Express' : '51', grams: 900 }
        shop.fake.meets({ at: service === 'delhivery' ? creates : 'assign/awb', as: 'hang-up', done: true })
        await shop.book(first.id)
        await shop.lapse()
        const known = (await shop.book(first.id, other)).answer.shipment
        expect(known).toMatchObject({ charge: rates[0], grams: 640 })
        shop.fake.meets({ at: creates, as: 'hang-up' })
        await shop.book(second.id)
        await shop.lapse()
        expect((await shop.book(second.id, other)).answer.shipment).toMatchObject({ charge: rates[1], grams: 900 })
      }))

    it('cannot be unpacked while it is booked', () =>
      inTestTransaction(async (db) => {
        const { order, book, act, read, admin } = await open(db)
        await book(order.id)
        const unpack = setPacked(db, { orderId: order.id, packed: false, by: admin })
        await expect(unpack).rejects.toThrow('Please give up the booking first.')
        expect((await read(order.id)).packedAt).not.toBeNull()
        await act(order.id, 'end')
        await setPacked(db, { orderId: order.id, packed: false, by: admin })
        expect((await read(order.id)).packedAt).toBeNull()
      }))

    it('is refused with an explanation where the courier does not deliver, and for an unknown service', () =>
      inTestTransaction(async (db) => {
        const { order, book, fake, booked, rates: ratesOf } = await open(db)
        expect((await book(order.id, { rateId: 'by-bullock-cart' })).answer.message).toContain('no longer offers')
        fake.serves(false)
        expect((await ratesOf(order.id)).problem).toBe(
          `${title} does not deliver to 500002. Please ship this parcel by hand.`,
        )
        expect((await book(order.id)).answer.message).toContain('does not deliver to 500002')
        expect(await booked(order.id)).toEqual([])
      }))
  },
)

it('an order cannot be booked before it is packed, after it is shipped, or once it is cancelled', () =>
  inTestTransaction(async (db) => {
    const shop = await openCourierShop(db)
    const [unpacked, shipped, cancelled] = [await shop.pack(), await shop.pack(), await shop.pack()]
    await setPacked(db, { orderId: unpacked.id, packed: false, by: shop.admin })
    await shop.call('PUT', `/orders/${shipped.id}/status`, { status: 'shipped' })
    const by = { actor: 'admin', actorId: shop.admin.id } as const
    await cancelOrder(db, { order: await shop.read(cancelled.id), by, events: ORDER_EVENTS })
    for (const { id } of [unpacked, shipped, cancelled]) {
      expect((await shop.book(id)).answer.message).toBe('Only a packed order that has not been shipped can be booked.')
      expect(await shop.booked(id)).toEqual([])
    }
    expect(shop.delhivery.requests).toEqual([])
  }))

it('a shop that ships by hand asks no courier, and one without keys says which are missing', () =>
  inTestTransaction(async (db) => {
    const shop = await openCourierShop(db, 'by-hand')
    const order = await shop.pack()
    expect(await shop.see(order.id)).toMatchObject({ courier: null, shipment: null })
    expect((await shop.book(order.id)).answer.message).toContain('ships by hand')
    expect([...shop.delhivery.requests, ...shop.shiprocket.requests]).toEqual([])
  }))

it('an unfinished booking with one courier must end before another one books the parcel', () =>
  inTestTransaction(async (db) => {
    const shop = await openCourierShop(db)
    const order = await shop.pack()
    shop.delhivery.meets({ at: 'cmu/create', as: 500 })
    await shop.book(order.id)
    await shop.lapse()
    await shop.choose('shiprocket')
    expect((await shop.book(order.id, { rateId: '43' })).answer.message).toContain('A booking with Delhivery was begun')
    await shop.act(order.id, 'end')
    expect((await shop.book(order.id, { rateId: '43' })).answer.shipment.courier).toBe('shiprocket')
  }))

it('two admins who book one parcel at once get one AWB', { timeout: 60_000 }, async () => {
  const { db } = await testDatabase()
  const shop = await openCourierShop(db)
  const order = await shop.pack()
  const answers = await Promise.all([shop.book(order.id), shop.book(order.id), shop.book(order.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(shop.delhivery.shipments).toHaveLength(1)
  expect(await shop.booked(order.id)).toHaveLength(1)
})

it.each([
  ['Thu, 10:00', '2026-11-26T10:00:00+05:30', '2026-11-26'],
  ['Thu, 12:30', '2026-11-26T12:30:00+05:30', '2026-11-27'],
  ['Sat, 15:00', '2026-11-28T15:00:00+05:30', '2026-11-30'],
  ['Sun, 09:00', '2026-11-29T09:00:00+05:30', '2026-11-30'],
])('a pickup that is asked for on %s is on the next day of collection', (_name, now, day) => {
  expect(nextPickupDay(new Date(now))).toBe(day)
})
