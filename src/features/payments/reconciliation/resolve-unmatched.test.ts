import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { invoices } from '#src/features/invoices/invoices.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { adminPaymentsApi } from '#src/features/payments/admin/admin-payments.api.server.ts'
import { type PaymentDetails, UnmatchedPayment } from '#src/features/payments/admin/admin-payments.contract.ts'
import { sandboxBank, sandboxRefunds } from '#src/features/payments/gateways/sandbox/sandbox.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { issueRefund } from './resolve-unmatched.server.ts'

const RRN = '632512345678'
const TOTAL = 214_900

async function createShopWithAdmin(db: Db) {
  const context = createTestPayments(db)
  const admin = await createAdminClient(db, adminPaymentsApi(context))
  const product = await insertProduct(db, { pricePaise: 199_900, stock: 1 })
  const { clientTxnId, transactionId } = await initiatePayment(
    context,
    (await createCustomer(db)).id,
    createCheckout(product),
  )
  const pay = async (amount: number, upiTxnId = RRN) => {
    await db
      .update(sandboxBank)
      .set({ outcome: 'success', upiTxnId, amountPaise: amount, decidedAt: context.now() })
      .where(eq(sandboxBank.clientTxnId, clientTxnId))
    await processPaymentEvent(context, {
      provider: 'sandbox',
      source: 'webhook',
      clientTxnId,
      eventId: `evt_${upiTxnId}`,
      raw: '{}',
      status: { kind: 'success', amount: paise(amount), currency: 'INR', upiTxnId, paidAt: context.now() },
    })
  }
  const setStock = (stock: number) => db.update(products).set({ stock }).where(eq(products.id, product.id))
  const unmatched = async () => UnmatchedPayment.array().parse((await admin.call('GET /api/admin/money')).answer)
  const standing = async () => {
    const payment = onlyRow(await db.select().from(payments))
    const { status } = onlyRow(await db.select().from(orders))
    return { payment: payment.status, order: status, refunded: payment.refundedPaise }
  }
  return { ...admin, context, transactionId, pay, setStock, unmatched, standing }
}

describe('a payment in review', () => {
  it('of too much is accepted at the total of the order, and the rest is refunded', () =>
    inTestTransaction(async (db) => {
      const { call, context, pay, unmatched, standing } = await createShopWithAdmin(db)
      await pay(TOTAL + 5_000)
      const [money] = await unmatched()
      expect(money?.can).toEqual(['accept', 'send-back', 'done-outside'])
      const reason = { reason: 'Rounded up by the shopper' }
      expect(await call(`POST /api/admin/money/${money?.id}/accept`, reason)).toMatchObject({ status: 200 })
      expect(await standing()).toEqual({ payment: 'success', order: 'processing', refunded: 5_000 })
      await executeRefunds(context)
      expect(await db.select().from(sandboxRefunds)).toMatchObject([{ amountPaise: 5_000 }])
      expect(await standing()).toMatchObject({ payment: 'success' })
      expect(await db.select().from(invoices)).toMatchObject([{ totalPaise: TOTAL }])
      expect(await unmatched()).toEqual([])
      expect(await db.select().from(auditLog)).toMatchObject([
        { entity: 'payment', after: { refund: 'accepted', ...reason } },
      ])
      expect(await call(`POST /api/admin/money/${money?.id}/accept`, reason)).toMatchObject({ status: 409 })
      await expectInvariants(db)
    }))

  it('that came too late for the last item is accepted when there is stock again', () =>
    inTestTransaction(async (db) => {
      const { call, context, pay, setStock, unmatched, standing } = await createShopWithAdmin(db)
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      await setStock(0)
      await pay(TOTAL)
      expect(await standing()).toEqual({ payment: 'review', order: 'pending', refunded: TOTAL })
      const accept = `POST /api/admin/money/${(await unmatched())[0]?.id}/accept`
      expect(await call(accept, { reason: 'Made two more' })).toMatchObject({ status: 409 })
      expect(await standing()).toEqual({ payment: 'review', order: 'pending', refunded: TOTAL })
      await setStock(2)
      expect(await call(accept, { reason: 'Made two more' })).toMatchObject({ status: 200 })
      expect(await standing()).toEqual({ payment: 'success', order: 'processing', refunded: 0 })
      expect(onlyRow(await db.select().from(payments)).late).toBe(true)
      expect(onlyRow(await db.select().from(products)).stock).toBe(1)
    }))

  it('of too little is never accepted', () =>
    inTestTransaction(async (db) => {
      const { call, pay, unmatched, standing } = await createShopWithAdmin(db)
      await pay(TOTAL - 1)
      const [money] = await unmatched()
      expect(money?.can).toEqual(['send-back', 'done-outside'])
      expect(await call(`POST /api/admin/money/${money?.id}/accept`, { reason: 'Close enough' })).toMatchObject({
        status: 409,
        answer: { message: 'This is less than the order costs.' },
      })
      expect(await standing()).toMatchObject({ payment: 'review', order: 'pending' })
    }))

  it('is refunded by one tap, and then its order can be paid again', () =>
    inTestTransaction(async (db) => {
      const { call, context, pay, unmatched, standing } = await createShopWithAdmin(db)
      await pay(TOTAL - 1)
      const sendBack = `POST /api/admin/money/${(await unmatched())[0]?.id}/send-back`
      expect(await call(sendBack)).toMatchObject({ status: 200 })
      expect(await call(sendBack)).toMatchObject({ status: 409 })
      expect(await unmatched()).toEqual([])
      await executeRefunds(context)
      expect(await standing()).toEqual({ payment: 'cancelled', order: 'pending', refunded: TOTAL - 1 })
      expect(await db.$count(sandboxRefunds)).toBe(1)
      await expectInvariants(db)
    }))
})

