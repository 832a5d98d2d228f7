import { describe, expect, it } from 'vitest'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { type RazorpayWebhook, signRazorpayWebhook } from '#tests/fakes/razorpay.ts'

const UNPAID = { payment: 'pending', late: false, order: 'pending', stock: 5, reserved: 1 }
const PAID = { payment: 'success', late: false, order: 'processing', stock: 4, reserved: 0 }
const TOTAL = 214_900

/**
 * The published scenarios of razorpay.com/docs/webhooks/payments, /qr-codes and payments/payments/late-authorisation.
 */
describe('a payment at Razorpay', () => {
  it('that is authorised and then captured pays the order, and sells the items once', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = razorpay.payment({ status: 'authorized', rrn: '632512345678' })
      expect(await deliver(razorpay.webhook('payment.authorized', { payment }))).toBe(200)
      expect(await standing()).toEqual(UNPAID)
      payment.status = 'captured'
      expect(await deliver(razorpay.webhook('payment.captured', { payment }))).toBe(200)
      expect(await standing()).toEqual(PAID)
      expect(await db.select().from(payments)).toMatchObject([
        { provider: 'razorpay', upiTxnId: '632512345678', customerVpa: 'gauri.kumari@okhdfcbank' },
      ])
    }))

  it('that is reported as paid QR code and as captured payment pays once', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = razorpay.payment()
      await deliver(razorpay.webhook('qr_code.credited', { payment, qr_code: razorpay.codes[0] }))
      await deliver(razorpay.webhook('payment.captured', { payment }))
      expect(await standing()).toEqual(PAID)
      expect(await db.select().from(refunds)).toEqual([])
      expect(await db.select().from(outboxMessages)).toHaveLength(2)
    }))

  it('that is authorised after it expired still pays when the items are available', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = razorpay.payment({ status: 'failed' })
      await deliver(razorpay.webhook('payment.failed', { payment }))
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      expect(await standing()).toEqual({ ...UNPAID, payment: 'expired', reserved: 0 })
      payment.status = 'authorized'
      await deliver(razorpay.webhook('payment.authorized', { payment }))
      expect(await standing()).toMatchObject({ payment: 'expired', order: 'pending' })
      payment.status = 'captured'
      await deliver(razorpay.webhook('payment.captured', { payment }))
      expect(await standing()).toEqual({ ...PAID, late: true })
    }))

  it('that is authorised late is refunded when the last item was sold meanwhile', () =>
    inTestTransaction(async (db) => {
      const shop = await createRazorpayShop(db, { stock: 1 })
      await shop.start()
      const payment = shop.razorpay.payment({ status: 'failed', rrn: '632512345678' })
      shop.context.advanceMinutes(16)
      await expireOverduePayments(shop.context)
      await shop.sellOut()
      payment.status = 'captured'
      await shop.deliver(shop.razorpay.webhook('payment.captured', { payment }))
      expect(await shop.standing()).toEqual({ payment: 'review', late: false, order: 'pending', stock: 0, reserved: 0 })
      expect(await db.select().from(refunds)).toMatchObject([
        { provider: 'razorpay', upiTxnId: '632512345678', amountPaise: TOTAL, reason: 'sold-out' },
      ])
    }))

  it('that fails and is retried in the UPI app pays the order', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = razorpay.payment({ status: 'failed' })
      await deliver(razorpay.webhook('payment.failed', { payment }))
      expect(await standing()).toEqual({ ...UNPAID, payment: 'failure' })
      expect(await db.select().from(payments)).toMatchObject([
        { remark: expect.stringContaining('insufficient funds') },
      ])
      payment.status = 'captured'
      await deliver(razorpay.webhook('payment.captured', { payment }))
      expect(await standing()).toEqual(PAID)
    }))

  it('ends in the same state in whatever order its events arrive', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = razorpay.payment()
      const reported = (event: string, status: string) => razorpay.webhook(event, { payment: { ...payment, status } })
      const [failed, authorised, captured] = [
        reported('payment.failed', 'failed'),
        reported('payment.authorized', 'authorized'),
        reported('payment.captured', 'captured'),
      ]
      for (const event of [captured, authorised, failed]) expect(await deliver(event)).toBe(200)
      expect(await standing()).toEqual(PAID)
      const results = (await db.select().from(paymentEvents)).map(({ result }) => result)
      expect(results.sort()).toEqual(['applied', 'stale', 'unchanged'])
    }))

  it('has one effect when its event is delivered four times, twice at once', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const event = razorpay.webhook('payment.captured', { payment: razorpay.payment() })
      const answers = [await deliver(event), await deliver(event)]
      answers.push(...(await Promise.all([deliver(event), deliver(event)])))
      expect(answers).toEqual([200, 200, 200, 200])
      expect(await standing()).toEqual(PAID)
      expect(await db.select().from(paymentEvents)).toHaveLength(1)
      expect(await db.select().from(outboxMessages)).toHaveLength(2)
    }))

  it('keeps its number when the bank’s arrives after the event, so that one capture never looks like two', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = razorpay.payment({ rrn: null })
      await deliver(razorpay.webhook('qr_code.credited', { payment, qr_code: razorpay.codes[0] }))
      const numbered = { ...payment, acquirer_data: { rrn: '632512345678' } }
      await deliver(razorpay.webhook('payment.captured', { payment: numbered }))
      expect(await standing()).toEqual(PAID)
      expect(await db.select().from(payments)).toMatchObject([{ upiTxnId: payment.id }])
      expect(await db.select().from(refunds)).toEqual([])
    }))
})

