import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { enforceRetention } from '#src/app/jobs/enforce-retention.server.ts'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orderStatusChanges, orders } from '#src/features/orders/orders.table.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { AdminProblem, type NewProblem, OrderProblems } from '#src/features/problems/problems.contract.ts'
import { problemPhotos, problemReports } from '#src/features/problems/problems.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createPixelBomb, drawLogo, UNPRINTABLE } from '#tests/factories/card-logos.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const DAY_MS = 86_400_000
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

async function openShop(db: Db) {
  const shop = await openParcelShop(db, new Date())
  /** A delivered order of two bars. */
  const deliver = async () => {
    const order = await createOrder(shop.context, { ...shop, quantity: 2 })
    await shop.setStatus(order.id, 'shipped')
    await shop.call('POST', `/orders/${order.id}/received`)
    return order
  }
  const arrivedDaysAgo = (orderId: string, days: number) =>
    db.transaction(async (tx) => {
      await tx.execute('set local session_replication_role = replica')
      await tx
        .update(orderStatusChanges)
        .set({ createdAt: new Date(Date.now() - days * DAY_MS) })
        .where(eq(orderStatusChanges.orderId, orderId))
    })
  const read = async (orderId: string) =>
    OrderProblems.parse(await (await shop.call('GET', `/orders/${orderId}/problems`)).json())
  const report = async (orderId: string, change: Partial<NewProblem> = {}, as = shop.customer) => {
    const [parcel] = (await read(orderId)).parcels
    const lines = (parcel?.lines ?? []).map(({ lineId }) => ({ lineId, quantity: 1 }))
    const body = {
      kind: 'melted',
      wish: 'refund',
      text: 'The bars arrived as a puddle.',
      lines,
      photoIds: [],
      ...change,
    }
    const answer = await shop.call('POST', `/orders/${orderId}/problems`, { as, body })
    return { status: answer.status, answer: await answer.json() }
  }
  const upload = async (photo: Uint8Array, as = shop.customer) => {
    const body = new FormData()
    body.append('photo', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
    const headers = { origin: 'http://localhost', cookie: as.cookie }
    const answer = await shop.api.request('/api/problem-photos', { method: 'POST', body, headers })
    return { status: answer.status, answer: await answer.json() }
  }
  const ticketId = async () => onlyRow(await db.select().from(problemReports)).ticketId
  const see = async (id: string) => {
    const answer = await shop.call('GET', `/admin/problems/${id}`, { as: shop.admin })
    return z.object({ problem: AdminProblem.nullable() }).parse(await answer.json()).problem
  }
  const settle = async (id: string, body: object) => {
    const answer = await shop.call('POST', `/admin/problems/${id}/settlement`, { as: shop.admin, body })
    return { status: answer.status, answer: await answer.json() }
  }
  return { ...shop, deliver, arrivedDaysAgo, read, report, upload, ticketId, see, settle }
}

const stockOf = async (db: Db) => onlyRow(await db.select().from(products)).stock

describe('a problem with a delivered order', () => {
  it('becomes a ticket about its lines, with photos that only the customer and the admin see', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      const { answer: photo } = await shop.upload(await drawLogo('jpeg'))
      const { status, answer } = await shop.report(order.id, { photoIds: [photo.id] })
      expect([status, answer]).toEqual([201, { ticket: expect.stringMatching(/^SC-\d+$/) }])
      const { parcels, problems } = await shop.read(order.id)
      expect(parcels).toMatchObject([
        { refusal: null, lines: [{ name: shop.product.name, quantity: 2, isReported: true }] },
      ])
      expect(problems).toMatchObject([
        { ticket: answer.ticket, kind: 'melted', wish: 'refund', isOpen: true, outcome: null, photoIds: [photo.id] },
      ])
      const see = async (path: string, as: { cookie: string }) => (await shop.call('GET', path, { as })).status
      expect(await see(`/problem-photos/${photo.id}`, shop.customer)).toBe(200)
      expect(await see(`/admin/problem-photos/${photo.id}`, shop.admin)).toBe(200)
      expect(await see(`/problem-photos/${photo.id}`, await createCustomer(db))).toBe(404)
      expect(await see(`/admin/problem-photos/${photo.id}`, shop.customer)).toBe(403)
      const mails = await db.select().from(outboxMessages)
      const about = (subject: string) => mails.find((mail) => mail.subject === subject)
      const received = about(`Golconda Cacao: we have your report ${answer.ticket}`)
      expect(received?.text).toMatch(new RegExp(`about order ${order.reference}: \\d × .*, melted, 1 photo\\.`))
      expect(received?.text).toContain('You asked for your money back.')
      const forAdmin = about(`${answer.ticket}: Melted, order ${order.reference}`)
      expect(forAdmin?.text).toMatch(/Pieces: \d × .*\nWish: My money back\nPhotos: 1\n/)
      expect([received?.to, forAdmin?.to]).not.toContain(undefined)
    }))

  it('can be reported for seven days, which the refusal names', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      await shop.arrivedDaysAgo(order.id, 6.9)
      expect((await shop.report(order.id)).status).toBe(201)
      const old = await shop.deliver()
      await shop.arrivedDaysAgo(old.id, 7.1)
      const { status, answer } = await shop.report(old.id)
      expect(status).toBe(409)
      expect(answer.message).toMatch(/^Reporting here ended on \w{3}, \d+ \w{3,4}\. You can still write to us\.$/)
    }))

  it('cannot be reported before the order arrives, unless it is late', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await createOrder(shop.context, shop)
      const early = { message: 'You can report a problem once it has arrived, or when it is late.' }
      expect(await shop.report(order.id)).toMatchObject({ status: 409, answer: early })
      await shop.setStatus(order.id, 'shipped')
      expect((await shop.report(order.id)).status).toBe(409)
      await db.update(orders).set({ shipOn: '2026-01-05', deliverFrom: '2026-01-06', deliverTo: '2026-01-07' })
      expect((await shop.report(order.id, { kind: 'late' })).status).toBe(201)
    }))

  it('is refused with an explanation for another order, another line, too many pieces or a second open report', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const [order, other] = [await shop.deliver(), await shop.deliver()]
      const lineOf = async (id: string) => (await shop.read(id)).parcels[0]?.lines[0]?.lineId ?? UNKNOWN
      const mine = await lineOf(order.id)
      expect((await shop.report(order.id, {}, await createCustomer(db))).status).toBe(404)
      for (const lines of [
        [{ lineId: await lineOf(other.id), quantity: 1 }],
        [{ lineId: UNKNOWN, quantity: 1 }],
        [{ lineId: mine, quantity: 3 }],
        [
          { lineId: mine, quantity: 1 },
          { lineId: mine, quantity: 1 },
        ],
      ])
        expect(await shop.report(order.id, { lines })).toMatchObject({
          status: 400,
          answer: { message: 'Please choose pieces of this order.' },
        })
      expect((await shop.report(order.id, { lines: [] })).status).toBe(400)
      const first = await shop.report(order.id)
      const second = await shop.report(order.id)
      expect(second.status).toBe(409)
      expect(second.answer.message).toBe(
        `You have reported ${shop.product.name} already: ${first.answer.ticket}. To add something, please reply to our mail.`,
      )
      expect(await db.$count(problemReports)).toBe(1)
    }))

  it('has at most four photos, of the customer, below 5 MB and readable', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      const ids = []
      for (let nth = 0; nth < 5; nth++) ids.push((await shop.upload(await drawLogo('png'))).answer.id)
      const five = await shop.report(order.id, { photoIds: ids })
      expect(five.status).toBe(400)
      expect(JSON.stringify(five.answer)).toContain('You can send at most 4 photos.')
      const stranger = (await shop.upload(await drawLogo('png'), await createCustomer(db))).answer.id
      expect(await shop.report(order.id, { photoIds: [stranger] })).toMatchObject({ status: 409 })
      expect(await db.$count(problemReports)).toBe(0)
      const large = await shop.upload(new Uint8Array(6 * 1024 * 1024))
      expect([large.status, large.answer.message]).toEqual([413, 'Please choose photos smaller than 5 MB.'])
      expect((await shop.upload(createPixelBomb())).status).toBe(400)
      for (const read of Object.values(UNPRINTABLE)) expect((await shop.upload(await read())).status).toBe(400)
    }))

  it('of one parcel does not concern the other parcels', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const parcels = await shop.place(3)
      const second = parcels[1]?.id ?? ''
      await shop.setStatus(second, 'shipped')
      await shop.call('POST', `/orders/${second}/received`)
      const { parcels: shown } = await shop.read(second)
      expect(shown.map(({ number, refusal }) => [number, refusal === null])).toEqual([
        [1, false],
        [2, true],
        [3, false],
      ])
      const lines = [{ lineId: shown[1]?.lines[0]?.lineId ?? '', quantity: 1 }]
      expect((await shop.report(second, { lines })).status).toBe(201)
      const refunded = await shop.settle(await shop.ticketId(), { outcome: 'refund', amount: 849, reply: 'Sorry!' })
      expect(refunded.status).toBe(200)
      expect(onlyRow(await db.select().from(refunds))).toMatchObject({ orderId: second, amountPaise: 849_00 })
      await expectInvariants(db)
    }))
})

