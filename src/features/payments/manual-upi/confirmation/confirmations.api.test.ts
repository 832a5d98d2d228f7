import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { adminPaymentsApi } from '#src/features/payments/admin/admin-payments.api.server.ts'
import { ConfirmationQueue, SubmittedUtr } from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { submitUtrApi } from '#src/features/payments/manual-upi/submit-utr.api.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createManualUpiShop, createUtr } from '#tests/factories/payments/manual-upi.ts'

async function createTestShop(db: Db) {
  const shop = await createManualUpiShop(db)
  const ofCustomers = createTestApi(paymentsApi(shop.context)).route('/', submitUtrApi(shop.context))
  const apis = [ofCustomers, createTestApi(adminPaymentsApi(shop.context))] as const
  const headers = (cookie: string) => ({ cookie, 'content-type': 'application/json', origin: 'http://localhost' })
  const started = await shop.start()
  const { transactionId, orderId } = started
  const submitUtr = (utr: string, admin = shop.customer.cookie) =>
    apis[0].request('/api/payments/upi/utr', {
      method: 'POST',
      headers: headers(admin),
      body: JSON.stringify({ transactionId, orderId, utr }),
    })
  const decide = (act: string, body: unknown, { who: admin = shop.admin.cookie, id = transactionId } = {}) =>
    apis[1].request(`/api/admin/payments/${id}/${act}`, {
      method: 'POST',
      headers: headers(admin),
      body: JSON.stringify(body),
    })
  const queue = async () =>
    ConfirmationQueue.parse(
      await (await apis[1].request('/api/admin/money/confirmations', { headers: headers(shop.admin.cookie) })).json(),
    )
  const details = async (id: string) =>
    (await apis[1].request(`/api/admin/payments/${id}`, { headers: headers(shop.admin.cookie) })).json()
  const status = async () => (await db.select({ status: payments.status }).from(payments))[0]?.status
  return {
    ...shop,
    started,
    tell: submitUtr,
    decide,
    queue,
    details,
    status,
    utr: createUtr(shop.context.now()),
    webhooks: apis[0],
  }
}

it('a UTR with spaces is accepted and answered without the word success', () =>
  inTestTransaction(async (db) => {
    const { tell: submitUtr, utr, queue, started, admin } = await createTestShop(db)
    const answer = await submitUtr(` ${utr.slice(0, 4)} ${utr.slice(4, 8)} ${utr.slice(8)} `)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).not.toMatch(/success/i)
    expect(SubmittedUtr.parse(JSON.parse(text))).toMatchObject({ submittedUtr: utr, status: 'pending' })
    expect(await queue()).toMatchObject({
      adminCount: 1,
      dualApprovalAbove: 10_000,
      waiting: [
        { payment: started.transactionId, orderId: started.orderId, amount: 2149, utr, needsDualApproval: false },
      ],
    })
    expect(admin.email).not.toBe('')
  }))

it.each(['12345', '12345678901a', '1234567890123', ''])('case 17: the UTR %j is refused with the reason', (typed) =>
  inTestTransaction(async (db) => {
    const { tell: submitUtr, status } = await createTestShop(db)
    const answer = await submitUtr(typed)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      issues: [{ path: 'utr', message: expect.stringContaining('12 digits') }],
    })
    expect(await status()).toBe('pending')
  }),
)

it('a fourth number for one order is refused, and so is the eleventh from one address', () =>
  inTestTransaction(async (db) => {
    const { tell: submitUtr, context } = await createTestShop(db)
    const answers = []
    for (let i = 0; i < 11; i++) {
      context.advanceMinutes(1)
      answers.push(await submitUtr(createUtr(context.now(), `1234567${i % 10}`)))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, ...Array(8).fill(429)])
    expect(await answers[3]?.json()).toMatchObject({
      message: 'You have submitted three UTRs for this order. Please write to us.',
    })
    expect(answers[10]?.headers.get('retry-after')).toMatch(/^\d+$/)
  }))