describe('money that does not match', () => {
  it.each([
    ['of another amount', { amount: 100, currency: 'INR' }],
    ['in another currency', { amount: TOTAL, currency: 'USD' }],
  ])('%s goes to review and is refunded, and nothing is packed', (_, wrong) =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment(wrong) }))
      expect(await standing()).toEqual({ ...UNPAID, payment: 'review', reserved: 0 })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'wrong-amount', amountPaise: wrong.amount }])
    }),
  )

  it('because one QR code was paid twice is refunded', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment() }))
      const second = razorpay.payment({ rrn: '222222222222' })
      await deliver(razorpay.webhook('payment.captured', { payment: second }))
      expect(await standing()).toEqual(PAID)
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'duplicate-payment', upiTxnId: '222222222222' }])
    }))

  it('for no payment of the shop is stored with its amount for an admin', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = {
        ...razorpay.payment({ amount: 50_000, notes: [], rrn: '333333333333' }),
        id: 'pay_ofSomebodyElse',
      }
      expect(await deliver(razorpay.webhook('payment.captured', { payment }))).toBe(200)
      expect(await standing()).toEqual(UNPAID)
      expect(await db.select().from(paymentEvents)).toMatchObject([
        { result: 'unknown_payment', paymentId: null, amountPaise: 50_000, upiTxnId: '333333333333' },
      ])
    }))

  it('without notes is matched by looking up the paid QR code', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, tick, standing } = await createRazorpayShop(db)
      await start()
      expect(await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment({ notes: [] }) }))).toBe(
        200,
      )
      expect(await standing()).toEqual(UNPAID)
      await tick()
      expect(await standing()).toEqual(PAID)
    }))
})

