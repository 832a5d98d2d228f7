import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { describe, expect, it, vi } from 'vitest'
import { paise } from '#src/core/money.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { paymentEvents, payments } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments, pollDuePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { verifyPayment } from '#src/features/payments/polling/poll-gateway.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { type FakeRazorpay, type InjectedFailure, RAZORPAY_KEYS, TEST_WEBHOOK_SECRET } from '#tests/fakes/razorpay.ts'
import { createRazorpayGateway } from './razorpay-gateway.server.ts'

const UNPAID = { payment: 'pending', late: false, order: 'pending', stock: 5, reserved: 1 }
const PAID = { payment: 'success', late: false, order: 'processing', stock: 4, reserved: 0 }
const TROUBLES: [string, InjectedFailure][] = [
  ['answers 500', { as: 500 }],
  ['answers 502', { as: 502 }],
  ['is asked too often', { as: 429 }],
  ['does not answer', { as: 'silence' }],
  ['breaks the line', { as: 'hang-up' }],
  ['answers with a page', { as: '<html>Bad Gateway</html>' }],
  ['answers with another thing', { as: '{"entity":"collection"}' }],
]
const twice = (trouble: InjectedFailure) =>
  'as' in trouble && trouble.as === 'silence' ? [trouble] : [trouble, trouble]
const IMPATIENT = { timeoutMs: 500 }
const callsOf = ({ requests }: FakeRazorpay) => requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

describe('a payment that starts', () => {
  it('is one QR code of exactly its amount that closes soon after it expires and names no customer', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, customer, checkout } = await createRazorpayShop(db)
      const started = await start()
      const sent = JSON.parse(razorpay.requests[0]?.body ?? '')
      expect(sent).toEqual({
        type: 'upi_qr',
        name: 'Golconda Cacao',
        usage: 'single_use',
        fixed_amount: true,
        payment_amount: 214_900,
        description: expect.stringMatching(/^Golconda Cacao \w{8}$/),
        close_by: expect.any(Number),
        notes: { clientTxnId: started.clientTxnId },
      })
      const secondsOver = sent.close_by - Date.parse(started.expiresAt) / 1000
      expect(secondsOver > 0 && secondsOver < 300).toBe(true)
      for (const personal of [customer.email, checkout.customerPhone, checkout.customerName])
        expect(razorpay.requests[0]?.body).not.toContain(personal)
    }))

  it('shows a QR code drawn from Razorpay’s link, so that no image of theirs is loaded', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start } = await createRazorpayShop(db)
      const started = await start()
      expect(started).toMatchObject({
        upiLink: razorpay.codes[0]?.image_content,
        paymentUrl: razorpay.codes[0]?.image_content,
        upiId: 'golconda.rzp@hdfcbank',
      })
      const image = PNG.sync.read(Buffer.from(started.qrCode.replace('data:image/png;base64,', ''), 'base64'))
      expect(jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data).toBe(started.upiLink)
    }))

  it('is the same payment with the same QR code when it is started again', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start } = await createRazorpayShop(db)
      expect(await start()).toEqual(await start())
      expect(razorpay.codes).toHaveLength(1)
    }))

  it('has one QR code when two processes start it at the same time', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context } = await createRazorpayShop(db)
      const expiresAt = new Date(Date.now() + 900_000)
      const payment = { clientTxnId: 'KC01', amount: paise(214_900), note: 'Golconda Cacao', expiresAt }
      const offers = await Promise.all([context.gateway.createPayment(payment), context.gateway.createPayment(payment)])
      expect(new Set(offers.map(({ upiLink }) => upiLink)).size).toBe(1)
      expect(razorpay.codes).toHaveLength(2)
    }))

  it.each(TROUBLES)('waits for the customer’s next try when Razorpay %s, with its items reserved', (_, trouble) =>
    inTestTransaction(async (db) => {
      const { razorpay, start, standing } = await createRazorpayShop(db, IMPATIENT)
      razorpay.meets(trouble)
      await expect(start()).rejects.toMatchObject({ code: 'unavailable' })
      expect(await standing()).toEqual({ ...UNPAID, payment: 'created' })
      await start()
      expect(await standing()).toEqual(UNPAID)
      expect(await db.select().from(orders)).toHaveLength(1)
    }),
  )

  it('is paid by the QR code that was shown when the response to an earlier one was lost', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, standing } = await createRazorpayShop(db)
      razorpay.meets({ as: 'hang-up', done: true })
      await expect(start()).rejects.toMatchObject({ code: 'unavailable' })
      const { upiLink } = await start()
      expect(razorpay.codes.map(({ image_content }) => image_content === upiLink)).toEqual([false, true])
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment() }))
      expect(await standing()).toEqual(PAID)
    }))

  it('logs when Razorpay has not activated the link of its QR codes', () =>
    inTestTransaction(async (db) => {
      expectConsoleError()
      const { razorpay, start } = await createRazorpayShop(db)
      razorpay.meets({ as: '{"id":"qr_HMsVL8HOpbMcjU","image_url":"https://rzp.io/i/BWcUVrLp"}' })
      await expect(start()).rejects.toMatchObject({ code: 'unavailable' })
      expect(vi.mocked(console.error).mock.calls.flat().join(' ')).toContain('image_content')
    }))
})

