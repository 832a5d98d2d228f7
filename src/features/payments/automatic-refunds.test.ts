import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { messages } from '#src/features/notifications/messages.table.server.ts'
import { setOrderStatus } from '#src/features/orders/order-status.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { changeSection, sectionOnDesk } from '#src/features/settings/settings.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aMaker } from '#tests/makers/maker.ts'
import { aManualShop } from '#tests/makers/manual-upi.ts'
import { aCheckout, aShopper } from '#tests/makers/payments.ts'
import { aRazorpayShop } from '#tests/makers/razorpay.ts'
import { beginOwedRefunds } from './automatic-refunds.server.ts'
import { confirmReceived } from './manual-confirming.server.ts'
import { onOrderCancelled } from './order-cancellation.server.ts'
import { initiatePayment } from './payments.server.ts'
import { refundsDue } from './payments.table.server.ts'
import { closeOverduePayments } from './questions.server.ts'
import { executeRefunds } from './refund-executor.server.ts'
import { listStrayMoney } from './stray-money.server.ts'

const TOTAL = 214_900

/** A shop at Razorpay with paid orders of Rs 2,149.00, whose admin cancels them, and its clock. */
async function aShop(db: Db) {
  const shop = await aRazorpayShop(db, { stock: 20 })
  const admin = await aMaker(db)
  shop.razorpay.refundsAre('instant')
  const pay = async () => {
    const shopper = await aShopper(db)
    const started = await initiatePayment(shop.till, shopper.id, aCheckout(shop.product))
    await shop.deliver(shop.razorpay.webhook('payment.captured', { payment: shop.razorpay.payment() }))
    return {
      ...onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId))),
      email: shopper.email,
    }
  }
  const cancel = async (order: { id: string }) =>
    setOrderStatus(db, { orderId: order.id, status: 'cancelled', by: admin, reason: 'Out of cocoa' }, onOrderCancelled)
  const setBounds = async (automaticUpTo: number, automaticPerDay: number) => {
    const { version } = await sectionOnDesk(db, 'refunds')
    await changeSection(db, 'refunds', { version, value: { automaticUpTo, automaticPerDay }, by: admin })
  }
  const tick = async () => {
    const begun = await beginOwedRefunds(shop.till)
    await executeRefunds(shop.till)
    return begun
  }
  const states = async () =>
    (await db.select().from(refundsDue).orderBy(refundsDue.createdAt)).map(({ state }) => state)
  return { ...shop, admin, pay, cancel, setBounds, tick, states }
}

