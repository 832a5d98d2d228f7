import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { creditNotes } from '#src/features/invoices/invoices.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import {
  listUnmatchedPayments,
  recordExternalRefund,
} from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { expectInvariants } from '#tests/invariants.ts'

const TOTAL = 214_900

async function createPaidShop(db: Db) {
  const shop = await createRazorpayShop(db)
  const admin = await createAdmin(db)
  const { transactionId } = await shop.start()
  const payment = shop.razorpay.payment({ rrn: '632512345678' })
  await shop.deliver(shop.razorpay.webhook('payment.captured', { payment }))
  const ask = (amount = TOTAL, key = 'a-key-of-the-admin') =>
    requestRefund(db, {
      paymentId: transactionId,
      amount: paise(amount),
      reason: 'A broken bar',
      key,
      by: admin,
      now: shop.context.now(),
    })
  const made = () => [...shop.razorpay.refunds.values()].at(-1) ?? { id: 'none' }
  const deliver = (state: string, refund: Record<string, unknown> & { id: string } = made(), eventId?: string) =>
    shop.deliver(
      shop.razorpay.webhook(
        `refund.${state === 'pending' ? 'created' : state}`,
        {
          refund: {
            ...refund,
            status: state,
            acquirer_data: state === 'processed' ? { rrn: '700012345678' } : { arn: null },
          },
          payment: { ...payment, status: 'refunded' },
        },
        eventId,
      ),
    )
  const inDashboard = (amount: number) => ({ id: 'rfnd_ofTheDashboard', amount, payment_id: payment.id, notes: [] })
  const cancel = async () => {
    const { id: orderId } = onlyRow(await db.select().from(orders))
    const cancelled = { orderId, status: 'cancelled', by: admin, reason: 'Out of cocoa' } as const
    await setOrderStatus(db, cancelled, ORDER_EVENTS)
  }
  const standing = async () => {
    const { status, refundedPaise } = onlyRow(await db.select().from(payments))
    const found = await db.select().from(refunds).orderBy(refunds.createdAt)
    return { status, refundedPaise, refunds: found.map(({ state }) => state).sort() }
  }
  const webhooks = async () =>
    (await db.select().from(paymentEvents).orderBy(paymentEvents.receivedAt)).slice(1).map(({ result }) => result)
  return { ...shop, admin, ask, made, tell: deliver, inDashboard, cancel, standing, webhooks }
}