describe('a payment that received two wrong amounts', () => {
  it('stays in review until both are refunded', () =>
    inTestTransaction(async (db) => {
      const { call, context, pay, unmatched, standing } = await createShopWithAdmin(db)
      await pay(TOTAL - 1)
      await pay(TOTAL - 2, '111122223333')
      const [first, second] = await unmatched()
      const answer = (state: 'pending' | 'processed') => {
        const refund = async ({ upiTxnId }: { upiTxnId: string }) => ({ state, refundId: `of ${upiTxnId}` })
        return executeRefunds({ ...context, gateway: { ...context.gateway, refund } })
      }
      await call(`POST /api/admin/money/${first?.id}/send-back`)
      await answer('processed')
      expect(await standing()).toMatchObject({ payment: 'review' })
      await call(`POST /api/admin/money/${second?.id}/send-back`)
      await answer('pending')
      expect(await standing()).toMatchObject({ payment: 'review' })
      context.advanceMinutes(6)
      await answer('processed')
      expect(await standing()).toMatchObject({ payment: 'cancelled', refunded: 2 * TOTAL - 3 })
      await expectInvariants(db)
    }))
})

describe('money that is owed', () => {
  it('cannot be kept, nor refunded by hand once its refund failed and is due again', () =>
    inTestTransaction(async (db) => {
      const { call, context, pay, unmatched } = await createShopWithAdmin(db)
      await pay(TOTAL - 1)
      const [money] = await unmatched()
      expect(await call(`POST /api/admin/money/${money?.id}/keep`, { reason: 'Ours now' })).toMatchObject({
        status: 409,
        answer: { message: 'This refund is owed and cannot be waived.' },
      })
      await call(`POST /api/admin/money/${money?.id}/send-back`)
      const failing = async () => ({ state: 'failed' as const, reason: 'The account is closed' })
      await executeRefunds({ ...context, gateway: { ...context.gateway, refund: failing } })
      const [again, ...others] = await unmatched()
      expect([again?.id === money?.id, others]).toEqual([false, []])
      const byHand = { bankReference: 'NEFT-20261121' }
      expect((await call(`POST /api/admin/money/${money?.id}/done-outside`, byHand)).status).toBe(409)
      expect((await call(`POST /api/admin/money/${again?.id}/done-outside`, byHand)).status).toBe(200)
      await expectInvariants(db)
    }))

  it('is not sent back by a gateway that never received it', () =>
    inTestTransaction(async (db) => {
      const { context, pay, unmatched, admin } = await createShopWithAdmin(db)
      await pay(TOTAL - 1)
      const elsewhere = { ...context, gateway: { ...context.gateway, name: 'another' } }
      const [money] = await unmatched()
      await expect(issueRefund(elsewhere, { id: money?.id ?? '', by: admin })).rejects.toThrow('only be made by hand')
    }))
})

