import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { creditNotes } from '#src/features/invoices/invoices.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { pendingAtInactiveGateways } from '#src/features/payments/gateways/gateway-checks.server.ts'
import { sandboxRefunds } from '#src/features/payments/gateways/sandbox/sandbox.table.server.ts'
import { refundEvents } from '#src/features/payments/ledger/ledger.table.server.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { waiveRefund } from '#src/features/payments/reconciliation/resolve-unmatched.server.ts'
import {
  listUnmatchedPayments,
  recordExternalRefund,
} from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { lockRefund } from '#src/features/payments/refunds/refund-record.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { createFakeBank, type RefundBehaviour } from '#tests/fakes/bank.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { applyRefundOutcome } from './refund-events.server.ts'
import { executeRefunds } from './refund-worker.server.ts'
import { requestRefund } from './request-refund.server.ts'

const KEY = 'a-key-of-the-admin'
const TOTAL = paise(214_900)

async function createPaidOrder(db: Db) {
  const [context, admin] = [createTestPayments(db), await createAdmin(db)]
  const product = await insertProduct(db, { pricePaise: 199_900, stock: 5 })
  const customer = await createCustomer(db)
  const order = await createOrder(context, { customer, product })
  const { id: paymentId } = onlyRow(await db.select().from(payments).where(eq(payments.orderId, order.id)))
  const payment = async () => onlyRow(await db.select().from(payments).where(eq(payments.id, paymentId)))
  const ask = (amount: number, key = KEY) =>
    requestRefund(db, { paymentId, amount: paise(amount), reason: 'A broken bar', key, by: admin, now: context.now() })
  const statesOf = async (id: string) =>
    (await db.select().from(refundEvents).where(eq(refundEvents.refundId, id)).orderBy(refundEvents.id)).map(
      ({ state }) => state,
    )
  return { context, admin, customer, order, payment, ask, statesOf }
}

async function createShopAtBank(db: Db, behaviour: RefundBehaviour) {
  const shop = await createPaidOrder(db)
  const bank = createFakeBank()
  bank.behaviour.refund = behaviour
  const refund = vi.fn(bank.provider.refund)
  return {
    ...shop,
    bank,
    refund,
    context: { ...shop.context, gateway: { ...shop.context.gateway, refund }, gatewayTimeoutMs: 200 },
  }
}

describe('a refund', () => {
  it('is made through the gateway, mailed to the customer, and gets its credit note', () =>
    inTestTransaction(async (db) => {
      const { context, customer, payment, ask, statesOf } = await createPaidOrder(db)
      const { id } = await ask(50_000)
      expect(await payment()).toMatchObject({ status: 'success', receivedPaise: TOTAL, refundedPaise: 50_000 })
      expect(await executeRefunds(context)).toBe(1)
      expect(await statesOf(id)).toEqual(['requested', 'processed'])
      const [sent] = await db.select().from(sandboxRefunds)
      expect(sent).toMatchObject({ idempotencyKey: id, amountPaise: 50_000 })
      expect(await payment()).toMatchObject({ status: 'success', refundedPaise: 50_000 })
      const mails = await db
        .select()
        .from(outboxMessages)
        .where(eq(outboxMessages.idempotencyKey, `refund-done:${id}`))
      expect(mails).toMatchObject([{ to: customer.email, text: expect.stringContaining(sent?.bankReference ?? '') }])
      const notes = await db.select().from(creditNotes)
      expect(notes).toMatchObject([{ refundId: id, totalPaise: 50_000 }])
      const [{ text } = { text: '' }] = mails
      expect(text).toMatch(
        new RegExp(`Your credit note ${notes[0]?.number} \\(please sign in\\): \\S+/credit-notes/${notes[0]?.id}\n`),
      )
      expect(await executeRefunds(context)).toBe(0)
      await expectInvariants(db)
    }))

  it('case 21: of the whole amount, requested twice with the same key, is one refund, and the payment is refunded', () =>
    inTestTransaction(async (db) => {
      const { context, payment, ask } = await createPaidOrder(db)
      const [first, second] = [await ask(TOTAL), await ask(TOTAL)]
      expect(second.id).toBe(first.id)
      await executeRefunds(context)
      context.advanceMinutes(60)
      await executeRefunds(context)
      expect((await ask(TOTAL)).state).toBe('processed')
      expect(await db.$count(sandboxRefunds)).toBe(1)
      expect(await db.$count(creditNotes)).toBe(1)
      expect(await payment()).toMatchObject({ status: 'refunded', refundedPaise: TOTAL })
      expect(await db.$count(auditLog)).toBe(1)
      await expectInvariants(db)
    }))

  it('case 22: is rejected above the remaining amount', () =>
    inTestTransaction(async (db) => {
      const { payment, ask } = await createPaidOrder(db)
      await ask(150_000)
      await expect(ask(100_000, 'another-key')).rejects.toMatchObject({ code: 'conflict', details: { left: 649 } })
      expect(await payment()).toMatchObject({ refundedPaise: 150_000 })
      expect(await db.$count(refunds)).toBe(1)
    }))

  it('under the key of another refund is rejected', () =>
    inTestTransaction(async (db) => {
      const { ask } = await createPaidOrder(db)
      await ask(100)
      await expect(ask(200)).rejects.toMatchObject({ code: 'conflict' })
    }))

  it('in two parts refunds the payment with the second', () =>
    inTestTransaction(async (db) => {
      const { context, payment, ask } = await createPaidOrder(db)
      await ask(150_000)
      await executeRefunds(context)
      expect((await payment()).status).toBe('success')
      await ask(64_900, 'the-rest-of-it')
      await executeRefunds(context)
      expect((await payment()).status).toBe('refunded')
      await expectInvariants(db)
    }))
})

