import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes, shopDay } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { cancelOrderPayment } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { findOrderPayment } from '#src/features/payments/order-payment/order-payment.server.ts'
import { paymentEvents, payments, unmatchedResolutions } from '#src/features/payments/payments.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  type TestPaymentContext,
} from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { adminPaymentsApi } from './admin-payments.api.server.ts'
import {
  PaymentDetails,
  PaymentRecord,
  RecheckResult,
  ReconciliationDay,
  UnmatchedPayment,
} from './admin-payments.contract.ts'

const RRN = '632512345678'

async function openAdmin(db: Db) {
  const context = createTestPayments(db)
  const admin = await createAdmin(db)
  const api = createTestApi(adminPaymentsApi(context))
  const customer = await createCustomer(db)
  const product = await insertProduct(db, { pricePaise: 199_900, stock: 50 })
  const headers = { cookie: admin.cookie, 'content-type': 'application/json', origin: 'http://localhost' }
  const get = (path: string) => api.request(`/api/admin/${path}`, { headers })
  const post = (path: string, body?: unknown) =>
    api.request(`/api/admin/${path}`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const list = async (query = '') => PaymentRecord.array().parse(await (await get(`payments${query}`)).json())
  const unmatched = async (query = '') => UnmatchedPayment.array().parse(await (await get(`money${query}`)).json())
  const start = () => initiatePayment(context, customer.id, createCheckout(product))
  return { context, admin, customer, product, get, post, list, unmatched, start }
}

const report = (context: TestPaymentContext, clientTxnId: string, money: { upiTxnId?: string; amount?: number } = {}) =>
  processPaymentEvent(context, {
    provider: 'sandbox',
    source: 'webhook',
    clientTxnId,
    eventId: `evt_${clientTxnId}_${money.upiTxnId}_${money.amount}`,
    raw: JSON.stringify({ clientTxnId, vpa: 'ravi.kumar@okaxis' }),
    status: {
      kind: 'success',
      amount: paise(money.amount ?? 214_900),
      currency: 'INR',
      upiTxnId: money.upiTxnId ?? RRN,
      paidAt: context.now(),
      vpa: 'ravi.kumar@okaxis',
    },
  })

describe('the payment records', () => {
  it("carry the specification's fields, with the UPI id masked", () =>
    inTestTransaction(async (db) => {
      const { context, start, list, customer } = await openAdmin(db)
      const { clientTxnId, orderId } = await start()
      await report(context, clientTxnId)
      const [record, ...others] = await list()
      expect(others).toEqual([])
      expect(record).toMatchObject({
        clientTxnId,
        orderId,
        customerName: 'Asha Rao',
        customerEmail: 'asha@shopper.example',
        customerMobile: '+919876543210',
        customerVpa: 'ra***@okaxis',
        amount: 2149,
        status: 'success',
        upiTxnId: RRN,
        txnAt: context.now().toISOString(),
        remark: null,
      })
      expect(JSON.parse(record?.webhookData ?? '')).toEqual({ clientTxnId, vpa: 'ra***@okaxis' })
      expect(customer.email).not.toBe('')
    }))

  it('are complete without parameters, and in pages, newest first, with them', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, list, get } = await openAdmin(db)
      for (let i = 0; i < 5; i++) {
        await createOrder(context, { customer, product })
        context.advanceMinutes(1)
      }
      const all = await list()
      expect(all).toHaveLength(5)
      expect(all.map(({ createdAt }) => createdAt)).toEqual(
        all
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .toReversed(),
      )
      const paged: PaymentRecord[] = []
      for (let path: string | undefined = 'payments?limit=2&status=success'; path; ) {
        const answer: Response = await get(path)
        expect(answer.headers.get('x-total-count')).toBe('5')
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
        paged.push(...PaymentRecord.array().parse(await answer.json()))
        path = /admin\/(payments[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      expect(paged).toEqual(all)
    }))

  it('are found by state, day, number, name and telephone', () =>
    inTestTransaction(async (db) => {
      const { context, start, list } = await openAdmin(db)
      const paid = await start()
      await report(context, paid.clientTxnId)
      const open = await start()
      const found = async (query: string) => (await list(query)).map(({ clientTxnId }) => clientTxnId)
      expect(await found('?status=success')).toEqual([paid.clientTxnId])
      expect(await found('?status=pending')).toEqual([open.clientTxnId])
      expect(await found('?status=failure')).toEqual([])
      expect(await found(`?q=${RRN}`)).toEqual([paid.clientTxnId])
      expect(await found(`?q=${open.clientTxnId.toLowerCase()}`)).toEqual([open.clientTxnId])
      expect(await found(`?q=${paid.orderId}`)).toEqual([paid.clientTxnId])
      for (const typed of ['asha', 'Rao', '98765 43210', '500002']) expect(await found(`?q=${typed}`)).toHaveLength(2)
      expect(await found('?q=nobody')).toEqual([])
      const today = shopDay(context.now())
      const tomorrow = shopDay(addMinutes(context.now(), 24 * 60))
      expect(await found(`?from=${today}&to=${today}`)).toHaveLength(2)
      expect(await found(`?from=${tomorrow}`)).toEqual([])
    }))

  it.each(['?status=paid', '?limit=0', '?limit=201', '?cursor=abc', '?from=yesterday', '?page=2', '?q='])(
    'rejects %s',
    (query) =>
      inTestTransaction(
        async (db) => void expect((await (await openAdmin(db)).get(`payments${query}`)).status).toBe(400),
      ),
  )
})

describe('the timeline of a payment', () => {
  it('shows the events of all sides in order, each with its raw record', () =>
    inTestTransaction(async (db) => {
      const { context, start, get, list } = await openAdmin(db)
      const { clientTxnId } = await start()
      context.advanceMinutes(1)
      await report(context, clientTxnId)
      await report(context, clientTxnId, { upiTxnId: '999988887777' })
      const [record] = await list()
      const { timeline } = PaymentDetails.parse(await (await get(`payments/${record?.id}`)).json())
      expect(timeline.map(({ text, amount }) => [text, amount])).toEqual([
        ['The customer started the payment', 2149],
        ['Bank notification: applied', 2149],
        ['Bank notification: paid a second time', 2149],
        ['Refund due: It was paid a second time; the order was already paid.', 2149],
      ])
      expect(timeline[1]?.raw).toContain('ra***@okaxis')
    }))

  it('is 404 for unknown and impossible payment ids', () =>
    inTestTransaction(async (db) => {
      const { get } = await openAdmin(db)
      for (const id of [crypto.randomUUID(), 'abc', '-1']) expect((await get(`payments/${id}`)).status).toBe(404)
    }))
})

describe('polling the bank again', () => {
  it('waits as long as the bank demands, then polls once and is audited', () =>
    inTestTransaction(async (db) => {
      const { context, start, list, post, admin } = await openAdmin(db)
      const { clientTxnId } = await start()
      await simulateBankDecision(context.sandbox, clientTxnId, 'success')
      const id = (await list())[0]?.id
      const early = await post(`payments/${id}/recheck`)
      expect(early.status).toBe(409)
      expect((await early.json()).message).toMatch(/^The bank allows the next check on /)
      expect(await db.$count(auditLog)).toBe(0)
      context.advanceMinutes(2)
      const answer = RecheckResult.parse(await (await post(`payments/${id}/recheck`)).json())
      expect(answer).toMatchObject({ status: 'success' })
      expect(answer.message).toMatch(/^The bank reports ₹2,149.00 paid under \d{12}\.$/)
      const again = await post(`payments/${id}/recheck`)
      expect(again.status).toBe(409)
      expect((await again.json()).message).toMatch(/^The bank was last checked at /)
      expect(await db.select().from(auditLog)).toMatchObject([
        { actorEmail: admin.email, entity: 'payment', entityId: id, before: { polls: 0 }, after: { polls: 1 } },
      ])
    }))

  it('polls a settled payment after two hours, and no job polls it afterwards', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, list, post } = await openAdmin(db)
      await createOrder(context, { customer, product })
      const id = (await list())[0]?.id ?? ''
      context.advanceMinutes(119)
      expect((await post(`payments/${id}/recheck`)).status).toBe(409)
      context.advanceMinutes(2)
      expect((await post(`payments/${id}/recheck`)).status).toBe(200)
      const [payment] = await db.select().from(payments).where(eq(payments.id, id))
      expect(payment).toMatchObject({ status: 'success', pollCount: 1, nextPollAt: null, lastPolledAt: context.now() })
    }))

  it('says when the bank does not answer, and is 404 for unknown payments', () =>
    inTestTransaction(async (db) => {
      const { context, start, list, post } = await openAdmin(db)
      await start()
      context.advanceMinutes(2)
      context.gateway.fetchStatus = async () => {
        throw new Error('The bank is out for lunch')
      }
      const answer = RecheckResult.parse(await (await post(`payments/${(await list())[0]?.id}/recheck`)).json())
      expect(answer).toMatchObject({
        status: 'pending',
        message: 'The bank did not answer, or does not know this payment.',
      })
      for (const id of [crypto.randomUUID(), 'abc']) expect((await post(`payments/${id}/recheck`)).status).toBe(404)
    }))
})