describe('polling Razorpay', () => {
  it('finds the money when no webhook ever came', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, customer, checkout, start, standing } = await createRazorpayShop(db)
      const { transactionId } = await start()
      razorpay.payment({ status: 'failed' })
      razorpay.payment({ rrn: '632512345678' })
      context.advanceMinutes(2)
      const which = { transactionId, orderId: checkout.orderId }
      expect(await verifyPayment(context, customer.id, which)).toEqual({ success: true, status: 'success' })
      expect(await standing()).toEqual(PAID)
      expect(await db.select().from(payments)).toMatchObject([{ upiTxnId: '632512345678' }])
    }))

  it('and the webhook that follows count once', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start, deliver, standing } = await createRazorpayShop(db)
      await start()
      const payment = razorpay.payment()
      context.advanceMinutes(2)
      await pollDuePayments(context)
      await deliver(razorpay.webhook('qr_code.credited', { payment, qr_code: razorpay.codes[0] }))
      expect(await standing()).toEqual(PAID)
      const results = (await db.select().from(paymentEvents)).map(({ result }) => result)
      expect(results.sort()).toEqual(['applied', 'unchanged'])
    }))

  it.each([
    ['nobody has paid', undefined, 'pending'],
    ['the bank has not captured it', { status: 'authorized' }, 'pending'],
    ['it failed', { status: 'failed' }, 'failure'],
    ['Razorpay sent it back', { status: 'refunded' }, 'failure'],
  ])('leaves the payment open when %s', (_, fields, status) =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start, standing } = await createRazorpayShop(db)
      await start()
      if (fields) razorpay.payment(fields)
      context.advanceMinutes(2)
      await pollDuePayments(context)
      expect(await standing()).toEqual({ ...UNPAID, payment: status })
    }),
  )

  it.each(TROUBLES)('has no effect when Razorpay %s, and the next poll finds the money', (_, trouble) =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start, standing } = await createRazorpayShop(db, IMPATIENT)
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
      await start()
      razorpay.payment()
      razorpay.meets(...twice(trouble))
      context.advanceMinutes(2)
      await pollDuePayments(context)
      expect(await standing()).toEqual(UNPAID)
      expect(await db.select().from(paymentEvents)).toEqual([])
      const logged = warned.mock.calls.flat().map(String).join(' ')
      for (const secret of [RAZORPAY_KEYS.keySecret, TEST_WEBHOOK_SECRET, 'Basic '])
        expect(logged).not.toContain(secret)
      warned.mockRestore()
      context.advanceMinutes(4)
      await pollDuePayments(context)
      expect(await standing()).toEqual(PAID)
    }),
  )

  it('is repeated once when Razorpay fails, but not when it is slow', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start } = await createRazorpayShop(db, IMPATIENT)
      await start()
      razorpay.meets({ as: 502 })
      context.advanceMinutes(2)
      await pollDuePayments(context)
      razorpay.meets({ as: 'silence' })
      context.advanceMinutes(4)
      await pollDuePayments(context)
      expect(callsOf(razorpay).filter((call) => call.startsWith('GET'))).toHaveLength(3)
    }))

  it('does not keep items reserved while Razorpay is down: the payment expires, and late money is late', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start, standing } = await createRazorpayShop(db)
      await start()
      razorpay.payment()
      razorpay.meets(...twice({ as: 503 }))
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      expect(await standing()).toEqual({ ...UNPAID, payment: 'expired', reserved: 0 })
      context.advanceMinutes(120)
      await pollDuePayments(context)
      expect(await standing()).toEqual({ ...PAID, late: true })
    }))

  it('with a key that Razorpay does not know has no effect', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start, standing } = await createRazorpayShop(db)
      await start()
      razorpay.payment()
      const wrong = { ...RAZORPAY_KEYS, keySecret: 'another', webhookSecret: TEST_WEBHOOK_SECRET, url: razorpay.url }
      context.advanceMinutes(2)
      await pollDuePayments({ ...context, gateway: createRazorpayGateway({ db, ...wrong }) })
      expect(await standing()).toEqual(UNPAID)
    }))
})

describe('the captures of Razorpay', () => {
  it('name all money of a period by the number that the shop knows, over many pages', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start, deliver } = await createRazorpayShop(db)
      const { clientTxnId } = await start()
      const first = razorpay.payment({ rrn: null })
      await deliver(razorpay.webhook('payment.captured', { payment: first }))
      first.acquirer_data = { rrn: '632512345678' }
      razorpay.payment({ status: 'failed' })
      for (let count = 0; count < 120; count++) razorpay.payment({ amount: 100, status: 'refunded', notes: [] })
      const hour = 3_600_000
      const entries = await context.gateway.listCaptures(new Date(Date.now() - hour), new Date(Date.now() + hour))
      expect(entries).toHaveLength(121)
      expect(entries.at(-1)).toEqual({ clientTxnId, upiTxnId: first.id, amount: 214_900, at: expect.any(Date) })
      expect(await context.gateway.listCaptures(new Date(Date.now() + hour), new Date(Date.now() + 2 * hour))).toEqual(
        [],
      )
    }))

  it('are unknown when Razorpay does not answer', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context } = await createRazorpayShop(db)
      razorpay.meets(...twice({ as: 503 }))
      await expect(context.gateway.listCaptures(new Date(0), new Date())).rejects.toThrow('503')
    }))
})