describe('a webhook', () => {
  it.each<[string, (genuine: RazorpayWebhook) => RazorpayWebhook]>([
    [
      'with one byte changed',
      ({ headers, body }) => ({ headers, body: body.replace('"captured":true', '"captured":TRUE') }),
    ],
    [
      'written anew with the same content',
      ({ headers, body }) => ({ headers, body: JSON.stringify(JSON.parse(body), null, 1) }),
    ],
    ['under another secret', ({ body }) => signRazorpayWebhook(body, 'evt_1', 'another secret of the same shop')],
    ['without a signature', ({ body }) => ({ headers: { 'x-razorpay-event-id': 'evt_1' }, body })],
  ])('%s is rejected, and nothing of it is stored', (_, forge) =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      expect(await deliver(forge(razorpay.webhook('payment.captured', { payment: razorpay.payment() })))).toBe(401)
      expect(await standing()).toEqual(UNPAID)
      expect(await db.select().from(paymentEvents)).toEqual([])
    }),
  )

  it('under the previous secret counts once while Razorpay still uses it, also when it comes under both', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const { body } = razorpay.webhook('payment.captured', { payment: razorpay.payment() })
      expect(await deliver(signRazorpayWebhook(body, 'evt_1', 'the secret of yesterday'))).toBe(200)
      expect(await deliver(signRazorpayWebhook(body, 'evt_1'))).toBe(200)
      expect(await standing()).toEqual(PAID)
      expect(await db.select().from(paymentEvents)).toHaveLength(1)
    }))

  it('is read with headers in any case and text beyond ASCII', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = { ...razorpay.payment(), description: 'కోకో – ₹2,149' }
      const { headers, body } = razorpay.webhook('payment.captured', { payment })
      const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
      expect(await deliver({ headers: shouted, body })).toBe(200)
      expect(await standing()).toEqual(PAID)
    }))

  it.each(['{"event":"payment.captured","payload":{"payment":{"entity":{"amount":"many"}}}}', 'not JSON', '[]', ''])(
    'that is genuine but unreadable (%j) is stored and logged',
    (body) =>
      inTestTransaction(async (db) => {
        expectConsoleError()
        const { start, deliver, standing } = await createRazorpayShop(db)
        await start()
        expect(await deliver(signRazorpayWebhook(body, 'evt_odd'))).toBe(200)
        expect(await standing()).toEqual(UNPAID)
        expect(await db.select().from(paymentEvents)).toMatchObject([
          { provider: 'razorpay', eventId: 'evt_odd', raw: body, result: 'unknown_payment' },
        ])
      }),
  )

  it.each<[string, Record<string, unknown>, typeof PAID | typeof UNPAID]>([
    ['a NUL in its texts', { vpa: 'a\0b@okaxis', acquirer_data: { rrn: '6325\0' } }, PAID],
    ['a lone surrogate', { vpa: '\ud800@okaxis' }, PAID],
    ['too large an amount', { amount: 2 ** 31 }, UNPAID],
    ['a date beyond the calendar', { created_at: 1e15 }, UNPAID],
    ['an id that no index holds', { id: `pay_${'7'.repeat(9000)}` }, UNPAID],
  ])('that is genuine, with %s, is stored', (_, odd, after) =>
    inTestTransaction(async (db) => {
      if (after === UNPAID) expectConsoleError()
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const event = razorpay.webhook('payment.captured', { payment: { ...razorpay.payment(), ...odd } })
      expect(await deliver(event)).toBe(200)
      expect(await standing()).toEqual(after)
      expect(await db.$count(paymentEvents)).toBe(1)
    }),
  )

  it('is stored without the payer, except the beginning of the UPI id', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = { ...razorpay.payment(), email: 'gauri.kumari@example.com', contact: '+919876543210' }
      expect(await deliver(razorpay.webhook('payment.captured', { payment }))).toBe(200)
      expect(await standing()).toEqual(PAID)
      const [stored] = await db.select().from(paymentEvents)
      expect(JSON.parse(stored?.raw ?? '').payload.payment.entity).toMatchObject({
        id: payment.id,
        vpa: 'ga***@okhdfcbank',
        email: '***',
        contact: '***',
      })
      expect(stored?.raw).not.toMatch(/gauri|9876543210/)
    }))

  it('about another Razorpay product is stored without effect', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      expect(await deliver(razorpay.webhook('qr_code.closed', { qr_code: razorpay.codes[0] }))).toBe(200)
      expect(await deliver(razorpay.webhook('settlement.processed', { settlement: { id: 'setl_1' } }))).toBe(200)
      expect(await standing()).toEqual(UNPAID)
      const results = (await db.select().from(paymentEvents)).map(({ result }) => result)
      expect(results.sort()).toEqual(['unknown_kind', 'unknown_payment'])
    }))
})