describe('a refund that is owed', () => {
  it('gateway doubt 5: of a paid order that was cancelled goes back by itself, once, and everybody is told', () =>
    inTestTransaction(async (db) => {
      const { razorpay, pay, cancel, tick, states } = await aShop(db)
      const order = await pay()
      await cancel(order)
      expect(await tick()).toBe(1)
      expect(await tick()).toBe(0)
      expect(await states()).toEqual(['processed'])
      expect(razorpay.refunds.size).toBe(1)
      const { id, paymentId } = onlyRow(await db.select().from(refundsDue))
      const [told] = await db
        .select()
        .from(messages)
        .where(eq(messages.dedupeKey, `refund-done:${id}`))
      expect(told).toMatchObject({ to: order.email, text: expect.stringContaining('within the hour') })
      const [logged] = await db.select().from(auditLog).where(eq(auditLog.entityId, paymentId))
      expect(logged).toMatchObject({
        actorEmail: 'The shop itself',
        after: { refund: 'send back', amount: 2149, reason: expect.stringContaining('₹5,000 each and ₹25,000 a day') },
      })
      await expectInvariants(db)
    }))

  it('gateway doubt 5: because it came late, or a second time, goes back by itself', () =>
    inTestTransaction(async (db) => {
      const { razorpay, till, start, deliver, sellOut, tick } = await aShop(db)
      await start()
      const late = razorpay.payment({ status: 'failed' })
      till.passMinutes(16)
      await closeOverduePayments(till)
      await sellOut()
      late.status = 'captured'
      await deliver(razorpay.webhook('payment.captured', { payment: late }))
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment({ rrn: '222222222222' }) }))
      expect(await tick()).toBe(2)
      const gone = await db.select().from(refundsDue).orderBy(refundsDue.createdAt)
      expect(gone).toMatchObject([{ state: 'processed' }, { state: 'processed' }])
    }))

  it('gateway doubt 5: above the largest of the settings waits for an admin, and so does all when it is 0', () =>
    inTestTransaction(async (db) => {
      const { pay, cancel, setBounds, tick, states } = await aShop(db)
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
      expect(await listStrayMoney(db, { limit: 10, sendsBack: 'razorpay' })).toMatchObject([
        { can: ['send-back', 'done-outside'] },
      ])
      await setBounds(2149, 2149)
      expect(await tick()).toBe(1)
    }))

  it('gateway doubt 5: waits when the bound of the day is reached, and goes on the next day', () =>
    inTestTransaction(async (db) => {
      const { till, pay, cancel, setBounds, tick, states } = await aShop(db)
      await setBounds(5000, 5000)
      for (let count = 0; count < 3; count++) await cancel(await pay())
      expect(await tick()).toBe(2)
      expect(await tick()).toBe(0)
      expect((await states()).sort()).toEqual(['due', 'processed', 'processed'])
      till.passMinutes(24 * 60)
      expect(await tick()).toBe(1)
      expect(await states()).toEqual(['processed', 'processed', 'processed'])
    }))

  it('gateway doubt 5: survives a crash between its beginning and the bank’s answer, and goes once', () =>
    inTestTransaction(async (db) => {
      const { razorpay, till, pay, cancel, states } = await aShop(db)
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      await cancel(await pay())
      await beginOwedRefunds(till)
      expect(await states()).toEqual(['requested'])
      razorpay.meets({ as: 'hang-up', done: true })
      await executeRefunds(till)
      expect(razorpay.refunds.size).toBe(1)
      till.passMinutes(10)
      expect(await beginOwedRefunds(till)).toBe(0)
      await executeRefunds(till)
      expect(await states()).toEqual(['processed'])
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('waits for an admin when the bank could not carry it out before', () =>
    inTestTransaction(async (db) => {
      const { razorpay, till, pay, cancel, tick, states } = await aShop(db)
      razorpay.refundsAre('normal')
      await cancel(await pay())
      await tick()
      const made = [...razorpay.refunds.values()].at(-1)
      Object.assign(made ?? {}, { status: 'failed' })
      till.passMinutes(30)
      await tick()
      await tick()
      expect((await states()).sort()).toEqual(['due', 'failed'])
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('waits for an admin when another amount came than the order costs', () =>
    inTestTransaction(async (db) => {
      const { razorpay, start, deliver, tick, states } = await aShop(db)
      await start()
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment({ amount: TOTAL + 100 }) }))
      expect(await tick()).toBe(0)
      expect(await states()).toEqual(['due'])
    }))

  it('gateway doubt 5: never goes by itself where only a person can send it', () =>
    inTestTransaction(async (db) => {
      const shop = await aManualShop(db)
      const { transactionId, orderId } = await shop.start()
      await shop.tell({ transactionId, orderId }, '632612345678')
      await confirmReceived(shop.till, { paymentId: transactionId, by: shop.maker, amount: 2149, utrLastFour: '5678' })
      const order = onlyRow(await db.select().from(orders))
      await setOrderStatus(
        db,
        { orderId: order.id, status: 'cancelled', by: shop.maker, reason: 'Gone' },
        onOrderCancelled,
      )
      expect(await beginOwedRefunds(shop.till)).toBe(0)
      await executeRefunds(shop.till)
      expect(await db.select().from(refundsDue)).toMatchObject([{ state: 'due' }])
    }))
})