it('case 20: only an admin confirms, rejects or lists, whatever the request', () =>
  inTestTransaction(async (db) => {
    const { tell: submitUtr, decide, utr, customer, status, context } = await createTestShop(db)
    await submitUtr(utr)
    const found = { amount: 2149, utrLastFour: utr.slice(-4) }
    const flag = `${customer.cookie}; admin_authenticated=true`
    for (const [act, body] of [
      ['confirm', found],
      ['wrong-amount', found],
      ['reject', { reason: 'no' }],
    ] as const) {
      expect((await decide(act, body, { who: flag })).status).toBe(403)
      expect((await decide(act, body, { who: 'admin_authenticated=true' })).status).toBe(401)
    }
    expect(await status()).toBe('awaiting_confirmation')
    expect(context.gateway.refund).toBeUndefined()
  }))

it('cases 18 and 19: 422 for another amount, 200 for the right one, and both are audited', () =>
  inTestTransaction(async (db) => {
    const { tell: submitUtr, decide, utr, status, admin } = await createTestShop(db)
    await submitUtr(utr)
    const wrong = await decide('confirm', { amount: 2140, utrLastFour: utr.slice(-4) })
    expect(wrong.status).toBe(422)
    expect(await wrong.json()).toMatchObject({ message: 'The expected amount is ₹2,149.00. You entered another one.' })
    expect(await status()).toBe('awaiting_confirmation')
    const right = await decide('confirm', { amount: 2149, utrLastFour: utr.slice(-4) })
    expect(await right.json()).toEqual({ status: 'success', waitsForSecond: false })
    expect((await db.select().from(auditLog)).map(({ actorEmail }) => actorEmail)).toEqual([admin.email, admin.email])
  }))

it('an invalid decision is rejected, and an unknown payment is 404', () =>
  inTestTransaction(async (db) => {
    const { tell: submitUtr, decide, utr, status } = await createTestShop(db)
    expect((await decide('reject', { reason: 'Nobody has typed a number yet.' })).status).toBe(409)
    await submitUtr(utr)
    for (const body of [
      {},
      { amount: 2149 },
      { amount: -1, utrLastFour: '1234' },
      { amount: 2149, utrLastFour: '123' },
    ])
      expect((await decide('confirm', body)).status).toBe(400)
    expect((await decide('reject', { reason: '  ' })).status).toBe(400)
    const unknown = { id: '34a10d47-9936-4b3a-8fc8-a4fa3932404a' }
    expect((await decide('confirm', { amount: 2149, utrLastFour: '1234' }, unknown)).status).toBe(404)
    expect((await decide('reject', { reason: 'Not there' }, unknown)).status).toBe(404)
    expect((await decide('reject', { reason: 'Not there' }, { id: 'abc' })).status).toBe(404)
    expect(await status()).toBe('awaiting_confirmation')
  }))

it('a payment that is not on the statement is rejected, and another amount is on the list of refunds', () =>
  inTestTransaction(async (db) => {
    const { tell: submitUtr, decide, utr, queue, status } = await createTestShop(db)
    await submitUtr(utr)
    expect(await (await decide('reject', { reason: 'Not there' })).json()).toMatchObject({ status: 'pending' })
    await submitUtr(utr)
    const other = { amount: 2000, utrLastFour: utr.slice(-4) }
    expect(await (await decide('wrong-amount', other)).json()).toMatchObject({ status: 'review' })
    expect((await queue()).waiting).toEqual([])
    expect(await status()).toBe('review')
  }))

it('no bank can be asked about a payment by UTR, so the admin is sent to their own account', () =>
  inTestTransaction(async (db) => {
    const { decide, started, details } = await createTestShop(db)
    expect(await details(started.transactionId)).toMatchObject({ nextRecheckAt: null })
    const answer = await decide('recheck', {})
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('your own bank account') })
  }))

it('a webhook is always rejected', () =>
  inTestTransaction(async (db) => {
    const { webhooks, status } = await createTestShop(db)
    const answer = await webhooks.request('/api/payments/webhook/manual-upi', {
      method: 'POST',
      body: JSON.stringify({ status: 'success' }),
    })
    expect(answer.status).toBe(401)
    expect(await status()).toBe('pending')
  }))