/** The published events of razorpay.com/docs/webhooks/refunds, in every order. */
describe('a refund that the shop requested from Razorpay', () => {
  it('is pending until the webhook says that it is processed', () =>
    inTestTransaction(async (db) => {
      const { context, ask, tell: deliver, standing, webhooks } = await createPaidShop(db)
      await ask()
      await executeRefunds(context)
      expect(await standing()).toEqual({ status: 'success', refundedPaise: TOTAL, refunds: ['pending'] })
      expect(await deliver('pending')).toBe(200)
      expect(await deliver('processed')).toBe(200)
      expect(await standing()).toEqual({ status: 'refunded', refundedPaise: TOTAL, refunds: ['processed'] })
      expect(await webhooks()).toEqual(['unchanged', 'applied'])
      expect(await db.select().from(refunds)).toMatchObject([{ bankReference: '700012345678' }])
      expect(await db.$count(creditNotes)).toBe(1)
      await expectInvariants(db)
    }))

  it('is found by its key when the webhook arrives and the response is lost', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, ask, tell: deliver, standing } = await createPaidShop(db)
      await ask()
      razorpay.meets({ as: 'hang-up', done: true })
      await executeRefunds(context)
      expect(await standing()).toMatchObject({ status: 'success', refunds: ['requested'] })
      await deliver('processed')
      expect(await standing()).toMatchObject({ status: 'refunded', refunds: ['processed'] })
      context.advanceMinutes(60)
      expect(await executeRefunds(context)).toBe(0)
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('is one refund when Razorpay still processes the first call (409) or fails', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, ask, standing } = await createPaidShop(db)
      await ask()
      razorpay.meets({ as: 500, done: true }, { as: 409 }, { as: 429 })
      for (const minutes of [0, 2, 3, 6]) {
        context.advanceMinutes(minutes)
        await executeRefunds(context)
      }
      expect(await standing()).toMatchObject({ refunds: ['pending'] })
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('stays processed when its created event arrives late or twice, or a failed event follows', () =>
    inTestTransaction(async (db) => {
      const { context, ask, tell: deliver, standing, webhooks } = await createPaidShop(db)
      await ask()
      await executeRefunds(context)
      await deliver('processed', undefined, 'evt_1')
      await deliver('processed', undefined, 'evt_1')
      await deliver('processed')
      await deliver('pending')
      await deliver('failed')
      expect(await standing()).toEqual({ status: 'refunded', refundedPaise: TOTAL, refunds: ['processed'] })
      expect(await webhooks()).toEqual(['applied', 'unchanged', 'unchanged', 'unchanged'])
    }))

  it('releases the amount when it fails, and an admin decides again', () =>
    inTestTransaction(async (db) => {
      const { context, ask, tell: deliver, standing } = await createPaidShop(db)
      await ask()
      await executeRefunds(context)
      await deliver('failed')
      expect(await standing()).toEqual({ status: 'success', refundedPaise: 0, refunds: ['failed'] })
      const [waiting] = await listUnmatchedPayments(db, { limit: 5, refundGateway: 'razorpay' })
      expect(waiting).toMatchObject({ amount: 2149, can: ['send-back', 'done-outside', 'keep'] })
      await expectInvariants(db)
    }))

  it('that is owed stays owed when it fails, and is settled when it was made after all', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, cancel, tell: deliver, standing } = await createPaidShop(db)
      await cancel()
      await db.update(refunds).set({ state: 'requested', nextAttemptAt: context.now() })
      await executeRefunds(context)
      expect(razorpay.refunds.size).toBe(1)
      await deliver('failed')
      expect(await standing()).toEqual({ status: 'success', refundedPaise: TOTAL, refunds: ['due', 'failed'] })
      await deliver('processed')
      expect(await standing()).toEqual({ status: 'refunded', refundedPaise: TOTAL, refunds: ['processed', 'waived'] })
    }))

  it('that failed and was requested again is not sent again when it was made after all', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, ask, made, tell: deliver, standing } = await createPaidShop(db)
      await ask(50_000)
      await executeRefunds(context)
      await deliver('failed')
      await ask(50_000, 'a-second-key')
      await deliver('processed', made())
      expect(await standing()).toEqual({ status: 'success', refundedPaise: 50_000, refunds: ['processed', 'waived'] })
      expect(await executeRefunds(context)).toBe(0)
      expect(razorpay.refunds.size).toBe(1)
      await expectInvariants(db)
    }))

  it('that failed is reported to the admin when it was made besides its replacement', () =>
    inTestTransaction(async (db) => {
      const { context, ask, made, tell: deliver, standing, webhooks } = await createPaidShop(db)
      await ask(50_000)
      await executeRefunds(context)
      const first = made()
      await deliver('failed')
      await ask(50_000, 'a-second-key')
      await executeRefunds(context)
      await deliver('processed', first)
      expect(await standing()).toEqual({ status: 'success', refundedPaise: 50_000, refunds: ['failed', 'pending'] })
      expect((await webhooks()).at(-1)).toBe('double_refund')
      expect(await listUnmatchedPayments(db, { limit: 5, refundGateway: 'razorpay' })).toContainEqual(
        expect.objectContaining({ kind: 'event', amount: 500 }),
      )
    }))

  it('that failed is reported to the admin when it was made after a refund by hand', () =>
    inTestTransaction(async (db) => {
      const { context, admin, ask, tell: deliver, standing, webhooks } = await createPaidShop(db)
      const { id } = await ask(50_000)
      await executeRefunds(context)
      await deliver('failed')
      await recordExternalRefund(context, { id, bankReference: 'NEFT-123456', by: admin })
      await deliver('processed')
      expect(await standing()).toEqual({ status: 'success', refundedPaise: 50_000, refunds: ['processed'] })
      expect((await webhooks()).at(-1)).toBe('double_refund')
    }))

  it('with the amount of an earlier one is not mistaken for it', () =>
    inTestTransaction(async (db) => {
      const { context, ask, tell: deliver, standing, webhooks } = await createPaidShop(db)
      await ask(50_000)
      await executeRefunds(context)
      await deliver('processed')
      await ask(50_000, 'a-second-key')
      await executeRefunds(context)
      await deliver('failed')
      await deliver('processed')
      expect(await standing()).toMatchObject({ refundedPaise: 100_000, refunds: ['processed', 'processed'] })
      expect(await webhooks()).not.toContain('double_refund')
    }))
})

