import { eq } from 'drizzle-orm'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { pollDuePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { createPaymentClient } from '#tests/factories/payments/payment-client.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { expectInvariants } from '#tests/invariants.ts'

const UNPAID = { payment: 'pending', late: false, order: 'pending', stock: 5, reserved: 1 }
const PAID = { payment: 'success', late: false, order: 'processing', stock: 4, reserved: 0 }
const REVIEW = { payment: 'review', late: false, order: 'pending', stock: 5, reserved: 0 }

/** A box at Rs 1,999.00, with shipping 214900 paise, paid through the fake Razorpay. */
async function aStarted(db: Db) {
  const shop = await createRazorpayShop(db)
  const counter = await createPaymentClient(db, shop)
  const { answer: started } = await counter.initiate({ amount: 2149 })
  return { ...shop, ...counter, started }
}

const soldTo = (db: Db) => db.select().from(stockLedger).where(eq(stockLedger.reason, 'sold'))

/** Cases 1 to 11, through API calls only. */
describe('paying by UPI', () => {
  it('case 1: a cart of Rs 1,999.00 costs Rs 2,149.00, the same in link and QR code', () =>
    inTestTransaction(async (db) => {
      const shop = await createRazorpayShop(db)
      const { status, answer } = await (await createPaymentClient(db, shop)).initiate({ amount: 2149 })
      expect(status).toBe(200)
      expect(answer).toMatchObject({ success: true, status: 'pending', amount: 2149 })
      const link = String(answer.upiLink)
      const { searchParams } = new URL(link)
      expect(Number(searchParams.get('am'))).toBe(2149)
      expect(searchParams.get('cu')).toBe('INR')
      expect(searchParams.get('tr')).toMatch(/^[A-Za-z0-9]{8,35}$/)
      expect(link).not.toContain('+')
      const image = PNG.sync.read(Buffer.from(String(answer.qrCode).split(',')[1] ?? '', 'base64'))
      expect(jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data).toBe(link)
    }))

  it('case 2: a captured payment pays the order, sells the box once, and notifies the customer by mail and SMS, and the admin by mail', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, standing } = await aStarted(db)
      expect(await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment() }))).toBe(200)
      expect(await standing()).toEqual(PAID)
      expect(await soldTo(db)).toMatchObject([{ change: -1 }])
      expect((await db.select().from(outboxMessages)).map(({ channel }) => channel).sort()).toEqual([
        'email',
        'email',
        'sms',
      ])
      await expectInvariants(db)
    }))

  it('case 3: a body with one changed byte is rejected, and nothing of it is stored', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, standing } = await aStarted(db)
      const { headers, body } = razorpay.webhook('payment.captured', { payment: razorpay.payment() })
      expect(await deliver({ headers, body: body.replace('"INR"', '"INS"') })).toBe(401)
      expect(await standing()).toEqual(UNPAID)
      expect(await db.select().from(paymentEvents)).toEqual([])
    }))

  it('case 4: an event that is delivered three times, twice at once, has one effect', async () => {
    const { db } = await testDatabase()
    const { razorpay, deliver, standing } = await aStarted(db)
    const hook = razorpay.webhook('payment.captured', { payment: razorpay.payment() })
    expect(await Promise.all([deliver(hook), deliver(hook)])).toEqual([200, 200])
    expect(await deliver(hook)).toBe(200)
    expect(await standing()).toEqual(PAID)
    expect(await db.$count(paymentEvents)).toBe(1)
    expect(await soldTo(db)).toHaveLength(1)
    expect((await db.select().from(outboxMessages)).map(({ channel }) => channel).sort()).toEqual([
      'email',
      'email',
      'sms',
    ])
    await expectInvariants(db)
  })

  it('case 5: a payment that failed and is then captured is a failure, and then a success', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, standing, look, started } = await aStarted(db)
      const payment = razorpay.payment({ status: 'failed' })
      await deliver(razorpay.webhook('payment.failed', { payment }))
      expect(await standing()).toEqual({ ...UNPAID, payment: 'failure' })
      expect((await look(started)).answer).toMatchObject({ success: false, status: 'failure' })
      payment.status = 'captured'
      await deliver(razorpay.webhook('payment.captured', { payment }))
      expect(await standing()).toEqual(PAID)
    }))

  it('case 6: a failure that arrives after the success changes nothing and is stored as stale', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, standing } = await aStarted(db)
      const payment = razorpay.payment()
      await deliver(razorpay.webhook('payment.captured', { payment }))
      expect(await deliver(razorpay.webhook('payment.failed', { payment: { ...payment, status: 'failed' } }))).toBe(200)
      expect(await standing()).toEqual(PAID)
      const results = (await db.select().from(paymentEvents)).map(({ result }) => result)
      expect(results.sort()).toEqual(['applied', 'stale'])
    }))

  it.each([
    ['case 7: Re 1.00 for an order of Rs 2,149.00', { amount: 100 }],
    ['case 8: dollars', { currency: 'USD' }],
  ])('%s is in review, on the admin’s list, and nothing is packed', (_, wrong) =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, standing, asAdmin } = await aStarted(db)
      expect(await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment(wrong) }))).toBe(200)
      expect(await standing()).toEqual(REVIEW)
      const { answer } = await asAdmin('GET /admin/money')
      expect(answer).toMatchObject([{ kind: 'refund' }])
      await expectInvariants(db)
    }),
  )

  it('case 9: an amount that is not the total gets the total as the answer, and no payment starts', () =>
    inTestTransaction(async (db) => {
      const shop = await createRazorpayShop(db)
      const { status, answer } = await (await createPaymentClient(db, shop)).initiate({ amount: 1 })
      expect([status, answer]).toMatchObject([409, { message: expect.any(String), total: 2149 }])
      expect(shop.razorpay.requests).toEqual([])
      expect([await db.$count(orders), await db.$count(payments)]).toEqual([0, 0])
    }))

  it('case 10: a guessed payment is 404, an order number of others is taken, and guessing is limited', () =>
    inTestTransaction(async (db) => {
      const { initiate, look, started, statuses } = await aStarted(db)
      const stranger = await createCustomer(db)
      const taken = await initiate({}, stranger)
      expect(taken).toMatchObject({
        status: 409,
        answer: { message: 'This order number is already taken by another order.' },
      })
      expect((await look(started, stranger)).status).toBe(404)
      const guess = { transactionId: crypto.randomUUID(), orderId: started.orderId }
      expect((await look(guess, stranger)).answer).toEqual((await look(started, stranger)).answer)
      const answers = []
      for (let tries = 0; tries < 200; tries++) answers.push((await look(guess, stranger)).status)
      expect(new Set(answers)).toEqual(new Set([404, 429]))
      expect(await statuses()).toEqual(['pending'])
    }))

  it('case 11: a customer who closes the app and never returns has still paid', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, standing } = await aStarted(db)
      razorpay.payment()
      context.advanceMinutes(1)
      await pollDuePayments(context)
      expect(await standing()).toEqual(UNPAID)
      context.advanceMinutes(0.6)
      await pollDuePayments(context)
      expect(await standing()).toEqual(PAID)
      expect(await db.$count(refunds)).toBe(0)
      await expectInvariants(db)
    }))
})
