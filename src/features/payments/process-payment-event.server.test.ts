import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products, stockLedger, stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import {
  cancelStaleOrders,
  expireOverduePayments,
  pollDuePayments,
} from '#src/features/payments/polling/due-payments.server.ts'
import { verifyPayment } from '#src/features/payments/polling/poll-gateway.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  type TestPaymentContext,
} from '#tests/factories/payments/payments.ts'
import { initiatePayment, retryPayment } from './initiate-payment.server.ts'
import { paymentEvents, payments, refunds } from './payments.table.server.ts'
import { processPaymentEvent } from './process-payment-event.server.ts'

/** The total with shipping of a box at Rs 1,999.00. */
const TOTAL = 214_900

async function startTestPayment(db: Db, stock = 5) {
  const product = await insertProduct(db, { pricePaise: 199_900, stock })
  const customer = await createCustomer(db)
  const context = createTestPayments(db)
  const checkout = createCheckout(product)
  const started = await initiatePayment(context, customer.id, checkout)
  return { product, customer, context, checkout, started }
}

let event = 0

async function report(context: TestPaymentContext, clientTxnId: string, status: GatewayEvent['status']) {
  return delivery(context, clientTxnId, status)(`evt_${event++}`)
}

const delivery =
  (context: TestPaymentContext, clientTxnId: string, status: GatewayEvent['status']) => (eventId: string) =>
    processPaymentEvent(context, {
      provider: 'sandbox',
      source: 'webhook',
      clientTxnId,
      eventId,
      raw: '{}',
      status: status,
    })

const money = (context: TestPaymentContext, upiTxnId = '632512345678', amount = TOTAL) =>
  ({
    kind: 'success',
    amount,
    currency: 'INR',
    upiTxnId,
    paidAt: context.now(),
    vpa: 'asha@okaxis',
  }) as GatewayEvent['status']
const declined = { kind: 'failure', reason: 'Insufficient funds' } as const

const paymentOf = async (db: Db, id: string) => onlyRow(await db.select().from(payments).where(eq(payments.id, id)))
const orderOf = async (db: Db, reference: string) =>
  onlyRow(await db.select().from(orders).where(eq(orders.reference, reference)))
const stockOf = async (db: Db, { id }: ProductRow) => {
  const { stock, reserved } = onlyRow(await db.select().from(products).where(eq(products.id, id)))
  return { stock, reserved }
}

