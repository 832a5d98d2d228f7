import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { confirmBookings } from '#src/features/orders/shipments/confirm-bookings.server.ts'
import type { DeliveryProblem } from '#src/features/orders/shipments/problems/delivery-problems.ts'
import { isInTrouble } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import { inTestTransaction, startingWith } from '#src/testing/test-database.ts'
import { openBookedShop, openCourierShop } from '#tests/factories/courier-shop.ts'
import { delhiveryScan } from '#tests/fakes/delhivery.ts'

const NOW = new Date()
const ago = (minutes: number) => addMinutes(NOW, -minutes)

const STEPS = {
  picked: { at: ago(300), status: 'In Transit', code: 'X-PPOM' },
  failed: { at: ago(200), status: 'Pending', code: 'EOD-11' },
  out: { at: ago(100), status: 'Dispatched', code: 'X-DDD3FD' },
  failedAgain: { at: ago(90), status: 'Pending', code: 'EOD-11' },
  back: { at: ago(80), status: 'In Transit', type: 'RT' },
  returned: { at: ago(70), status: 'RTO', type: 'DL' },
  lost: { at: ago(60), status: 'Lost', type: 'LT' },
  delivered: { at: ago(50), status: 'Delivered', type: 'DL', code: 'EOD-38' },
  cancelled: { at: ago(400), status: 'Not Picked', code: 'DTUP-210' },
}
type Step = keyof typeof STEPS
type Shop = Awaited<ReturnType<typeof openCourierShop>>

function watch(shop: Shop, orderId: string) {
  const list = async () => (await shop.call('GET', '/orders?status=trouble')).answer
  return {
    /** In the list of orders; the order itself and the to-do list agree. */
    problem: async (): Promise<DeliveryProblem | undefined> => {
      const [listed] = await list()
      const { problems } = await shop.see(orderId)
      expect(problems[0]?.problem).toBe(listed?.deliveryProblem)
      expect((await shop.call('GET', '/admin/today')).answer.parcels.count).toBe(problems.length)
      expect((await shop.call('GET', `/admin/orders/${orderId}`)).answer.deliveryProblem).toBe(listed?.deliveryProblem)
      return listed?.deliveryProblem
    },
    note: async (problem: DeliveryProblem) => {
      const [open] = (await shop.see(orderId)).problems
      return shop.call('POST', `/admin/shipments/${open?.id}/noted`, { problem })
    },
    alerts: async () =>
      (await shop.mails(': order ORD_'))
        .map(({ subject }) => subject?.match(/([^:]+): order ORD_/)?.[1]?.trim())
        .sort(),
    statusOf: async () => (await shop.read(orderId)).status,
  }
}

async function openBooked(db: Db) {
  const shop = await openBookedShop(db)
  const report = (step: Step, awb = shop.awb) => shop.deliver(delhiveryScan(awb, STEPS[step]))
  return { ...shop, ...watch(shop, shop.order.id), report }
}
const inBookedShop = startingWith(openBooked)

async function openUnanswered(db: Db) {
  const shop = await openCourierShop(db)
  const order = await shop.pack()
  const confirmAfter = async (minutes: number, { couriers = shop.couriers } = {}) => {
    await shop.lapse()
    await confirmBookings({ db, couriers, now: () => addMinutes(shop.context.now(), minutes) })
  }
  return { ...shop, ...watch(shop, order.id), order, confirmAfter }
}
const inUnansweredShop = startingWith(openUnanswered)