describe('a gateway that is asked for a refund', () => {
  it('is asked again under the same key when it does not answer, at growing intervals', () =>
    inTestTransaction(async (db) => {
      const { context, bank, refund, ask, payment } = await createShopAtBank(db, 'unknown')
      const { id } = await ask(TOTAL)
      const calls: number[] = []
      for (let minute = 0; minute < 60; minute++) {
        if ((await executeRefunds(context)) > 0) calls.push(minute)
        context.advanceMinutes(1)
      }
      expect(calls).toEqual([0, 1, 3, 8, 23, 53])
      expect(new Set(refund.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey))).toEqual(new Set([id]))
      expect(refund.mock.calls.map(([{ isRetry }]) => isRetry)).toEqual([false, true, true, true, true, true])
      expect(await payment()).toMatchObject({ status: 'success', refundedPaise: TOTAL })
      bank.behaviour.refund = 'processed'
      context.advanceMinutes(60)
      await executeRefunds(context)
      expect(bank.sentBack.size).toBe(1)
      expect((await payment()).status).toBe('refunded')
    }))

  it('is asked by one worker at a time', () =>
    inTestTransaction(async (db) => {
      const { context, bank, refund, ask } = await createShopAtBank(db, 'processed')
      const others: number[] = []
      refund.mockImplementationOnce(async (request) => {
        others.push(await executeRefunds(context))
        return bank.provider.refund?.(request) ?? { state: 'unknown', reason: '' }
      })
      await ask(50_000)
      expect(await executeRefunds(context)).toBe(1)
      expect(others).toEqual([0])
    }))

  it('is polled while the refund is pending', () =>
    inTestTransaction(async (db) => {
      const { context, bank, ask, payment, statesOf } = await createShopAtBank(db, 'pending')
      const { id } = await ask(TOTAL)
      await executeRefunds(context)
      expect((await payment()).status).toBe('success')
      bank.behaviour.refund = 'processed'
      expect(await executeRefunds(context)).toBe(0)
      context.advanceMinutes(6)
      expect(await executeRefunds(context)).toBe(1)
      expect(await statesOf(id)).toEqual(['requested', 'pending', 'processed'])
      expect((await payment()).status).toBe('refunded')
    }))

  it('releases the amount for another refund when it rejects one', () =>
    inTestTransaction(async (db) => {
      const { context, bank, ask, payment } = await createShopAtBank(db, 'failed')
      await ask(TOTAL)
      await executeRefunds(context)
      expect(await payment()).toMatchObject({ status: 'success', refundedPaise: 0 })
      bank.behaviour.refund = 'processed'
      await ask(TOTAL, 'another-key')
      await executeRefunds(context)
      expect(await payment()).toMatchObject({ status: 'refunded', refundedPaise: TOTAL })
      expect(bank.sentBack.size).toBe(1)
    }))

  it('that never answers delays no other refund, and is asked again', () =>
    inTestTransaction(async (db) => {
      const { context, ask, payment } = await createShopAtBank(db, 'processed')
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const hanging = { ...context.gateway, refund: () => new Promise<never>(() => {}) }
      await ask(TOTAL)
      const began = performance.now()
      await executeRefunds({ ...context, gateway: hanging })
      expect(performance.now() - began).toBeLessThan(2000)
      expect(await payment()).toMatchObject({ status: 'success', refundedPaise: TOTAL })
      warned.mockRestore()
      context.advanceMinutes(2)
      await executeRefunds(context)
      expect((await payment()).status).toBe('refunded')
    }))

  it('makes a refund that it had called failed, while another replaces it: the admin is notified', () =>
    inTestTransaction(async (db) => {
      const { context, ask } = await createPaidOrder(db)
      const refund = async ({ idempotencyKey: key }: { idempotencyKey: string }) => {
        await inTransaction(db, async (tx) =>
          applyRefundOutcome(
            tx,
            { ...(await lockRefund(tx, key)), events: context.events, now: context.now() },
            { state: 'failed' },
          ),
        )
        const { id } = await ask(50_000, 'another-key')
        await db.update(refunds).set({ attempts: 1 }).where(eq(refunds.id, id))
        return { state: 'processed' as const, refundId: 'late' }
      }
      await ask(50_000)
      await executeRefunds({ ...context, gateway: { ...context.gateway, refund } })
      expect(await db.select().from(paymentEvents).where(eq(paymentEvents.result, 'double_refund'))).toMatchObject([
        { source: 'poll', amountPaise: 50_000, provider: 'sandbox' },
      ])
      await expectInvariants(db)
    }))

  it.each(['unknown', 'pending'] as const)(
    'that answered %s before the shop left it: an admin checks there, and can refund by hand',
    (behaviour) =>
      inTestTransaction(async (db) => {
        const { context, admin, ask, statesOf } = await createShopAtBank(db, behaviour)
        const { id } = await ask(50_000)
        await executeRefunds(context)
        expect(await listUnmatchedPayments(db, { limit: 5, refundGateway: 'sandbox' })).toEqual([])
        const elsewhere = { ...context, gateway: { ...context.gateway, name: 'another' } }
        await executeRefunds(elsewhere)
        expect((await statesOf(id)).at(-1)).toBe('due')
        expect(await listUnmatchedPayments(db, { limit: 5, refundGateway: 'another' })).toMatchObject([
          {
            id,
            what: expect.stringContaining('sandbox was asked for it and may have made it'),
            can: ['done-outside'],
          },
        ])
        expect(await pendingAtInactiveGateways(db, 'another')).toContain('sandbox (payments: 0, refunds: 1)')
        const keeping = waiveRefund(elsewhere, { id, by: admin, reason: 'It is gone' })
        await expect(keeping).rejects.toMatchObject({ code: 'conflict' })
        await recordExternalRefund(context, { id, bankReference: 'NEFT-123456', by: admin })
        expect((await statesOf(id)).at(-1)).toBe('processed')
        expect(await pendingAtInactiveGateways(db, 'another')).toBeUndefined()
        await expectInvariants(db)
      }),
  )

  it('does not exist: then an admin refunds by hand', () =>
    inTestTransaction(async (db) => {
      const { context, ask, statesOf } = await createPaidOrder(db)
      const { id } = await ask(TOTAL)
      const { refund: _, ...byHand } = context.gateway
      await executeRefunds({ ...context, gateway: byHand })
      expect(await statesOf(id)).toEqual(['requested', 'due'])
      expect(await db.$count(sandboxRefunds)).toBe(0)
      await expectInvariants(db)
    }))
})