describe('a refund of a payment', () => {
  const body = { amount: 500, reason: 'A broken bar', key: 'a-key-of-the-admin' }

  it('is one refund however often it is requested, is audited, and is on the timeline', () =>
    inTestTransaction(async (db) => {
      const { call, context, transactionId, pay } = await createShopWithAdmin(db)
      await pay(TOTAL)
      const path = `/api/admin/payments/${transactionId}`
      const first = await call(`POST ${path}/refunds`, body)
      expect(first).toMatchObject({ status: 200, answer: { amount: 500, state: 'requested', payment: transactionId } })
      expect(await call(`POST ${path}/refunds`, body)).toEqual(first)
      await executeRefunds(context)
      const details: PaymentDetails = (await call(`GET ${path}`)).answer
      expect(details).toMatchObject({ received: 2149, refunded: 500, refundable: 1649 })
      expect(details.timeline.map(({ text }) => text).slice(-2)).toEqual([
        expect.stringContaining('requested the refund: A broken bar'),
        expect.stringContaining('The bank refunded, reference'),
      ])
      expect(await db.select().from(auditLog)).toMatchObject([{ after: { refunded: 500, reason: 'A broken bar' } }])
    }))

  it('of too much, of nothing, or with the key of another refund is rejected', () =>
    inTestTransaction(async (db) => {
      const { call, transactionId, pay } = await createShopWithAdmin(db)
      const path = `POST /api/admin/payments/${transactionId}/refunds`
      expect(await call(path, body)).toMatchObject({ status: 409, answer: { left: 0 } })
      await pay(TOTAL)
      expect(await call(path, { ...body, amount: 2149.01 })).toMatchObject({ status: 409, answer: { left: 2149 } })
      expect((await call(path, body)).status).toBe(200)
      expect((await call(path, { ...body, amount: 501 })).status).toBe(409)
      expect(await db.$count(refunds)).toBe(1)
    }))

  it.each([
    { amount: 0 },
    { amount: -1 },
    { amount: 0.001 },
    { amount: 'five hundred' },
    { key: 'short' },
    { reason: ' ' },
    { currency: 'USD' },
  ])('with %j is rejected', (wrong) =>
    inTestTransaction(async (db) => {
      const { call, transactionId, pay } = await createShopWithAdmin(db)
      await pay(TOTAL)
      expect((await call(`POST /api/admin/payments/${transactionId}/refunds`, { ...body, ...wrong })).status).toBe(400)
      expect(await db.$count(refunds)).toBe(0)
    }),
  )

  it('that failed is requested again under a new key, or waived', () =>
    inTestTransaction(async (db) => {
      const { call, context, transactionId, pay, unmatched } = await createShopWithAdmin(db)
      await pay(TOTAL)
      const failing = async () => ({ state: 'failed' as const, reason: 'The account is closed' })
      const atBadBank = { ...context, gateway: { ...context.gateway, refund: failing } }
      await call(`POST /api/admin/payments/${transactionId}/refunds`, body)
      await executeRefunds(atBadBank)
      expect((await unmatched())[0]?.can).toEqual(['send-back', 'done-outside', 'keep'])
      await call(`POST /api/admin/money/${(await unmatched())[0]?.id}/send-back`)
      await executeRefunds(atBadBank)
      const [again, ...others] = await unmatched()
      expect(others).toEqual([])
      expect((await call(`POST /api/admin/money/${again?.id}/keep`, { reason: 'Asha has a new bar' })).status).toBe(200)
      expect(await unmatched()).toEqual([])
      expect(onlyRow(await db.select().from(payments)).refundedPaise).toBe(0)
      await expectInvariants(db)
    }))

  it('and every other decision are 404 for unknown ids', () =>
    inTestTransaction(async (db) => {
      const { call } = await createShopWithAdmin(db)
      const nobody = '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'
      const statuses = [
        await call(`POST /api/admin/payments/${nobody}/refunds`, body),
        await call(`POST /api/admin/money/${nobody}/send-back`),
        await call(`POST /api/admin/money/${nobody}/accept`, { reason: 'Why not' }),
        await call(`POST /api/admin/money/${nobody}/keep`, { reason: 'Why not' }),
      ].map(({ status }) => status)
      expect(statuses).toEqual([404, 404, 404, 404])
    }))
})