describe('a booking whose answer was lost', () => {
  it('is shown to the admins after a quarter of an hour, with one alert, and is off the list once it is confirmed', () =>
    inUnansweredShop(async ({ delhivery, book, order, confirmAfter, problem, alerts, see }) => {
      delhivery.meets({ at: 'cmu/create', as: 'hang-up', done: true })
      await book(order.id)
      delhivery.setDown(true)
      await confirmAfter(5)
      expect(await problem()).toBeUndefined()
      for (const minutes of [16, 20, 60]) await confirmAfter(minutes)
      expect(await problem()).toBe('unconfirmed')
      expect(await alerts()).toEqual(['Booking not confirmed'])
      delhivery.setDown(false)
      await confirmAfter(90)
      expect(await problem()).toBeUndefined()
      expect((await see(order.id)).shipment).toMatchObject({ awb: '57930810000066', lastError: null })
    }))

  it('is shown when the keys of the courier are gone, and can be noted once', () =>
    inUnansweredShop(async ({ delhivery, book, order, confirmAfter, problem, note, alerts }) => {
      delhivery.meets({ at: 'cmu/create', as: 'hang-up' })
      await book(order.id)
      await confirmAfter(16, { couriers: {} })
      expect((await note('unconfirmed')).status).toBe(200)
      await confirmAfter(40, { couriers: {} })
      expect(await problem()).toBeUndefined()
      expect(await alerts()).toHaveLength(1)
    }))

  it('is shown at once when the courier says that it has none, until it is booked', () =>
    inUnansweredShop(async ({ delhivery, book, order, confirmAfter, problem, alerts }) => {
      delhivery.meets({ at: 'cmu/create', as: 'hang-up' })
      await book(order.id)
      await confirmAfter(3)
      expect([await problem(), await alerts()]).toEqual(['unconfirmed', ['Booking not confirmed']])
      expect((await book(order.id)).status).toBe(200)
      expect(await problem()).toBeUndefined()
    }))

  it('is shown again when it was noted, tried again, and lost again', () =>
    inUnansweredShop(async ({ delhivery, book, order, confirmAfter, problem, note }) => {
      for (const _try of [1, 2]) {
        delhivery.meets({ at: 'cmu/create', as: 'hang-up' })
        await book(order.id)
        await confirmAfter(16)
        expect(await problem()).toBe('unconfirmed')
        await note('unconfirmed')
      }
    }))

  it('is one of many in one alert when a courier was down', () =>
    inUnansweredShop(async ({ delhivery, book, order, pack, confirmAfter, alerts, mails }) => {
      const others = [await pack(), await pack()]
      for (const { id } of [order, ...others]) {
        delhivery.meets({ at: 'cmu/create', as: 'hang-up' })
        await book(id)
      }
      await confirmAfter(3)
      expect(await alerts()).toEqual([])
      const [mail, ...more] = await mails('ooking not confirmed: 3 parcels')
      expect(more).toEqual([])
      for (const { reference } of others) expect(mail?.text).toContain(reference)
    }))

  it('that is answered after it was given up is cancelled at the courier', () =>
    inUnansweredShop(async ({ delhivery, book, order, act, lapse, booked, read, problem }) => {
      const giveUp = async () => {
        await lapse()
        expect((await act(order.id, 'end')).status).toBe(200)
      }
      delhivery.meets({ at: 'cmu/create', as: 'an answer', meanwhile: giveUp })
      expect((await book(order.id)).answer.message).toBe('This booking was given up meanwhile.')
      expect(delhivery.shipments).toMatchObject([{ isCancelled: true }])
      expect(await booked(order.id)).toMatchObject([{ awb: '57930810000066', endedAt: expect.any(Date) }])
      expect((await read(order.id)).trackingNumber).toBeNull()
      expect(await problem()).toBeUndefined()
    }))

  it('that is answered after another one was made leaves that one alone, and is shown if it cannot be cancelled', () =>
    inUnansweredShop(async ({ delhivery, book, order, act, lapse, read, problem, deliver, see }) => {
      const rebook = async () => {
        await lapse()
        await act(order.id, 'end')
        expect((await book(order.id)).status).toBe(200)
        delhivery.meets({ at: 'v1/packages', as: 500 })
      }
      delhivery.meets({ at: 'cmu/create', as: 'an answer', meanwhile: rebook })
      expect((await book(order.id)).answer.message).toContain('please cancel it in your account there')
      const [second, first] = delhivery.shipments.map(({ waybill }) => waybill)
      expect((await read(order.id)).trackingNumber).toBe(second)
      expect(await problem()).toBe('booked-late')
      await deliver(delhiveryScan(first ?? '', STEPS.cancelled))
      expect(await problem()).toBeUndefined()
      expect((await see(order.id)).shipment?.awb).toBe(second)
    }))

  it('is shown when it is confirmed after the parcel was shipped by hand', () =>
    inUnansweredShop(async ({ delhivery, book, order, call, confirmAfter, read, problem, act }) => {
      delhivery.meets({ at: 'cmu/create', as: 'hang-up', done: true })
      await book(order.id)
      const tracking = { courier: 'DTDC', number: 'D123456789' }
      await call('PUT', `/orders/${order.id}/status`, { status: 'shipped', tracking })
      await confirmAfter(3)
      expect(await problem()).toBe('booked-late')
      expect((await read(order.id)).trackingNumber).toBe(tracking.number)
      expect((await act(order.id, 'end')).status).toBe(200)
      expect(await problem()).toBeUndefined()
    }))
})

