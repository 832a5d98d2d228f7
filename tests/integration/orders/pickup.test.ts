import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orderStatusChanges, orders } from '#src/features/orders/orders.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { readAllPages } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createOrder, createOrdersApi } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** A Saturday, before the courier comes. */
const SATURDAY = new Date('2026-11-21T11:00:00+05:30')
const SUNDAY = '2026-11-22'

async function sellForPickup(db: Db) {
  const value = { ...DEFAULT_SETTINGS.pickup, isOffered: true, address: '7 Road No. 12', text: 'Second floor' }
  await changeSection(db, 'pickup', { version: 0, value, by: TEST_ADMIN })
  const [context, customer, admin] = [createTestPayments(db, SATURDAY), await createCustomer(db), await createAdmin(db)]
  const product = await insertProduct(db, { pricePaise: 450_00, stock: 9 })
  const checkout = { deliveryMethod: 'pickup', deliverOn: SUNDAY, amount: 450 } as const
  const order = await createOrder(context, { customer, product, checkout, paid: SATURDAY })
  const api = createOrdersApi(db)
  const call = async (what: string, { cookie }: { cookie: string }, body?: unknown) => {
    const [method = '', path = ''] = what.split(' ')
    const headers = { cookie, origin: 'http://localhost', 'content-type': 'application/json' }
    const answer = await api.request(path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, answer: await answer.json() }
  }
  const path = `/api/admin/orders/${order.id}`
  const pack = () => call(`PUT ${path}/packed`, admin, { packed: true })
  const handOver = (body: object) => call(`POST ${path}/hand-over`, admin, body)
  const read = async () => onlyRow(await db.select().from(orders).where(eq(orders.id, order.id)))
  return { context, customer, admin, product, order, call, path, pack, handOver, read }
}

const wrongOf = (code: string | null) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the code of an order that is picked up', () => {
  it('comes with the payment, and only its customer sees it, with place, day and hours', () =>
    inTestTransaction(async (db) => {
      const { customer, admin, product, order, call, path, context } = await sellForPickup(db)
      expect(order.pickupCode).toMatch(/^\d{6}$/)
      const own = await call(`GET /api/orders/${order.id}`, customer)
      expect(own.answer).toMatchObject({
        deliverOn: SUNDAY,
        expectedDelivery: { from: SUNDAY, to: SUNDAY },
        pickup: {
          ...{ code: order.pickupCode, hours: '11:00 AM-4:00 PM', note: 'Second floor' },
          address: '7 Road No. 12, Hyderabad, Telangana 500034',
        },
      })
      for (const [what, who] of [
        ['GET /api/orders', customer],
        ['GET /api/orders', admin],
        [`GET /api/orders/${order.id}`, admin],
        [`GET ${path}`, admin],
      ] as const)
        expect(JSON.stringify((await call(what, who)).answer)).not.toContain(order.pickupCode)
      expect((await call(`GET /api/orders/${order.id}`, await createCustomer(db))).status).toBe(404)
      const sent = await createOrder(context, { customer, product })
      expect(sent.pickupCode).toBeNull()
    }))

  it('does not exist before the payment', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product } = await sellForPickup(db)
      const checkout = { deliveryMethod: 'pickup', amount: 450 } as const
      expect(await createOrder(context, { customer, product, checkout, paid: false })).toMatchObject({
        pickupCode: null,
      })
    }))

  it('is in the messages about payment and packing, where admins cannot read it', () =>
    inTestTransaction(async (db) => {
      const { order, pack } = await sellForPickup(db)
      await pack()
      await pack()
      const messages = (await db.select().from(outboxMessages)).filter(({ to }) => to !== 'admin@example.com')
      const [paidMail, paidSms, readyMail, readySms] = [
        `order-paid:${order.id}:email`,
        `order-paid:${order.id}:sms`,
        `pickup-ready:${order.id}`,
        `pickup-ready:${order.id}:sms`,
      ].map((key) => onlyRow(messages.filter(({ idempotencyKey }) => idempotencyKey === key)))
      expect(paidMail?.text).toContain('You chose Sun, 22 Nov. We plan to have it ready on Sun, 22 Nov.')
      expect(paidMail?.text).toContain('Pick it up at:\n7 Road No. 12, Hyderabad, Telangana 500034\nSecond floor')
      expect(paidMail?.text).toMatch(/Your pickup code: (?!\d)/)
      expect(paidSms?.text).toContain('We will write when it is ready for pickup.')
      expect(readyMail?.subject).toContain('is ready for pickup')
      expect(readySms).toMatchObject({ smsKind: 'pickup-ready', text: expect.stringContaining('is ready for pickup') })
      for (const { subject, text } of messages) expect(`${subject} ${text}`).not.toMatch(/on its way|ships|shipped/)
      for (const message of messages) expect(JSON.stringify(message)).not.toContain(order.pickupCode)
    }))
})