describe('an admin who settles a problem', () => {
  it('refunds through the gateway, writes to the customer, and closes the ticket, once', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      await shop.report(order.id)
      const id = await shop.ticketId()
      const seen = await shop.see(id)
      expect(seen).toMatchObject({
        orderId: order.id,
        linesPaid: 849,
        refundable: order.totalPaise / 100,
        isOpen: true,
      })
      const decision = { outcome: 'refund', amount: 849, reply: 'We are sorry.' }
      const settled = await shop.settle(id, decision)
      expect(settled).toMatchObject({ status: 200, answer: { outcome: 'refund', refunded: 849, isOpen: false } })
      expect((await shop.settle(id, decision)).status).toBe(409)
      await executeRefunds({ ...shop.context, now: () => new Date() })
      expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 849_00, state: 'processed' }])
      const { problems } = await shop.read(order.id)
      expect(problems).toMatchObject([
        { outcome: 'refund', refunded: 849, replies: [{ text: expect.stringMatching(/^We are sorry\./) }] },
      ])
      const documents = (await shop.details(order.id)).documents.map(({ title }) => title)
      expect(documents).toEqual(['Tax invoice', 'Credit note'])
      await expectInvariants(db)
    }))

  it('sends the pieces again as an order at no cost, with stock and a day, and names it', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      await shop.report(order.id, { wish: 'replace' })
      const stockBefore = await stockOf(db)
      const decision = { outcome: 'replace', reply: 'We are sorry.' }
      const { status, answer } = await shop.settle(await shop.ticketId(), decision)
      expect([status, answer.outcome, answer.refunded]).toEqual([200, 'replace', null])
      const sent = onlyRow(await db.select().from(orders).where(eq(orders.id, answer.replacement.id)))
      expect(sent).toMatchObject({
        status: 'processing',
        totalPaise: 0,
        shippingAddress: order.shippingAddress,
        replacesOrderId: order.id,
      })
      expect(sent.shipOn).not.toBeNull()
      expect(await stockOf(db)).toBe(stockBefore - 1)
      const shown = await shop.details(sent.id)
      expect(shown).toMatchObject({
        isReplacement: true,
        total: 0,
        payment: null,
        documents: [],
        items: [{ quantity: 1 }],
      })
      const { problems } = await shop.read(order.id)
      expect(problems[0]?.replies[0]?.text).toMatch(
        new RegExp(
          `^We are sorry\\.\n\nWe send you the same pieces again, at no cost\\. Your replacement is order ${sent.reference}, expected `,
        ),
      )
      const cancelled = await shop.call('POST', `/orders/${sent.id}/cancel`, { body: {} })
      expect([cancelled.status, (await cancelled.json()).message]).toEqual([
        409,
        'Please write to us about a replacement.',
      ])
      await expectInvariants(db)
      expect((await shop.setStatus(sent.id, 'cancelled')).status).toBe(200)
      expect(await stockOf(db)).toBe(stockBefore)
      await expectInvariants(db)
    }))

  it('cannot replace what is out of stock, and then nothing is settled', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      await shop.report(order.id)
      await db.update(products).set({ stock: 0 })
      const { status, answer } = await shop.settle(await shop.ticketId(), { outcome: 'replace', reply: 'Again.' })
      expect([status, answer.message]).toEqual([
        409,
        'There are not enough pieces in stock for a replacement. Please refund them.',
      ])
      expect(await db.$count(orders)).toBe(1)
      expect(onlyRow(await db.select().from(problemReports)).outcome).toBeNull()
    }))

  it('cannot refund more than was paid, and then nothing is settled', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      await shop.report(order.id)
      const id = await shop.ticketId()
      const { status, answer } = await shop.settle(id, { outcome: 'refund', amount: 5000, reply: 'Here.' })
      expect([status, answer.message]).toEqual([409, 'At most ₹1,848.00 of this payment can still be refunded.'])
      expect(onlyRow(await db.select().from(problemReports))).toMatchObject({ outcome: null, settledAt: null })
      for (const amount of [0, -1, 0.001, Number.NaN])
        expect((await shop.settle(id, { outcome: 'refund', amount, reply: 'Here.' })).status).toBe(400)
      expect((await shop.settle(id, { outcome: 'refund', amount: 1, reply: ' ' })).status).toBe(400)
      expect((await shop.call('GET', `/admin/problems/${id}`)).status).toBe(403)
      expect(await shop.see(UNKNOWN)).toBeNull()
      expect((await shop.settle(UNKNOWN, { outcome: 'replace', reply: 'Here.' })).status).toBe(404)
    }))
})

describe('photos of problems', () => {
  it('are deleted after 90 days, and after a day without a report', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      const sent = (await shop.upload(await drawLogo('png'))).answer.id
      await shop.upload(await drawLogo('png'))
      await shop.report(order.id, { photoIds: [sent] })
      const inDays = (days: number) =>
        enforceRetention(db, { now: new Date(Date.now() + days * DAY_MS), publicUrl: 'https://shop.example' })
      await inDays(2)
      expect((await db.select().from(problemPhotos)).map(({ id }) => id)).toEqual([sent])
      await inDays(91)
      expect(await db.$count(problemPhotos)).toBe(0)
      expect(await db.$count(problemReports)).toBe(1)
    }))

  it('are erased with the account, like the report', () =>
    inTestTransaction(async (db) => {
      const shop = await openShop(db)
      const order = await shop.deliver()
      const photo = (await shop.upload(await drawLogo('png'))).answer.id
      await shop.report(order.id, { photoIds: [photo] })
      await deleteAccount(db, { user: shop.customer, onDelete: eraseCustomerData })
      expect([await db.$count(problemPhotos), await db.$count(problemReports)]).toEqual([0, 0])
    }))
})