describe('money that arrives', () => {
  it('case 2: pays the order, sells the items once, and notifies the customer by mail and SMS', () =>
    inTestTransaction(async (db) => {
      const { context, started, checkout, product } = await startTestPayment(db)
      await report(context, started.clientTxnId, money(context))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({
        status: 'success',
        upiTxnId: '632512345678',
        late: false,
        customerVpa: 'asha@okaxis',
        nextPollAt: null,
      })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'processing' })
      expect(await stockOf(db, product)).toEqual({ stock: 4, reserved: 0 })
      expect(
        (await db.select().from(stockLedger).where(eq(stockLedger.productId, product.id)))
          .map((row) => row.change)
          .toSorted(),
      ).toEqual([-1, 5])
      expect((await db.select().from(outboxMessages)).map((message) => message.channel).sort()).toEqual([
        'email',
        'sms',
      ])
    }))

  it('case 4: has one effect when the same event is delivered three times', () =>
    inTestTransaction(async (db) => {
      const { context, started, product } = await startTestPayment(db)
      const results = []
      const deliver = delivery(context, started.clientTxnId, money(context))
      for (const _ of [1, 2, 3]) results.push(await deliver('evt_same'))
      expect(results).toEqual(['applied', 'duplicate', 'duplicate'])
      expect(await stockOf(db, product)).toEqual({ stock: 4, reserved: 0 })
      expect(await db.select().from(outboxMessages)).toHaveLength(2)
      expect(await db.select().from(paymentEvents)).toHaveLength(1)
    }))

  it('has one effect when a webhook and a poll report the same capture', () =>
    inTestTransaction(async (db) => {
      const { context, started, product } = await startTestPayment(db)
      await simulateBankDecision(context.sandbox, started.clientTxnId, 'success')
      context.advanceMinutes(2)
      await pollDuePayments(context)
      const { upiTxnId } = await paymentOf(db, started.transactionId)
      expect(await report(context, started.clientTxnId, money(context, upiTxnId ?? ''))).toBe('unchanged')
      expect(await stockOf(db, product)).toEqual({ stock: 4, reserved: 0 })
      expect(await db.select().from(refunds)).toEqual([])
    }))

  it('case 5: pays after a failure of the same payment', () =>
    inTestTransaction(async (db) => {
      const { context, started, customer, checkout, product } = await startTestPayment(db)
      await report(context, started.clientTxnId, declined)
      expect(await paymentOf(db, started.transactionId)).toMatchObject({
        status: 'failure',
        remark: 'Insufficient funds',
      })
      const which = { transactionId: started.transactionId, orderId: checkout.orderId }
      expect(await verifyPayment(context, customer.id, which)).toEqual({ success: false, status: 'failure' })
      expect(await stockOf(db, product)).toEqual({ stock: 5, reserved: 1 })
      await report(context, started.clientTxnId, money(context))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success' })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'processing' })
    }))

  it('case 6: stays success when a failure comes late', () =>
    inTestTransaction(async (db) => {
      const { context, started } = await startTestPayment(db)
      await report(context, started.clientTxnId, money(context))
      expect(await report(context, started.clientTxnId, declined)).toBe('stale')
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success' })
    }))

  it.each([
    ['case 7: of another amount', { amount: 100, currency: 'INR' }],
    ['case 8: in another currency', { amount: TOTAL, currency: 'USD' }],
  ])('%s goes to review and is refunded, and nothing is packed', (_, wrong) =>
    inTestTransaction(async (db) => {
      const { context, started, checkout, product } = await startTestPayment(db)
      const arrived = { ...money(context), ...wrong } as GatewayEvent['status']
      expect(await report(context, started.clientTxnId, arrived)).toBe('review')
      const inReview = await paymentOf(db, started.transactionId)
      expect(inReview).toMatchObject({ status: 'review', nextPollAt: null })
      expect(await report(context, started.clientTxnId, arrived)).toBe('unchanged')
      expect(await paymentOf(db, started.transactionId)).toEqual(inReview)
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'pending', paidAt: null })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'wrong-amount', amountPaise: wrong.amount }])
      expect(await stockOf(db, product)).toEqual({ stock: 5, reserved: 0 })
    }),
  )

  it('still pays when the right amount follows a wrong one', () =>
    inTestTransaction(async (db) => {
      const { context, started } = await startTestPayment(db)
      await report(context, started.clientTxnId, money(context, '111111111111', 100))
      await report(context, started.clientTxnId, money(context, '222222222222'))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success', upiTxnId: '222222222222' })
      expect(await db.select().from(refunds)).toHaveLength(1)
    }))

  it('case 15: twice is refunded once, and the order is paid once', () =>
    inTestTransaction(async (db) => {
      const { context, started, product } = await startTestPayment(db)
      await report(context, started.clientTxnId, money(context, '111111111111'))
      expect(await report(context, started.clientTxnId, money(context, '222222222222'))).toBe('duplicate_payment')
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success', upiTxnId: '111111111111' })
      expect(await db.select().from(refunds)).toMatchObject([
        { reason: 'duplicate-payment', upiTxnId: '222222222222', amountPaise: TOTAL },
      ])
      expect(await stockOf(db, product)).toEqual({ stock: 4, reserved: 0 })
    }))

  it('cannot pay two orders with one bank reference', () =>
    inTestTransaction(async (db) => {
      const first = await startTestPayment(db)
      const second = await startTestPayment(db)
      await report(first.context, first.started.clientTxnId, money(first.context))
      await report(second.context, second.started.clientTxnId, money(second.context))
      expect(await paymentOf(db, second.started.transactionId)).toMatchObject({ status: 'review' })
      expect(await orderOf(db, second.checkout.orderId)).toMatchObject({ status: 'pending' })
    }))

  it('is stored as an event when it matches no payment', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      expect(await report(context, 'KC00000000000000000000000000', money(context))).toBe('unknown_payment')
      expect(await db.select().from(paymentEvents)).toMatchObject([{ result: 'unknown_payment', paymentId: null }])
    }))

  it('pays nothing when another gateway reports it', () =>
    inTestTransaction(async (db) => {
      const { context, started } = await startTestPayment(db)
      const { clientTxnId, transactionId } = started
      const event = { clientTxnId, eventId: 'evt_elsewhere', raw: '{}', status: money(context) }
      expect(await processPaymentEvent(context, { ...event, provider: 'another', source: 'webhook' })).toBe(
        'unknown_payment',
      )
      expect(await paymentOf(db, transactionId)).toMatchObject({ status: 'pending' })
    }))
})

