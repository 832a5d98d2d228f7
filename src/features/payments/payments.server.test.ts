import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { products, stockLedger, stockReservations } from '#src/features/catalog/catalog.table.server.ts'
import { messages } from '#src/features/notifications/messages.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { aProduct, type ProductRow } from '#tests/makers/catalog.ts'
import { aCheckout, aShopper, aTill, type TestTill } from '#tests/makers/payments.ts'
import type { ProviderReport } from './payment-provider.server.ts'
import { initiatePayment, payAgain } from './payments.server.ts'
import { paymentEvents, payments, refundsDue } from './payments.table.server.ts'
import { askDueQuestions, cancelForgottenOrders, closeOverduePayments, verifyPayment } from './questions.server.ts'
import { decideInSandbox } from './sandbox.server.ts'
import { applyReport } from './settlement.server.ts'

/** A box at Rs 1,999.00: with shipping the order is 214900 paise, as in the list of cases (india.md 7.5). */
const TOTAL = 214_900

async function aStartedPayment(db: Db, stock = 5) {
  const product = await aProduct(db, { pricePaise: 199_900, stock })
  const shopper = await aShopper(db)
  const till = aTill(db)
  const checkout = aCheckout(product)
  const started = await initiatePayment(till, shopper.id, checkout)
  return { product, shopper, till, checkout, started }
}

let event = 0

/** What a gateway would report, signed off already. */
async function report(till: TestTill, clientTxnId: string, said: ProviderReport['report']) {
  return delivery(till, clientTxnId, said)(`evt_${event++}`)
}

const delivery = (till: TestTill, clientTxnId: string, said: ProviderReport['report']) => (eventId: string) =>
  applyReport(till, { provider: 'sandbox', source: 'webhook', clientTxnId, eventId, raw: '{}', report: said })

const money = (till: TestTill, upiTxnId = '632512345678', amount = TOTAL) =>
  ({
    kind: 'success',
    amount,
    currency: 'INR',
    upiTxnId,
    paidAt: till.now(),
    vpa: 'asha@okaxis',
  }) as ProviderReport['report']
const declined = { kind: 'failure', reason: 'Insufficient funds' } as const

const paymentOf = async (db: Db, id: string) => onlyRow(await db.select().from(payments).where(eq(payments.id, id)))
const orderOf = async (db: Db, reference: string) =>
  onlyRow(await db.select().from(orders).where(eq(orders.reference, reference)))
const shelfOf = async (db: Db, { id }: ProductRow) => {
  const { stock, reserved } = onlyRow(await db.select().from(products).where(eq(products.id, id)))
  return { stock, reserved }
}