describe('a cancellation', () => {
  it('by the courier before the pickup is shown with an alert until the parcel is booked again', () =>
    inBookedShop(async ({ report, problem, alerts, book, order, see, read }) => {
      await report('cancelled')
      expect([await problem(), await alerts()]).toEqual(['cancelled', ['Cancelled by the courier']])
      expect((await see(order.id)).shipment).toBeNull()
      expect(await read(order.id)).toMatchObject({ status: 'processing', trackingNumber: null })
      expect((await book(order.id)).status).toBe(200)
      expect(await problem()).toBeUndefined()
    }))

  it('that an admin asked for is no problem, even if its scan comes before the answer', () =>
    inBookedShop(async ({ delhivery, report, problem, alerts, act, order }) => {
      delhivery.meets({ at: 'p/edit', as: 'an answer', meanwhile: () => report('cancelled') })
      expect(await act(order.id, 'end')).toMatchObject({ status: 200, answer: { shipment: null } })
      expect([await problem(), await alerts()]).toEqual([undefined, []])
    }))

  it.each([
    ['cancelled', { status: 'cancelled', reason: 'Not wanted' }],
    ['sent otherwise', { status: 'shipped', tracking: { courier: 'DTDC', number: 'D123456789' } }],
  ])('by the courier is no problem when the order is %s', (_name, change) =>
    inBookedShop(async ({ report, problem, call, order }) => {
      await call('PUT', `/orders/${order.id}/status`, change)
      await report('cancelled')
      expect(await problem()).toBeUndefined()
    }),
  )
})