describe('handing an order over', () => {
  it('needs its code, completes it, and is recorded', () =>
    inTestTransaction(async (db) => {
      const { order, pack, handOver, read, call, customer, admin } = await sellForPickup(db)
      const { pickupCode: code } = order
      expect(await handOver({ code })).toMatchObject({
        ...{ status: 409, answer: { message: 'Only a paid and packed order can be handed over.' } },
      })
      await pack()
      const message = 'This is not the code of this order. Please check the six digits.'
      expect(await handOver({ code: wrongOf(code) })).toMatchObject({
        ...{ status: 400, answer: { message, issues: [{ path: 'code', message }] } },
      })
      expect(await read()).toMatchObject({ status: 'processing' })
      expect(await handOver({ code: `${code?.slice(0, 3)} ${code?.slice(3)}` })).toMatchObject({ status: 200 })
      expect(await read()).toMatchObject({ status: 'completed' })
      const changes = await db
        .select()
        .from(orderStatusChanges)
        .where(eq(orderStatusChanges.orderId, order.id))
        .orderBy(orderStatusChanges.createdAt)
      expect(changes.at(-1)).toMatchObject({ from: 'processing', to: 'completed', actor: 'admin', actorId: admin.id })
      const entries = await db.select().from(auditLog).where(eq(auditLog.entityId, order.id))
      expect(entries.map(({ after }) => after)).toContainEqual({ status: 'completed', handedOver: 'with its code' })
      const { timeline, pickup } = (await call(`GET /api/orders/${order.id}`, customer)).answer
      expect([timeline.at(-1).text, pickup]).toEqual(['Picked up at the studio', null])
      expect((await handOver({ code })).answer).toMatchObject({ message: 'This order was handed over before.' })
    }))

  it('without the code needs a reason, which the history keeps', () =>
    inTestTransaction(async (db) => {
      const { pack, handOver, read, call, path, admin } = await sellForPickup(db)
      await pack()
      for (const body of [{}, { reason: ' ' }, { code: '12' }, { code: '123456', reason: 'Both' }])
        expect((await handOver(body)).status).toBe(400)
      expect(await handOver({ reason: 'Showed her passport' })).toMatchObject({ status: 200 })
      expect(await read()).toMatchObject({ status: 'completed' })
      const { timeline } = (await call(`GET ${path}`, admin)).answer
      expect(timeline.at(-1)).toMatchObject({ text: 'From processing to completed', detail: 'Showed her passport' })
    }))

  it('stops after five codes in a minute, even if the sixth is right', () =>
    inTestTransaction(async (db) => {
      const { order, pack, handOver } = await sellForPickup(db)
      await pack()
      for (let tries = 0; tries < 5; tries++)
        expect((await handOver({ code: wrongOf(order.pickupCode) })).status).toBe(400)
      expect((await handOver({ code: order.pickupCode })).status).toBe(429)
    }))

  it('is the only way on: it is not shipped, and has no tracking number', () =>
    inTestTransaction(async (db) => {
      const { order, pack, call, path, admin, context, customer, product } = await sellForPickup(db)
      await pack()
      const message = 'This order is picked up at the studio. Please use "Hand over".'
      for (const status of ['shipped', 'completed'])
        expect(await call(`PUT /api/orders/${order.id}/status`, admin, { status })).toMatchObject({
          status: 409,
          answer: { message },
        })
      const tracking = { courier: 'Delhivery', number: 'AB12345678' }
      expect((await call(`PUT ${path}/tracking`, admin, tracking)).status).toBe(409)
      const sent = await createOrder(context, { customer, product })
      expect((await call(`POST /api/admin/orders/${sent.id}/hand-over`, admin, { reason: 'x' })).answer.message).toBe(
        'This order is sent, not picked up.',
      )
    }))
})

describe('packing', () => {
  it('begins with what must leave today, page by page', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, order, admin } = await sellForPickup(db)
      const sameDay = { ...DEFAULT_SETTINGS.sameDay, isOffered: true }
      await changeSection(db, 'sameDay', { version: 0, value: sameDay, by: TEST_ADMIN })
      const checkout = { deliveryMethod: 'same-day', amount: 700 } as const
      const sent = await createOrder(context, { customer, product })
      const today = [
        await createOrder(context, { customer, product, checkout }),
        await createOrder(context, { customer, product, checkout }),
      ]
      const api = createOrdersApi(db)
      const request = (path: string) => api.request(path, { headers: { cookie: admin.cookie } })
      const { items } = await readAllPages(request, '/api/orders?status=pack&limit=1')
      const listed = (items as { id: string }[]).map(({ id }) => id)
      const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
      expect([listed.slice(0, 2).sort(), listed.slice(2).sort()]).toEqual([idsOf(today), idsOf([order, sent])])
      const print = async (kind: string, printed: { id: string }[] = [order, sent]) =>
        (await request(`/api/admin/print?kind=${kind}&ids=${idsOf(printed)}`)).text()
      const labels = await print('labels')
      expect(labels.match(/<article class="parcel/g)).toHaveLength(1)
      expect(labels).toContain(`Left out, because picked up at the studio: ${order.reference}`)
      const slips = await print('slips')
      expect(slips).toContain('PICKUP · Asha Rao')
      expect(slips).toMatch(/Pack by \w{3}, \d+ \w{3} · ordered /)
      expect(slips).toMatch(/Leaves on \w{3}, \d+ \w{3} · ordered /)
      expect(await print('labels', today)).toContain('SAME DAY, BY RIDER')
    }))
})