describe('money that arrives', () => {
  it('case 2: pays the order, sells the pieces once, and tells the shopper by mail and SMS', () =>
    inTestTransaction(async (db) => {
      const { till, started, checkout, product } = await aStartedPayment(db)
      await report(till, started.clientTxnId, money(till))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({
        status: 'success',
        upiTxnId: '632512345678',
        late: false,
        customerVpa: 'asha@okaxis',
        nextCheckAt: null,
      })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'processing' })
      expect(await shelfOf(db, product)).toEqual({ stock: 4, reserved: 0 })
      expect(
        (await db.select().from(stockLedger).where(eq(stockLedger.productId, product.id)))
          .map((row) => row.change)
          .toSorted(),
      ).toEqual([-1, 5])
      expect((await db.select().from(messages)).map((message) => message.channel).sort()).toEqual(['email', 'sms'])
    }))

  it('case 4: has one effect when the same event is delivered three times', () =>
    inTestTransaction(async (db) => {
      const { till, started, product } = await aStartedPayment(db)
      const results = []
      const deliver = delivery(till, started.clientTxnId, money(till))
      for (const _ of [1, 2, 3]) results.push(await deliver('evt_same'))
      expect(results).toEqual(['applied', 'duplicate', 'duplicate'])
      expect(await shelfOf(db, product)).toEqual({ stock: 4, reserved: 0 })
      expect(await db.select().from(messages)).toHaveLength(2)
      expect(await db.select().from(paymentEvents)).toHaveLength(1)
    }))

  it('has one effect when the webhook and our own question bring the same money', () =>
    inTestTransaction(async (db) => {
      const { till, started, product } = await aStartedPayment(db)
      await decideInSandbox(till.sandbox, started.clientTxnId, 'success')
      till.passMinutes(2)
      await askDueQuestions(till)
      const { upiTxnId } = await paymentOf(db, started.transactionId)
      expect(await report(till, started.clientTxnId, money(till, upiTxnId ?? ''))).toBe('unchanged')
      expect(await shelfOf(db, product)).toEqual({ stock: 4, reserved: 0 })
      expect(await db.select().from(refundsDue)).toEqual([])
    }))

  it('case 5: pays after a failure of the same payment', () =>
    inTestTransaction(async (db) => {
      const { till, started, checkout } = await aStartedPayment(db)
      await report(till, started.clientTxnId, declined)
      expect(await paymentOf(db, started.transactionId)).toMatchObject({
        status: 'failure',
        remark: 'Insufficient funds',
      })
      await report(till, started.clientTxnId, money(till))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success' })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'processing' })
    }))

  it('case 6: stays success when a failure comes late', () =>
    inTestTransaction(async (db) => {
      const { till, started } = await aStartedPayment(db)
      await report(till, started.clientTxnId, money(till))
      expect(await report(till, started.clientTxnId, declined)).toBe('ignored_backward')
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success' })
    }))

  it.each([
    ['case 7: of another amount', { amount: 100, currency: 'INR' }],
    ['case 8: in another currency', { amount: TOTAL, currency: 'USD' }],
  ])('%s goes to review and back to the shopper, and nothing is packed', (_, wrong) =>
    inTestTransaction(async (db) => {
      const { till, started, checkout, product } = await aStartedPayment(db)
      await report(till, started.clientTxnId, { ...money(till), ...wrong } as ProviderReport['report'])
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'review' })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'pending', paidAt: null })
      expect(await db.select().from(refundsDue)).toMatchObject([{ reason: 'wrong-amount', amountPaise: wrong.amount }])
      expect(await shelfOf(db, product)).toEqual({ stock: 5, reserved: 0 })
    }),
  )

  it('still pays when the right money follows the wrong', () =>
    inTestTransaction(async (db) => {
      const { till, started } = await aStartedPayment(db)
      await report(till, started.clientTxnId, money(till, '111111111111', 100))
      await report(till, started.clientTxnId, money(till, '222222222222'))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success', upiTxnId: '222222222222' })
      expect(await db.select().from(refundsDue)).toHaveLength(1)
    }))

  it('case 15: a second time is owed back, and the order is paid once', () =>
    inTestTransaction(async (db) => {
      const { till, started, product } = await aStartedPayment(db)
      await report(till, started.clientTxnId, money(till, '111111111111'))
      expect(await report(till, started.clientTxnId, money(till, '222222222222'))).toBe('surplus')
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success', upiTxnId: '111111111111' })
      expect(await db.select().from(refundsDue)).toMatchObject([
        { reason: 'surplus', upiTxnId: '222222222222', amountPaise: TOTAL },
      ])
      expect(await shelfOf(db, product)).toEqual({ stock: 4, reserved: 0 })
    }))

  it('cannot pay two orders with one bank number', () =>
    inTestTransaction(async (db) => {
      const first = await aStartedPayment(db)
      const second = await aStartedPayment(db)
      await report(first.till, first.started.clientTxnId, money(first.till))
      await report(second.till, second.started.clientTxnId, money(second.till))
      expect(await paymentOf(db, second.started.transactionId)).toMatchObject({ status: 'review' })
      expect(await orderOf(db, second.checkout.orderId)).toMatchObject({ status: 'pending' })
    }))

  it('is kept as an event when no payment of ours fits', () =>
    inTestTransaction(async (db) => {
      const till = aTill(db)
      expect(await report(till, 'KC00000000000000000000000000', money(till))).toBe('unknown_payment')
      expect(await db.select().from(paymentEvents)).toMatchObject([{ result: 'unknown_payment', paymentId: null }])
    }))
})