describe('reconciliation with the bank', () => {
  const days = async (get: (path: string) => Promise<Response> | Response) =>
    ReconciliationDay.array().parse(await (await get('bank-days?days=2')).json())

  it('agrees on a normal day, also when an order of an earlier day is cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, get } = await openAdmin(db)
      const order = await createOrder(context, { customer, product })
      await cancelOrderPayment(db, order)
      context.advanceMinutes(1)
      expect(await days(get)).toMatchObject([
        { day: shopDay(context.now()), bank: 2149, shop: 2149, differences: [] },
        { bank: 0, shop: 0, differences: [] },
      ])
    }))

  it('names every capture and refund that differs', () =>
    inTestTransaction(async (db) => {
      const { context, start, get } = await openAdmin(db)
      const unanswered = await start()
      await simulateBankDecision(context.sandbox, unanswered.clientTxnId, 'success')
      const invented = await start()
      await report(context, invented.clientTxnId)
      context.advanceMinutes(1)
      const [today] = await days(get)
      expect(today).toMatchObject({ bank: 2149, shop: 2149 })
      expect(today?.differences).toHaveLength(2)
      expect(today?.differences).toContainEqual(
        expect.objectContaining({ clientTxnId: unanswered.clientTxnId, bank: 2149, shop: null, payment: null }),
      )
      expect(today?.differences).toContainEqual(
        expect.objectContaining({ clientTxnId: invented.clientTxnId, bank: null, shop: 2149, upiTxnId: RRN }),
      )
    }))

  it.each(['?days=0', '?days=32', '?day=today'])('rejects %s', (query) =>
    inTestTransaction(
      async (db) => void expect((await (await openAdmin(db)).get(`bank-days${query}`)).status).toBe(400),
    ),
  )
})

