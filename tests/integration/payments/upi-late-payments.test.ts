import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { readFigures } from '#src/features/admin/analytics/figures.server.ts'
import { stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import { adjustStock } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createManualUpiShop } from '#tests/factories/payments/manual-upi.ts'
import { createPaymentClient } from '#tests/factories/payments/payment-client.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { expectInvariants } from '#tests/invariants.ts'

const EXPIRED = { payment: 'expired', late: false, order: 'pending', stock: 5, reserved: 0 }
const PAID_LATE = { payment: 'success', late: true, order: 'processing', stock: 4, reserved: 0 }

/** An expired payment of 214900 paise. */
async function anExpired(db: Db, { stock = 5 } = {}) {
  const shop = await createRazorpayShop(db, { stock })
  const counter = await createPaymentClient(db, shop)
  await counter.initiate()
  shop.context.advanceMinutes(16)
  expect(await expireOverduePayments(shop.context)).toBe(1)
  return { ...shop, ...counter }
}

const WAYS_IN = ['/payments/webhook/razorpay', '/payments/webhook/sandbox', '/payments/webhook/ekqr']

/** Cases 12 to 15 and 25. */
describe('late payments', () => {
  it('case 12: an expired payment window releases the box once, and the order can be paid again', () =>
    inTestTransaction(async (db) => {
      const { context, standing, call, statuses } = await anExpired(db)
      expect(await expireOverduePayments(context)).toBe(0)
      expect(await standing()).toEqual(EXPIRED)
      expect(await db.select().from(stockReservations)).toEqual([])
      const { id } = onlyRow(await db.select().from(orders))
      expect((await call(`POST /orders/${id}/pay`, undefined)).status).toBe(200)
      expect(await statuses()).toEqual(['expired', 'pending'])
      await expectInvariants(db)
    }))

  it('case 13: a payment ten minutes after the window pays the order when the box is still available', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, deliver, standing } = await anExpired(db)
      context.advanceMinutes(10)
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment() }))
      expect(await standing()).toEqual(PAID_LATE)
      await expectInvariants(db)
    }))

  it('case 14: late money for a sold-out box goes to review and is refunded, with an apology', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, standing, product, admin } = await anExpired(db, { stock: 1 })
      await adjustStock(db, { productId: product.id, by: admin, reason: 'sold-at-studio', quantity: 1 })
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment() }))
      expect(await standing()).toEqual({ payment: 'review', late: false, order: 'pending', stock: 0, reserved: 0 })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'sold-out', amountPaise: 214_900 }])
      const subjects = (await db.select().from(outboxMessages)).map(({ subject }) => subject)
      expect(subjects).toContainEqual(expect.stringContaining('we owe you a refund of ₹'))
      await expectInvariants(db)
    }))

  it('case 15: of two payments for one order the first counts; the second is refunded and is no revenue', () =>
    inTestTransaction(async (db) => {
      const shop = await createRazorpayShop(db)
      const { initiate, asAdmin } = await createPaymentClient(db, shop)
      const { razorpay, context, deliver, standing } = shop
      await initiate()
      const [first, second] = [razorpay.payment({ rrn: '632512345678' }), razorpay.payment({ rrn: '632587654321' })]
      await deliver(razorpay.webhook('payment.captured', { payment: first }))
      await deliver(razorpay.webhook('payment.captured', { payment: second }))
      expect(await standing()).toMatchObject({ payment: 'success', order: 'processing', stock: 4, reserved: 0 })
      expect(await db.select().from(payments)).toMatchObject([{ upiTxnId: '632512345678' }])
      const refund = onlyRow(await db.select().from(refunds))
      expect(refund).toMatchObject({ reason: 'duplicate-payment', upiTxnId: '632587654321', amountPaise: 214_900 })
      expect((await asAdmin(`POST /admin/money/${refund.id}/send-back`)).status).toBe(200)
      await executeRefunds(context)
      expect([...razorpay.refunds.values()]).toMatchObject([{ payment_id: second.id, amount: 214_900 }])
      expect((await readFigures(db, context.now())).revenueThisMonth).toBe(2149)
      await expectInvariants(db)
    }))

  it('case 25: an unsigned form changes nothing at any address', () =>
    inTestTransaction(async (db) => {
      const shops = [await createRazorpayShop(db), await createManualUpiShop(db)]
      for (const shop of shops) {
        const { api, initiate } = await createPaymentClient(db, shop)
        const { answer } = await initiate()
        const form = { status: 'success', amount: '2149', client_txn_id: String(answer.clientTxnId) }
        for (const address of [...WAYS_IN, '/payments/webhook/manual-upi', '/payments/webhook']) {
          const response = await api.request(`/api${address}`, { method: 'POST', body: new URLSearchParams(form) })
          expect([401, 404]).toContain(response.status)
        }
        expect(await shop.standing()).toMatchObject({ payment: 'pending', order: 'pending', reserved: 1 })
      }
      expect(await db.select().from(paymentEvents)).toEqual([])
      await expectInvariants(db)
    }))
})