describe('a payment that is not completed', () => {
  it('case 11: becomes a success when only a poll finds that the bank was paid', () =>
    inTestTransaction(async (db) => {
      const { context, started, customer, checkout } = await startTestPayment(db)
      await simulateBankDecision(context.sandbox, started.clientTxnId, 'success')
      const which = { transactionId: started.transactionId, orderId: checkout.orderId }
      expect(await verifyPayment(context, customer.id, which)).toEqual({ success: false, status: 'pending' })
      context.advanceMinutes(1.6)
      await pollDuePayments(context)
      expect(await verifyPayment(context, customer.id, which)).toEqual({ success: true, status: 'success' })
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ nextPollAt: null })
    }))

  it('is polled when the customer looks and a poll is due, but never before 90 seconds', () =>
    inTestTransaction(async (db) => {
      const { context, started, customer, checkout } = await startTestPayment(db)
      const which = { transactionId: started.transactionId, orderId: checkout.orderId }
      for (let looks = 0; looks < 20; looks++) await verifyPayment(context, customer.id, which)
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ pollCount: 0 })
      context.advanceMinutes(1.6)
      for (let looks = 0; looks < 20; looks++) await verifyPayment(context, customer.id, which)
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ pollCount: 1 })
    }))

  it('is polled at most three times in two hours', () =>
    inTestTransaction(async (db) => {
      const { context, started } = await startTestPayment(db)
      for (let minute = 0; minute < 119; minute++) {
        context.advanceMinutes(1)
        await pollDuePayments(context)
      }
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ pollCount: 3 })
    }))

  it('is polled before it expires, however many others wait, so that paid items are never released', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const product = await insertProduct(db, { stock: 40 })
      for (let customers = 0; customers < 30; customers++) {
        const { clientTxnId } = await initiatePayment(context, (await createCustomer(db)).id, createCheckout(product))
        await simulateBankDecision(context.sandbox, clientTxnId, 'success')
      }
      context.advanceMinutes(20)
      await pollDuePayments(context)
      expect(await expireOverduePayments(context)).toBe(0)
      expect((await db.select().from(payments)).map(({ status, late }) => [status, late])).toEqual(
        Array.from({ length: 30 }, () => ['success', false]),
      )
    }))

  it('is polled again when the polling process died', () =>
    inTestTransaction(async (db) => {
      const { context, started } = await startTestPayment(db)
      await simulateBankDecision(context.sandbox, started.clientTxnId, 'success')
      context.advanceMinutes(2)
      const asking = context.now()
      await db.update(payments).set({ nextPollAt: new Date(asking.getTime() + 60_000), pollCount: 1 })
      expect(await pollDuePayments(context)).toBe(0)
      context.advanceMinutes(1)
      await pollDuePayments(context)
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success', pollCount: 2 })
    }))

  it('expires in time even when the gateway does not answer, and is polled again later', () =>
    inTestTransaction(async (db) => {
      const { context, started, product } = await startTestPayment(db)
      const silent = {
        ...context,
        gateway: { ...context.gateway, fetchStatus: () => Promise.reject(new Error('timeout')) },
      }
      context.advanceMinutes(16)
      expect(await expireOverduePayments(silent)).toBe(1)
      expect(await stockOf(db, product)).toEqual({ stock: 5, reserved: 0 })
      const { nextPollAt } = await paymentOf(db, started.transactionId)
      expect(nextPollAt?.getTime()).toBeGreaterThan(context.now().getTime())
    }))

  it('case 12: expires, releases its items once, and the order can be paid again', () =>
    inTestTransaction(async (db) => {
      const { context, started, customer, checkout, product } = await startTestPayment(db)
      expect(await stockOf(db, product)).toEqual({ stock: 5, reserved: 1 })
      context.advanceMinutes(14)
      expect(await expireOverduePayments(context)).toBe(0)
      context.advanceMinutes(1)
      expect([await expireOverduePayments(context), await expireOverduePayments(context)]).toEqual([1, 0])
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'expired' })
      expect(await stockOf(db, product)).toEqual({ stock: 5, reserved: 0 })
      expect(await db.select().from(stockReservations)).toEqual([])

      const again = await retryPayment(context, customer.id, (await orderOf(db, checkout.orderId)).id)
      expect(again.transactionId).not.toBe(started.transactionId)
      await report(context, again.clientTxnId, money(context))
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'processing' })
    }))

  it('case 13: pays late when the items are still available', () =>
    inTestTransaction(async (db) => {
      const { context, started, checkout, product } = await startTestPayment(db)
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      context.advanceMinutes(10)
      await report(context, started.clientTxnId, money(context))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({
        status: 'success',
        late: true,
        remark: 'Paid after the deadline',
      })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'processing' })
      expect(await stockOf(db, product)).toEqual({ stock: 4, reserved: 0 })
    }))

  it('case 14: refunds late money when the last item was sold meanwhile', () =>
    inTestTransaction(async (db) => {
      const { context, started, checkout, product } = await startTestPayment(db, 1)
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      const rival = await initiatePayment(context, (await createCustomer(db)).id, createCheckout(product))
      await report(context, rival.clientTxnId, money(context, '111111111111'))

      await report(context, started.clientTxnId, money(context, '222222222222'))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'review' })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'pending' })
      expect(await db.select().from(refunds)).toMatchObject([
        { reason: 'sold-out', upiTxnId: '222222222222', amountPaise: TOTAL },
      ])
      expect((await db.select().from(outboxMessages)).map((message) => message.subject)).toContainEqual(
        expect.stringContaining('we owe you a refund of ₹'),
      )
      expect(await stockOf(db, product)).toEqual({ stock: 0, reserved: 0 })
    }))

  it('keeps the reservation of a newer attempt when a wrong amount arrives for the older', () =>
    inTestTransaction(async (db) => {
      const { context, started, customer, checkout, product } = await startTestPayment(db, 1)
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      await retryPayment(context, customer.id, (await orderOf(db, checkout.orderId)).id)
      await report(context, started.clientTxnId, money(context, '111111111111', 100))
      expect(await stockOf(db, product)).toEqual({ stock: 1, reserved: 1 })
    }))

  it('pays once when both an older and a newer attempt are paid', () =>
    inTestTransaction(async (db) => {
      const { context, started, customer, checkout, product } = await startTestPayment(db)
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      const again = await retryPayment(context, customer.id, (await orderOf(db, checkout.orderId)).id)
      await report(context, started.clientTxnId, money(context, '111111111111'))
      expect(await paymentOf(db, again.transactionId)).toMatchObject({ status: 'cancelled' })
      await report(context, again.clientTxnId, money(context, '222222222222'))
      expect(await paymentOf(db, again.transactionId)).toMatchObject({ status: 'review' })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'duplicate-payment', upiTxnId: '222222222222' }])
      expect(await stockOf(db, product)).toEqual({ stock: 4, reserved: 0 })
    }))

  it('cancels its order after three days', () =>
    inTestTransaction(async (db) => {
      const { context, checkout } = await startTestPayment(db)
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      context.advanceMinutes(71 * 60)
      await cancelStaleOrders(context)
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'pending' })
      context.advanceMinutes(60)
      await cancelStaleOrders(context)
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'cancelled' })
    }))
})
