import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { confirmPayment } from '#src/features/payments/manual-upi/confirmation/confirm-payment.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { listUnmatchedPayments } from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createManualUpiShop } from '#tests/factories/payments/manual-upi.ts'
import { createCheckout, createCustomer, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { startAutomaticRefunds } from './automatic-refunds.server.ts'
import { executeRefunds } from './refund-worker.server.ts'

const TOTAL = 214_900

async function createShop(db: Db) {
  const shop = await createRazorpayShop(db, { stock: 20 })
  const admin = await createAdmin(db)
  shop.razorpay.refundsAre('instant')
  const pay = async () => {
    const customer = await createCustomer(db)
    const started = await initiatePayment(shop.context, customer.id, createCheckout(shop.product))
    await shop.deliver(shop.razorpay.webhook('payment.captured', { payment: shop.razorpay.payment() }))
    return {
      ...onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId))),
      email: customer.email,
    }
  }
  const cancel = async (order: { id: string }) =>
    setOrderStatus(db, { orderId: order.id, status: 'cancelled', by: admin, reason: 'Out of cocoa' }, ORDER_EVENTS)
  const setBounds = async (automaticUpTo: number, automaticPerDay: number) => {
    const { version } = await readVersionedSection(db, 'refunds')
    await changeSection(db, 'refunds', { version, value: { automaticUpTo, automaticPerDay }, by: admin })
  }
  const tick = async () => {
    const started = await startAutomaticRefunds(shop.context)
    await executeRefunds(shop.context)
    return started
  }
  const states = async () => (await db.select().from(refunds).orderBy(refunds.createdAt)).map(({ state }) => state)
  return { ...shop, admin, pay, cancel, setBounds, tick, states }
}

describe('a refund that is owed', () => {
  it('gateway doubt 5: of a cancelled order is made automatically, once, and everyone is notified', () =>
    inTestTransaction(async (db) => {
      const { razorpay, pay, cancel, tick, states } = await createShop(db)
      const order = await pay()
      await cancel(order)
      expect(await tick()).toBe(1)
      expect(await tick()).toBe(0)
      expect(await states()).toEqual(['processed'])
      expect(razorpay.refunds.size).toBe(1)
      const { id, paymentId } = onlyRow(await db.select().from(refunds))
      const [mails] = await db
        .select()
        .from(outboxMessages)
        .where(eq(outboxMessages.idempotencyKey, `refund-done:${id}`))
      expect(mails).toMatchObject({ to: order.email, text: expect.stringContaining('within the hour') })
      const [logged] = await db.select().from(auditLog).where(eq(auditLog.entityId, paymentId))
      expect(logged).toMatchObject({
        actorEmail: 'The shop',
        after: { refund: 'send back', amount: 2149, reason: expect.stringContaining('₹5,000 each and ₹25,000 a day') },
      })
      await expectInvariants(db)
    }))

  it('gateway doubt 5: of a late or second payment is made automatically', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, start, deliver, sellOut, tick } = await createShop(db)
      await start()
      const late = razorpay.payment({ status: 'failed' })
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      await sellOut()
      late.status = 'captured'
      await deliver(razorpay.webhook('payment.captured', { payment: late }))
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment({ rrn: '222222222222' }) }))
      expect(await tick()).toBe(2)
      const gone = await db.select().from(refunds).orderBy(refunds.createdAt)
      expect(gone).toMatchObject([{ state: 'processed' }, { state: 'processed' }])
    }))

  it('gateway doubt 5: above the limit waits for an admin, and so do all when the limit is 0', () =>
    inTestTransaction(async (db) => {
      const { pay, cancel, setBounds, tick, states } = await createShop(db)
      await cancel(await pay())
      for (const [upTo, perDay] of [
        [2148.99, 25_000],
        [0, 25_000],
        [5000, 0],
      ] as const) {
        await setBounds(upTo, perDay)
        expect(await tick()).toBe(0)
      }
      expect(await states()).toEqual(['due'])
      expect(await listUnmatchedPayments(db, { limit: 10, refundGateway: 'razorpay' })).toMatchObject([
        { can: ['send-back', 'done-outside'] },
      ])
      await setBounds(2149, 2149)
      expect(await tick()).toBe(1)
    }))

  it('gateway doubt 5: waits when the daily limit is reached, and is made the next day', () =>
    inTestTransaction(async (db) => {
      const { context, pay, cancel, setBounds, tick, states } = await createShop(db)
      await setBounds(5000, 5000)
      for (let count = 0; count < 3; count++) await cancel(await pay())
      expect(await tick()).toBe(2)
      expect(await tick()).toBe(0)
      expect((await states()).sort()).toEqual(['due', 'processed', 'processed'])
      context.advanceMinutes(24 * 60)
      expect(await tick()).toBe(1)
      expect(await states()).toEqual(['processed', 'processed', 'processed'])
    }))

  it('gateway doubt 5: survives a crash before the bank’s answer, and is made once', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, pay, cancel, states } = await createShop(db)
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      await cancel(await pay())
      await startAutomaticRefunds(context)
      expect(await states()).toEqual(['requested'])
      razorpay.meets({ as: 'hang-up', done: true })
      await executeRefunds(context)
      expect(razorpay.refunds.size).toBe(1)
      context.advanceMinutes(10)
      expect(await startAutomaticRefunds(context)).toBe(0)
      await executeRefunds(context)
      expect(await states()).toEqual(['processed'])
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('waits for an admin when the bank failed to make it before', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, pay, cancel, tick, states } = await createShop(db)
      razorpay.refundsAre('normal')
      await cancel(await pay())
      await tick()
      const made = [...razorpay.refunds.values()].at(-1)
      Object.assign(made ?? {}, { status: 'failed' })
      context.advanceMinutes(30)
      await tick()
      await tick()
      expect((await states()).sort()).toEqual(['due', 'failed'])
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('waits for an admin when a former gateway may have made it', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, pay, cancel, tick, states } = await createShop(db)
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      await cancel(await pay())
      await startAutomaticRefunds(context)
      razorpay.meets({ as: 'hang-up', done: true })
      await executeRefunds(context)
      await executeRefunds({ ...context, gateway: { ...context.gateway, name: 'another' } })
      expect(await states()).toEqual(['due'])
      expect(await tick()).toBe(0)
    }))

  it('of a sample order is never made automatically', () =>
    inTestTransaction(async (db) => {
      const { pay, cancel, tick, states } = await createShop(db)
      await cancel(await pay())
      await db.update(orders).set({ isSample: true })
      expect(await tick()).toBe(0)
      expect(await states()).toEqual(['due'])
    }))

  it('waits for an admin when the amount was not the total of the order', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, tick, states } = await createShop(db)
      await start()
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment({ amount: TOTAL + 100 }) }))
      expect(await tick()).toBe(0)
      expect(await states()).toEqual(['due'])
    }))

  it('gateway doubt 5: is never automatic where only an admin can make it', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { transactionId, orderId } = await shop.start()
      await shop.tell({ transactionId, orderId }, '632612345678')
      await confirmPayment(shop.context, {
        paymentId: transactionId,
        by: shop.admin,
        amount: 2149,
        utrLastFour: '5678',
      })
      const order = onlyRow(await db.select().from(orders))
      await setOrderStatus(db, { orderId: order.id, status: 'cancelled', by: shop.admin, reason: 'Gone' }, ORDER_EVENTS)
      expect(await startAutomaticRefunds(shop.context)).toBe(0)
      await executeRefunds(shop.context)
      expect(await db.select().from(refunds)).toMatchObject([{ state: 'due' }])
    }))
})
