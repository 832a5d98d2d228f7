import { describe, expect, it, vi } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { eventLookups, paymentEvents, refunds } from '#src/features/payments/payments.table.server.ts'
import { listUnmatchedPayments } from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { lookUpEvents } from './event-lookups.server.ts'

const UNPAID = { payment: 'pending', late: false, order: 'pending', stock: 5, reserved: 1 }
const PAID = { payment: 'success', late: false, order: 'processing', stock: 4, reserved: 0 }

async function createShopWithNamelessEvents(db: Db) {
  const shop = await createRazorpayShop(db)
  await shop.start()
  const payment = shop.razorpay.payment({ notes: [], rrn: '632512345678' })
  const report = (event = 'payment.captured') => shop.razorpay.webhook(event, { payment })
  const unmatched = () => listUnmatchedPayments(db, { limit: 10, refundGateway: 'razorpay' })
  return { ...shop, payment, report, unmatched }
}

function createProcess(context: PaymentContext) {
  const answers = Promise.withResolvers<undefined>()
  const called = Promise.withResolvers<void>()
  const place = () => {
    called.resolve()
    return answers.promise
  }
  const done = lookUpEvents({ ...context, gateway: { ...context.gateway, lookUpEvent: place } })
  return { answers, hasCalled: called.promise, done }
}

describe('an event that names no payment of the shop', () => {
  it('gateway doubt 3: is acknowledged at once, however slow Razorpay is, and has its effect afterwards', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, report, tick, standing } = await createShopWithNamelessEvents(db)
      const before = razorpay.requests.length
      razorpay.meets({ afterMs: 3500 })
      const began = performance.now()
      expect(await deliver(report())).toBe(200)
      expect(performance.now() - began).toBeLessThan(3000)
      expect(razorpay.requests).toHaveLength(before)
      expect(await standing()).toEqual(UNPAID)
      await tick()
      expect(await standing()).toEqual(PAID)
      await expectInvariants(db)
    }))

  it('gateway doubt 3: is not lost when the process dies before or during the lookup', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, deliver, report, standing } = await createShopWithNamelessEvents(db)
      await deliver(report())
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      razorpay.meets({ as: 'silence' })
      await lookUpEvents({ ...context, gatewayTimeoutMs: 50 })
      expect(await lookUpEvents(context)).toBe(0)
      expect(await standing()).toEqual(UNPAID)
      context.advanceMinutes(1.1)
      expect(await lookUpEvents(context)).toBe(1)
      expect(await standing()).toEqual(PAID)
      context.advanceMinutes(100)
      expect(await lookUpEvents(context)).toBe(0)
    }))

  it('is looked up again when a slow process finds nothing and the one that took over gets no answer', () =>
    inTestTransaction(async (db) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { context, deliver, report, standing } = await createShopWithNamelessEvents(db)
      await deliver(report())
      const slow = createProcess(context)
      await slow.hasCalled
      context.advanceMinutes(1.1)
      const quick = createProcess(context)
      await quick.hasCalled

      slow.answers.resolve(undefined)
      expect(await slow.done).toBe(1)
      quick.answers.reject(new Error('The line broke.'))
      expect(await quick.done).toBe(1)
      expect(await standing()).toEqual(UNPAID)
      context.advanceMinutes(2.1)
      expect(await lookUpEvents(context)).toBe(1)
      expect(await standing()).toEqual(PAID)
    }))

  it('is not shown as unmatched while it is looked up', () =>
    inTestTransaction(async (db) => {
      const { deliver, report, tick, unmatched } = await createShopWithNamelessEvents(db)
      await deliver(report())
      expect(await unmatched()).toEqual([])
      await tick()
      expect(await unmatched()).toEqual([])
    }))

  it('counts once when it is reported several times, before and after it is matched', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, report, tick, standing } = await createShopWithNamelessEvents(db)
      const event = report()
      await deliver(event)
      await deliver(event)
      await deliver(report('payment.authorized'))
      await tick()
      await tick()
      const before = razorpay.requests.length
      expect(await deliver(report('order.paid'))).toBe(200)
      expect(await standing()).toEqual(PAID)
      expect(razorpay.requests).toHaveLength(before)
      expect(await db.$count(eventLookups)).toBe(2)
      expect(await db.$count(refunds)).toBe(0)
    }))

  it('that stays unmatched waits for an admin, and is looked up once', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, payment, tick, context, unmatched, standing } = await createShopWithNamelessEvents(db)
      const foreign = { ...payment, id: 'pay_ofSomebodyElse', acquirer_data: { rrn: '333333333333' } }
      await deliver(razorpay.webhook('payment.captured', { payment: foreign }))
      await tick()
      const requests = razorpay.requests.length
      expect(await unmatched()).toMatchObject([{ kind: 'event', upiTxnId: '333333333333', can: ['done-outside'] }])
      context.advanceMinutes(600)
      await tick()
      expect(razorpay.requests).toHaveLength(requests)
      expect(await standing()).toEqual(UNPAID)
    }))

  it('can be a refund, whose payment is found by its capture', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, report, payment, tick } = await createShopWithNamelessEvents(db)
      await deliver(report())
      const refund = { id: 'rfnd_1', amount: 10_000, payment_id: payment.id, status: 'processed', notes: [] }
      await deliver(razorpay.webhook('refund.processed', { refund, payment }))
      await tick()
      await tick()
      expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 10_000, state: 'processed' }])
      const results = (await db.select().from(paymentEvents)).map(({ result }) => result)
      expect(results.sort()).toEqual(['applied', 'applied', 'unknown_payment', 'unknown_payment'])
    }))
})