describe("a refund that was made in Razorpay's dashboard", () => {
  it('counts as the refund that was due', () =>
    inTestTransaction(async (db) => {
      const { cancel, inDashboard, tell: deliver, standing } = await createPaidShop(db)
      await cancel()
      expect(await standing()).toMatchObject({ refunds: ['due'] })
      await deliver('processed', inDashboard(TOTAL))
      expect(await standing()).toEqual({ status: 'refunded', refundedPaise: TOTAL, refunds: ['processed'] })
      await expectInvariants(db)
    }))

  it('does not count as the refund of other money', () =>
    inTestTransaction(async (db) => {
      const { razorpay, deliver, inDashboard, tell, standing } = await createPaidShop(db)
      await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment({ rrn: '222222222222' }) }))
      expect(await standing()).toMatchObject({ refundedPaise: TOTAL, refunds: ['due'] })
      await tell('processed', inDashboard(TOTAL))
      expect(await standing()).toEqual({ status: 'refunded', refundedPaise: 2 * TOTAL, refunds: ['due', 'processed'] })
      await expectInvariants(db)
    }))

  it('counts as the refund that an admin requested and that was not sent yet', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, ask, inDashboard, tell: deliver, standing } = await createPaidShop(db)
      await ask(50_000)
      await deliver('processed', inDashboard(50_000))
      expect(await standing()).toEqual({ status: 'success', refundedPaise: 50_000, refunds: ['processed'] })
      expect(await executeRefunds(context)).toBe(0)
      expect(razorpay.refunds.size).toBe(0)
      await expectInvariants(db)
    }))

  it('that is pending is polled, and never made again', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, ask, inDashboard, tell: deliver, standing } = await createPaidShop(db)
      const made = { ...inDashboard(50_000), status: 'processed' }
      razorpay.refunds.set('by hand', made)
      await ask(50_000)
      await deliver('pending', made)
      context.advanceMinutes(6)
      expect(await executeRefunds(context)).toBe(1)
      expect(razorpay.requests.at(-1)?.path).toBe(`/v1/refunds/${made.id}`)
      expect(await standing()).toEqual({ status: 'success', refundedPaise: 50_000, refunds: ['processed'] })
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('that failed there leaves the requested refund unchanged', () =>
    inTestTransaction(async (db) => {
      const { ask, inDashboard, tell: deliver, standing } = await createPaidShop(db)
      await ask(50_000)
      await deliver('failed', inDashboard(50_000))
      expect(await standing()).toMatchObject({ refundedPaise: 50_000, refunds: ['requested'] })
    }))

  it('is recorded where none was due', () =>
    inTestTransaction(async (db) => {
      const { inDashboard, tell: deliver, standing } = await createPaidShop(db)
      await deliver('pending', inDashboard(50_000))
      await deliver('processed', inDashboard(50_000))
      expect(await standing()).toEqual({ status: 'success', refundedPaise: 50_000, refunds: ['processed'] })
      await expectInvariants(db)
    }))

  it('beyond the received amount is reported to the admin once it is made', () =>
    inTestTransaction(async (db) => {
      const { ask, inDashboard, tell: deliver, standing, webhooks } = await createPaidShop(db)
      await ask(200_000)
      for (const state of ['pending', 'processed', 'processed']) await deliver(state, inDashboard(50_000))
      expect(await standing()).toMatchObject({ refundedPaise: 200_000, refunds: ['requested'] })
      expect(await webhooks()).toEqual(['unchanged', 'double_refund', 'double_refund'])
      expect(await listUnmatchedPayments(db, { limit: 5, refundGateway: 'razorpay' })).toMatchObject([
        { kind: 'event', amount: 500, upiTxnId: 'rfnd_ofTheDashboard', can: ['done-outside'] },
      ])
    }))

  it('that failed changes nothing', () =>
    inTestTransaction(async (db) => {
      const { inDashboard, tell: deliver, standing } = await createPaidShop(db)
      await deliver('failed', inDashboard(50_000))
      expect(await standing()).toEqual({ status: 'success', refundedPaise: 0, refunds: [] })
    }))
})