describe('a payment that nobody finishes', () => {
  it('case 11: becomes success when the bank was paid and only our question finds out', () =>
    inTestTransaction(async (db) => {
      const { till, started, shopper, checkout } = await aStartedPayment(db)
      await decideInSandbox(till.sandbox, started.clientTxnId, 'success')
      const which = { transactionId: started.transactionId, orderId: checkout.orderId }
      expect(await verifyPayment(till, shopper.id, which)).toEqual({ success: false, status: 'pending' })
      till.passMinutes(1.6)
      await askDueQuestions(till)
      expect(await verifyPayment(till, shopper.id, which)).toEqual({ success: true, status: 'success' })
    }))

  it('is asked about when the shopper looks and a question is due, but never before 90 seconds', () =>
    inTestTransaction(async (db) => {
      const { till, started, shopper, checkout } = await aStartedPayment(db)
      const which = { transactionId: started.transactionId, orderId: checkout.orderId }
      for (let looks = 0; looks < 20; looks++) await verifyPayment(till, shopper.id, which)
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ checks: 0 })
      till.passMinutes(1.6)
      for (let looks = 0; looks < 20; looks++) await verifyPayment(till, shopper.id, which)
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ checks: 1 })
    }))

  it('is asked about at most three times in two hours', () =>
    inTestTransaction(async (db) => {
      const { till, started } = await aStartedPayment(db)
      for (let minute = 0; minute < 119; minute++) {
        till.passMinutes(1)
        await askDueQuestions(till)
      }
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ checks: 3 })
    }))

  it('is asked about before it ends, however many others wait, so that nobody who paid loses their pieces', () =>
    inTestTransaction(async (db) => {
      const till = aTill(db)
      const product = await aProduct(db, { stock: 40 })
      for (let shoppers = 0; shoppers < 30; shoppers++) {
        const { clientTxnId } = await initiatePayment(till, (await aShopper(db)).id, aCheckout(product))
        await decideInSandbox(till.sandbox, clientTxnId, 'success')
      }
      till.passMinutes(20)
      await askDueQuestions(till)
      expect(await closeOverduePayments(till)).toBe(0)
      expect((await db.select().from(payments)).map(({ status, late }) => [status, late])).toEqual(
        Array.from({ length: 30 }, () => ['success', false]),
      )
    }))

  it('is asked about again when whoever asked died over the question', () =>
    inTestTransaction(async (db) => {
      const { till, started } = await aStartedPayment(db)
      await decideInSandbox(till.sandbox, started.clientTxnId, 'success')
      till.passMinutes(2)
      const asking = till.now()
      await db.update(payments).set({ nextCheckAt: new Date(asking.getTime() + 60_000), checks: 1 })
      expect(await askDueQuestions(till)).toBe(0)
      till.passMinutes(1)
      await askDueQuestions(till)
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success', checks: 2 })
    }))

  it('ends at its time also when the provider does not answer, and is asked about again later', () =>
    inTestTransaction(async (db) => {
      const { till, started, product } = await aStartedPayment(db)
      const silent = { ...till, provider: { ...till.provider, ask: () => Promise.reject(new Error('timeout')) } }
      till.passMinutes(16)
      expect(await closeOverduePayments(silent)).toBe(1)
      expect(await shelfOf(db, product)).toEqual({ stock: 5, reserved: 0 })
      const { nextCheckAt } = await paymentOf(db, started.transactionId)
      expect(nextCheckAt?.getTime()).toBeGreaterThan(till.now().getTime())
    }))

  it('case 12: expires, gives its pieces back once, and the order can be paid again', () =>
    inTestTransaction(async (db) => {
      const { till, started, shopper, checkout, product } = await aStartedPayment(db)
      expect(await shelfOf(db, product)).toEqual({ stock: 5, reserved: 1 })
      till.passMinutes(14)
      expect(await closeOverduePayments(till)).toBe(0)
      till.passMinutes(1)
      expect([await closeOverduePayments(till), await closeOverduePayments(till)]).toEqual([1, 0])
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'expired' })
      expect(await shelfOf(db, product)).toEqual({ stock: 5, reserved: 0 })
      expect(await db.select().from(stockReservations)).toEqual([])

      const again = await payAgain(till, shopper.id, (await orderOf(db, checkout.orderId)).id)
      expect(again.transactionId).not.toBe(started.transactionId)
      await report(till, again.clientTxnId, money(till))
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'processing' })
    }))

  it('case 13: pays late when the pieces are still there', () =>
    inTestTransaction(async (db) => {
      const { till, started, checkout, product } = await aStartedPayment(db)
      till.passMinutes(16)
      await closeOverduePayments(till)
      till.passMinutes(10)
      await report(till, started.clientTxnId, money(till))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'success', late: true })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'processing' })
      expect(await shelfOf(db, product)).toEqual({ stock: 4, reserved: 0 })
    }))

  it('case 14: gives late money back when the last piece was sold meanwhile', () =>
    inTestTransaction(async (db) => {
      const { till, started, checkout, product } = await aStartedPayment(db, 1)
      till.passMinutes(16)
      await closeOverduePayments(till)
      const rival = await initiatePayment(till, (await aShopper(db)).id, aCheckout(product))
      await report(till, rival.clientTxnId, money(till, '111111111111'))

      await report(till, started.clientTxnId, money(till, '222222222222'))
      expect(await paymentOf(db, started.transactionId)).toMatchObject({ status: 'review' })
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'pending' })
      expect(await db.select().from(refundsDue)).toMatchObject([
        { reason: 'sold-out', upiTxnId: '222222222222', amountPaise: TOTAL },
      ])
      expect((await db.select().from(messages)).map((message) => message.subject)).toContain(
        'Golconda Cacao: we owe you a refund',
      )
      expect(await shelfOf(db, product)).toEqual({ stock: 0, reserved: 0 })
    }))

  it('does not take the pieces of the newer attempt when wrong money comes for the older', () =>
    inTestTransaction(async (db) => {
      const { till, started, shopper, checkout, product } = await aStartedPayment(db, 1)
      till.passMinutes(16)
      await closeOverduePayments(till)
      await payAgain(till, shopper.id, (await orderOf(db, checkout.orderId)).id)
      await report(till, started.clientTxnId, money(till, '111111111111', 100))
      expect(await shelfOf(db, product)).toEqual({ stock: 1, reserved: 1 })
    }))

  it('pays once when the money of an older attempt and of a newer one both come', () =>
    inTestTransaction(async (db) => {
      const { till, started, shopper, checkout, product } = await aStartedPayment(db)
      till.passMinutes(16)
      await closeOverduePayments(till)
      const again = await payAgain(till, shopper.id, (await orderOf(db, checkout.orderId)).id)
      await report(till, started.clientTxnId, money(till, '111111111111'))
      expect(await paymentOf(db, again.transactionId)).toMatchObject({ status: 'cancelled' })
      await report(till, again.clientTxnId, money(till, '222222222222'))
      expect(await paymentOf(db, again.transactionId)).toMatchObject({ status: 'review' })
      expect(await db.select().from(refundsDue)).toMatchObject([{ reason: 'surplus', upiTxnId: '222222222222' }])
      expect(await shelfOf(db, product)).toEqual({ stock: 4, reserved: 0 })
    }))

  it('has its order cancelled after three days', () =>
    inTestTransaction(async (db) => {
      const { till, checkout } = await aStartedPayment(db)
      till.passMinutes(16)
      await closeOverduePayments(till)
      till.passMinutes(71 * 60)
      await cancelForgottenOrders(till)
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'pending' })
      till.passMinutes(60)
      await cancelForgottenOrders(till)
      expect(await orderOf(db, checkout.orderId)).toMatchObject({ status: 'cancelled' })
    }))
})
