import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes, shopDay } from '#src/core/dates.ts'
import { listStatusChanges } from '#src/features/orders/lookup/status-changes.server.ts'
import { OrderDetails } from '#src/features/orders/orders.contract.ts'
import { shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { COURIER_SECRET, openBookedShop } from '#tests/factories/courier-shop.ts'
import { delhiveryScan } from '#tests/fakes/delhivery.ts'
import { shiprocketWebhook } from '#tests/fakes/shiprocket.ts'

const NOW = new Date()
const ago = (minutes: number) => addMinutes(NOW, -minutes)

const STEPS = {
  picked: { at: ago(300), status: 'In Transit', code: 'X-PPOM' },
  moving: { at: ago(200), status: 'In Transit' },
  out: { at: ago(2), status: 'Dispatched', code: 'X-DDD3FD' },
  failed: { at: ago(1), status: 'Pending', code: 'EOD-11' },
  delivered: { at: ago(0), status: 'Delivered', type: 'DL', code: 'EOD-38' },
  back: { at: ago(0), status: 'In Transit', type: 'RT' },
  returned: { at: ago(0), status: 'RTO', type: 'DL' },
}
type Step = keyof typeof STEPS

type Shop = Awaited<ReturnType<typeof openBookedShop>>
const report = (shop: Shop, step: Step) => shop.deliver(delhiveryScan(shop.awb, STEPS[step]))
const statusOf = async (shop: Shop) => (await shop.read(shop.order.id)).status

describe('a scan of the courier', () => {
  it('ships a packed order with the usual mail, says "Arriving today" on that day, and delivers it', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      const { order } = shop
      expect(await report(shop, 'picked')).toBe(200)
      expect(await statusOf(shop)).toBe('shipped')
      const [mail] = await shop.mails('on its way')
      expect(mail?.text).toContain(`tracking number is ${shop.awb}`)
      await report(shop, 'out')
      expect(await shop.track(order.trackingToken)).toMatchObject({
        courierState: { state: 'out-for-delivery', day: shopDay(STEPS.out.at) },
        tracking: { courier: 'Delhivery', number: shop.awb },
      })
      await report(shop, 'delivered')
      expect(await statusOf(shop)).toBe('delivered')
      const changes = await listStatusChanges(db, [order.id])
      expect(changes.map(({ to, actor }) => [to, actor])).toEqual([
        ['processing', 'payment'],
        ['shipped', 'system'],
        ['delivered', 'system'],
      ])
      expect(await shop.mails('on its way')).toHaveLength(1)
    }))

  it('is stored once and moves nothing when it is repeated', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      for (const step of ['picked', 'picked', 'delivered', 'delivered', 'picked'] as const)
        expect(await report(shop, step)).toBe(200)
      expect(await shop.countScans()).toBe(2)
      expect(await statusOf(shop)).toBe('delivered')
      expect(await listStatusChanges(db, [shop.order.id])).toHaveLength(3)
      expect(await shop.mails('on its way')).toHaveLength(1)
    }))

  it.each([
    [['delivered', 'picked', 'moving', 'out']],
    [['out', 'delivered', 'moving', 'picked']],
    [['moving', 'picked', 'delivered', 'out']],
  ] as const)('ends in the same state when they arrive as %s', (steps) =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      for (const step of steps) await report(shop, step)
      expect(await statusOf(shop)).toBe('delivered')
      expect((await shop.see(shop.order.id)).shipment?.state).toBe('delivered')
      expect((await shop.track(shop.order.trackingToken)).courierState?.state).toBe('delivered')
    }),
  )

  it('that comes late never moves the parcel back, and sends no mail about a parcel that has arrived', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      await report(shop, 'delivered')
      expect(await statusOf(shop)).toBe('delivered')
      await report(shop, 'picked')
      expect(await statusOf(shop)).toBe('delivered')
      expect(await shop.mails('on its way')).toEqual([])
    }))

  it('does not ship an order again that the admin has moved back', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      await report(shop, 'picked')
      await shop.call('PUT', `/orders/${shop.order.id}/status`, { status: 'processing', reason: 'It came back' })
      await report(shop, 'moving')
      expect(await statusOf(shop)).toBe('processing')
    }))

  it('does not move an order that is cancelled', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      await shop.call('PUT', `/orders/${shop.order.id}/status`, { status: 'cancelled', reason: 'Not wanted' })
      await report(shop, 'delivered')
      expect(await statusOf(shop)).toBe('cancelled')
      expect((await shop.see(shop.order.id)).shipment?.state).toBe('delivered')
    }))

  it('is not needed to warn that the parcel of a cancelled order is still booked', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      const todo = async () => (await shop.call('GET', '/admin/today')).answer.parcels.count
      await shop.call('PUT', `/orders/${shop.order.id}/status`, { status: 'cancelled', reason: 'Not wanted' })
      expect(await todo()).toBe(1)
      expect((await shop.act(shop.order.id, 'end')).status).toBe(200)
      expect(shop.delhivery.shipments).toMatchObject([{ isCancelled: true }])
      expect(await todo()).toBe(0)
    }))

  it('does not ship again what an admin has shipped, but delivers it', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      await shop.call('PUT', `/orders/${shop.order.id}/status`, { status: 'shipped' })
      await report(shop, 'picked')
      expect(await listStatusChanges(db, [shop.order.id])).toHaveLength(2)
      await report(shop, 'delivered')
      expect(await statusOf(shop)).toBe('delivered')
    }))

  it('moves nothing when the admin shipped the order by hand with another number', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      const tracking = { courier: 'DTDC', number: 'D123456789' }
      await shop.call('PUT', `/orders/${shop.order.id}/status`, { status: 'shipped', tracking })
      for (const step of ['picked', 'delivered'] as const) await report(shop, step)
      expect(await shop.read(shop.order.id)).toMatchObject({ status: 'shipped', trackingNumber: tracking.number })
    }))

  it('about a problem is on the to-do list until it is over, and a returned parcel can be sent again', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      const { order, call } = shop
      const todo = async () => (await call('GET', '/admin/today')).answer.parcels.count
      const listed = async () => (await call('GET', '/orders?status=trouble')).answer.length
      await report(shop, 'picked')
      expect([await todo(), await listed()]).toEqual([0, 0])
      await report(shop, 'failed')
      expect([await todo(), await listed()]).toEqual([1, 1])
      expect((await call('POST', `/admin/orders/${order.id}/shipment/end`)).answer.message).toContain('has this parcel')
      await report(shop, 'back')
      await report(shop, 'returned')
      expect(await statusOf(shop)).toBe('shipped')
      expect((await shop.track(order.trackingToken)).timeline.map(({ text }) => text)).toContain('Back at our studio')
      expect((await shop.act(order.id, 'end')).status).toBe(200)
      expect(await todo()).toBe(0)
      await call('PUT', `/orders/${order.id}/status`, { status: 'processing', reason: 'Sent again' })
      expect((await shop.book(order.id)).status).toBe(200)
      expect(shop.delhivery.countCalls('p/edit')).toBe(0)
    }))

  it("of a cancellation in the courier's panel ends the booking", () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      await shop.deliver(delhiveryScan(shop.awb, { at: ago(1), status: 'Not Picked', code: 'DTUP-210' }))
      expect((await shop.see(shop.order.id)).shipment).toBeNull()
      expect(await shop.read(shop.order.id)).toMatchObject({ status: 'processing', trackingNumber: null })
    }))

  it('of a cancellation after the pickup does not end the booking, and the parcel still arrives', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      await report(shop, 'picked')
      await shop.deliver(delhiveryScan(shop.awb, { at: ago(250), status: 'Not Picked', code: 'DTUP-210' }))
      expect((await shop.see(shop.order.id)).shipment).not.toBeNull()
      expect(await shop.read(shop.order.id)).toMatchObject({ status: 'shipped', trackingNumber: shop.awb })
      await report(shop, 'delivered')
      expect(await statusOf(shop)).toBe('delivered')
    }))

  it('appears to customers in our own words, without the streets, names and places that couriers write', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      for (const step of ['picked', 'moving', 'out'] as const) await report(shop, step)
      const tracked = await shop.track(shop.order.trackingToken)
      expect(tracked.timeline.map(({ text }) => text)).toEqual(
        expect.arrayContaining(['In transit with the courier', 'Out for delivery', 'On its way to you']),
      )
      const { customer, api, order } = shop
      const answer = await api.request(`/api/orders/${order.id}`, { headers: { cookie: customer.cookie } })
      const details = OrderDetails.parse(await answer.json())
      expect(details.courierState).toMatchObject({ state: 'out-for-delivery' })
      for (const said of [tracked, details.timeline]) {
        expect(JSON.stringify(said)).not.toContain('Left with')
        expect(JSON.stringify(said)).not.toContain('Nagpur')
      }
    }))
})