describe('a parcel', () => {
  it('that could not be delivered, comes back or is lost is shown each time with one alert, in any order of scans', () =>
    inBookedShop(async ({ report, problem, alerts }) => {
      await report('picked')
      expect(await problem()).toBeUndefined()
      for (const step of ['failed', 'failed', 'picked'] as const) await report(step)
      expect(await problem()).toBe('undelivered')
      await report('out')
      expect(await problem()).toBeUndefined()
      for (const step of ['failedAgain', 'back', 'failed', 'returned', 'back', 'lost', 'returned'] as const)
        await report(step)
      expect(await problem()).toBe('lost')
      const [back, home] = ['On its way back', 'Back at the studio']
      expect(await alerts()).toEqual([home, 'Lost or damaged', 'Not delivered', 'Not delivered', back])
    }))

  it('that arrives after all is off the list', () =>
    inBookedShop(async ({ report, problem, statusOf }) => {
      for (const step of ['picked', 'failed', 'lost'] as const) await report(step)
      await report('delivered')
      expect([await problem(), await statusOf()]).toEqual([undefined, 'delivered'])
    }))

  it('whose problem is noted is off the list until something else happens', () =>
    inBookedShop(async ({ report, problem, note, call, order, see }) => {
      await report('failed')
      const [open] = (await see(order.id)).problems
      expect((await note('lost')).answer.message).toContain('Something else has happened')
      expect(await note('undelivered')).toMatchObject({ status: 200, answer: { problems: [] } })
      expect(await call('POST', `/admin/shipments/${open?.id}/noted`, { problem: 'undelivered' })).toMatchObject({
        status: 200,
      })
      await report('picked')
      expect(await problem()).toBeUndefined()
      await report('back')
      expect(await problem()).toBe('returning')
      const [entry] = (await call('GET', '/admin/audit?entity=order')).answer
      expect(entry).toMatchObject({ before: { deliveryProblem: 'undelivered' }, after: { deliveryProblem: null } })
    }))

  it('of a cancelled order that is sent all the same stays on the list until it is noted, and moves no order', () =>
    inBookedShop(async ({ report, problem, note, call, order, statusOf, alerts }) => {
      await call('PUT', `/orders/${order.id}/status`, { status: 'cancelled', reason: 'Not wanted' })
      expect(await problem()).toBe('still-booked')
      await report('picked')
      expect(await problem()).toBe('sent-anyway')
      await note('sent-anyway')
      for (const step of ['out', 'failed'] as const) await report(step)
      expect(await problem()).toBeUndefined()
      for (const step of ['delivered', 'delivered'] as const) await report(step)
      expect([await problem(), await statusOf()]).toEqual(['delivered-anyway', 'cancelled'])
      expect(await alerts()).toEqual(['Delivered all the same', 'Sent all the same'])
      await note('delivered-anyway')
      expect(await problem()).toBeUndefined()
    }))

  it('of a booking that is over is shown when it is sent all the same; the order follows the new one only', () =>
    inBookedShop(async ({ report, problem, act, book, order, awb, booked, statusOf, alerts }) => {
      await act(order.id, 'end')
      await book(order.id)
      const [, second] = await booked(order.id)
      await report('cancelled', awb)
      expect(await problem()).toBeUndefined()
      for (const step of ['picked', 'out', 'delivered'] as const) await report(step, awb)
      expect([await problem(), await statusOf()]).toEqual(['delivered-anyway', 'processing'])
      expect(await alerts()).toEqual(['Delivered all the same', 'Sent all the same'])
      await report('picked', second?.awb ?? '')
      expect(await statusOf()).toBe('shipped')
      await report('delivered', second?.awb ?? '')
      expect([await problem(), await statusOf()]).toEqual(['delivered-anyway', 'delivered'])
    }))

  it('that came back, and whose booking is closed, is no problem when its scans are repeated', () =>
    inBookedShop(async ({ report, problem, act, order, statusOf }) => {
      for (const step of ['picked', 'back', 'returned'] as const) await report(step)
      await act(order.id, 'end')
      for (const step of ['returned', 'failed', 'back'] as const) await report(step)
      expect([await problem(), await statusOf()]).toEqual([undefined, 'shipped'])
    }))

  it('is off the list when its order is cancelled after it came back and its booking is closed', () =>
    inBookedShop(async ({ report, problem, note, act, order, call }) => {
      for (const step of ['picked', 'back', 'returned'] as const) await report(step)
      await note('returned')
      await call('PUT', `/orders/${order.id}/status`, { status: 'cancelled', reason: 'It came back' })
      expect(await problem()).toBeUndefined()
      expect((await act(order.id, 'end')).status).toBe(200)
    }))
})

it('only an admin notes a problem, of a booking that exists', () =>
  inBookedShop(async ({ api, customer, see, order, report, call }) => {
    await report('failed')
    const [open] = (await see(order.id)).problems
    const headers = { cookie: customer.cookie, origin: 'http://localhost', 'content-type': 'application/json' }
    const body = JSON.stringify({ problem: 'undelivered' })
    const path = (id = '') => `/admin/shipments/${id}/noted`
    expect((await api.request(`/api${path(open?.id)}`, { method: 'POST', headers, body })).status).toBe(403)
    expect((await call('POST', path(crypto.randomUUID()), { problem: 'lost' })).status).toBe(404)
    expect((await call('POST', path(open?.id), { problem: 'melted' })).status).toBe(400)
    expect((await see(order.id)).problems).toHaveLength(1)
    const ownOrders = await api.request('/api/orders', { headers: { cookie: customer.cookie } })
    expect(JSON.stringify(await ownOrders.json())).not.toContain('deliveryProblem')
  }))

it('the to-do list finds problems in their index', () =>
  inTestTransaction(async (db) => {
    await db.execute(sql`set local enable_seqscan = off`)
    const query = db.select({ problemAt: shipments.problemAt }).from(shipments).where(isInTrouble)
    const plan = await db.execute(sql`explain ${query.getSQL()}`)
    expect(JSON.stringify(plan.rows)).toContain('shipments_trouble')
  }))