describe('a payment that needs a decision', () => {
  it('is a due refund or an unmatched payment, oldest first', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, start, unmatched } = await openAdmin(db)
      const cancelled = await createOrder(context, { customer, product })
      await cancelOrderPayment(db, cancelled)
      const { clientTxnId, orderId } = await start()
      await report(context, clientTxnId, { amount: 100 })
      await report(context, 'KCNOBODY1', { upiTxnId: '111122223333' })
      const waiting = await unmatched()
      expect(waiting.map(({ kind, amount, what }) => [kind, amount, what]).toSorted()).toEqual([
        ['event', 2149, 'Money arrived for an unknown payment.'],
        ['refund', 1, 'The amount was not the total of the order.'],
        ['refund', 2149, 'The order was cancelled.'],
      ])
      expect(waiting.map(({ at }) => at)).toEqual(waiting.map(({ at }) => at).toSorted())
      expect(waiting.find(({ amount }) => amount === 1)).toMatchObject({ orderId, customerName: 'Asha Rao' })
      expect((await unmatched(`?limit=2&cursor=${waiting[0]?.id}`)).map(({ id }) => id)).toEqual(
        waiting.slice(1).map(({ id }) => id),
      )
    }))

  it('is settled once an admin has refunded it by hand: recorded, mailed to the customer, audited', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product, unmatched, post, list, admin } = await openAdmin(db)
      const order = await createOrder(context, { customer, product })
      await cancelOrderPayment(db, order)
      await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id))
      expect(await findOrderPayment(db, order)).toMatchObject({ refundDue: 2149, refunded: 0, status: 'success' })
      const [money] = await unmatched()
      const done = { bankReference: 'NEFT-20261121', note: 'From the studio account' }
      expect((await post(`money/${money?.id}/done-outside`, done)).status).toBe(200)
      expect(await unmatched()).toEqual([])
      expect((await list())[0]?.status).toBe('refunded')
      expect(await findOrderPayment(db, order)).toMatchObject({ refundDue: 0, refunded: 2149, status: 'refunded' })
      expect(await db.select().from(unmatchedResolutions)).toMatchObject([{ ...done, decidedBy: admin.email }])
      expect(await db.select().from(auditLog)).toMatchObject([
        { entity: 'payment', before: { refund: 'due' }, after: { refund: 'done outside', ...done, amount: 2149 } },
      ])
      const mails = await db
        .select()
        .from(outboxMessages)
        .where(eq(outboxMessages.idempotencyKey, `refund-done:${money?.id}`))
      expect(mails).toMatchObject([{ to: customer.email, text: expect.stringContaining('NEFT-20261121') }])
      expect((await post(`money/${money?.id}/done-outside`, done)).status).toBe(409)
      expect(await db.$count(unmatchedResolutions)).toBe(1)
    }))

  it('that is unmatched can be refunded as well', () =>
    inTestTransaction(async (db) => {
      const { context, unmatched, post } = await openAdmin(db)
      await report(context, 'KCNOBODY1', { upiTxnId: '111122223333' })
      const [money] = await unmatched()
      expect((await post(`money/${money?.id}/done-outside`, { bankReference: '632599998888' })).status).toBe(200)
      expect(await unmatched()).toEqual([])
      expect(await db.$count(auditLog)).toBe(1)
    }))

  it.each([
    {},
    { bankReference: '123' },
    { bankReference: 'a b c d e f' },
    { bankReference: '632599998888', amount: 1 },
  ])('is not changed by %j', (body) =>
    inTestTransaction(async (db) => {
      const { context, unmatched, post } = await openAdmin(db)
      await report(context, 'KCNOBODY1')
      const [money] = await unmatched()
      expect((await post(`money/${money?.id}/done-outside`, body)).status).toBe(400)
      expect(await unmatched()).toHaveLength(1)
    }),
  )

  it('is 404 for unknown ids, and for events that were applied', () =>
    inTestTransaction(async (db) => {
      const { context, start, post } = await openAdmin(db)
      await report(context, (await start()).clientTxnId)
      const [used] = await db.select().from(paymentEvents)
      for (const id of [crypto.randomUUID(), 'abc', used?.id])
        expect((await post(`money/${id}/done-outside`, { bankReference: '632599998888' })).status).toBe(404)
      expect(await db.$count(unmatchedResolutions)).toBe(0)
    }))
})

it('the decisions of admins keep every invariant of the shop', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product, unmatched, post } = await openAdmin(db)
    const order = await createOrder(context, { customer, product })
    await cancelOrderPayment(db, order)
    const [money] = await unmatched()
    await post(`money/${money?.id}/done-outside`, { bankReference: 'NEFT-20261121' })
    await expectInvariants(db)
  }))