it('the scans of Shiprocket move an order with all that one webhook tells', () =>
  inTestTransaction(async (db) => {
    const shop = await openBookedShop(db, 'shiprocket')
    const scans = [
      { at: ago(300), code: 42 },
      { at: ago(100), code: 18 },
      { at: ago(50), code: 17 },
    ]
    expect(await shop.deliver(shiprocketWebhook(shop.awb, scans))).toBe(200)
    expect(await statusOf(shop)).toBe('shipped')
    expect(await shop.deliver(shiprocketWebhook(shop.awb, [...scans, { at: ago(1), code: 7 }]))).toBe(200)
    expect(await statusOf(shop)).toBe('delivered')
    expect(await shop.countScans()).toBe(4)
  }))

describe('a webhook', () => {
  it('with a wrong secret, or none, is refused and changes nothing; attempts are limited', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      const body = delhiveryScan(shop.awb, STEPS.picked)
      for (const secret of ['wrong', '', `${COURIER_SECRET} `.repeat(2), COURIER_SECRET.slice(1)])
        expect(await shop.deliver(body, secret)).toBe(401)
      expect(await statusOf(shop)).toBe('processing')
      expect(await shop.countScans()).toBe(0)
      const answers = []
      for (let tries = 0; tries < 20; tries++) answers.push(await shop.deliver(body, `guess ${tries}`))
      expect(answers).toContain(429)
    }))

  it('about an unknown AWB is accepted and changes nothing', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      expect(await shop.deliver(delhiveryScan('57930819999999', STEPS.delivered))).toBe(200)
      expect(await shop.deliver(shiprocketWebhook(shop.awb, [{ at: ago(1), code: 7 }]))).toBe(200)
      expect(await statusOf(shop)).toBe('processing')
      expect(await shop.countScans()).toBe(0)
    }))

  it.each(['', 'null', '[]', '{"Shipment":{"AWB":5}}', '<xml/>', '{"awb":""}'])('that says %s is refused', (body) =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      expect(await shop.deliver(body)).toBe(400)
    }),
  )

  it('with a character that no database stores is refused', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db, 'shiprocket')
      expect(await shop.deliver(JSON.stringify({ awb: 'a\u0000b' }))).toBe(400)
      expect(await shop.deliver(JSON.stringify({ awb: 'a\u0000b', scans: [] }))).toBe(400)
      const [date, status] = ['2026-11-26 11:30:00', 'X\u0000']
      const scans = [{ date, status, 'sr-status': '42' }]
      expect(await shop.deliver(JSON.stringify({ awb: shop.awb, scans }))).toBe(400)
      expect(await shop.countScans()).toBe(0)
    }))

  it.each(['-000100-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '+250000-01-01T00:00:00Z'])(
    'with an impossible time (%s) counts as of now',
    (time) =>
      inTestTransaction(async (db) => {
        const shop = await openBookedShop(db)
        const body = JSON.parse(delhiveryScan(shop.awb, STEPS.moving))
        body.Shipment.Status.StatusDateTime = time
        expect(await shop.deliver(JSON.stringify(body))).toBe(200)
        const [scan] = (await shop.see(shop.order.id)).shipment?.scans ?? []
        expect(scan?.at.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10))
      }),
  )

  it('is refused when it is too long', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      expect(await shop.deliver(JSON.stringify({ awb: shop.awb, more: 'x'.repeat(70_000) }))).toBe(413)
    }))

  it('with a time in the future counts as of now, so that it does not hide later scans', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      await shop.deliver(delhiveryScan(shop.awb, { ...STEPS.moving, at: addMinutes(new Date(), 3000) }))
      await shop.deliver(delhiveryScan(shop.awb, { ...STEPS.delivered, at: addMinutes(new Date(), 3000) }))
      expect(await statusOf(shop)).toBe('delivered')
    }))

  it('about an erased parcel finds nothing', () =>
    inTestTransaction(async (db) => {
      const shop = await openBookedShop(db)
      await db.update(shipments).set({ awb: null }).where(eq(shipments.orderId, shop.order.id))
      expect(await report(shop, 'picked')).toBe(200)
      expect(await shop.countScans()).toBe(0)
    }))
})
