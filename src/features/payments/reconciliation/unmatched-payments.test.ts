import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { adminPaymentsApi } from '#src/features/payments/admin/admin-payments.api.server.ts'
import { UnmatchedPayment } from '#src/features/payments/admin/admin-payments.contract.ts'
import { sandboxBank } from '#src/features/payments/gateways/sandbox/sandbox.table.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { paymentEvents, payments, unmatchedResolutions } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments, pollDuePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  failingWhenPaid,
  type TestPaymentContext,
} from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const RRN = '632512345678'
const TOTAL = 214_900
const UNKNOWN_TXN_ID = 'KC00000000000000000000000000'
const BY_HAND = { bankReference: 'NEFT-20261121' }

async function createShop(db: Db) {
  const context = createTestPayments(db)
  const { call } = await createAdminClient(db, adminPaymentsApi(context))
  const product = await insertProduct(db, { pricePaise: 199_900, stock: 9 })
  const start = async () => {
    const customer = await createCustomer(db)
    return { customer, ...(await initiatePayment(context, customer.id, createCheckout(product))) }
  }
  const tell = async (clientTxnId: string, eventId: string, { at = context, upiTxnId = RRN, amount = TOTAL } = {}) => {
    const captured = { outcome: 'success', upiTxnId, decidedAt: context.now() } as const
    await db.update(sandboxBank).set(captured).where(eq(sandboxBank.clientTxnId, clientTxnId))
    return processPaymentEvent(at, {
      provider: 'sandbox',
      source: 'webhook',
      clientTxnId,
      eventId,
      raw: '{"said":"by the bank"}',
      status: { kind: 'success', amount: paise(amount), currency: 'INR', upiTxnId, paidAt: context.now() },
    })
  }
  const unmatched = async () => UnmatchedPayment.array().parse((await call('GET /api/admin/money')).answer)
  const decide = (id: string | undefined, how: string, body: unknown) =>
    call(`POST /api/admin/money/${id}/${how}`, body)
  const paymentOf = async (id: string) => onlyRow(await db.select().from(payments).where(eq(payments.id, id)))
  return { context, start, tell, unmatched, decide, paymentOf }
}

const withFailingHook = (context: TestPaymentContext): TestPaymentContext => ({
  ...context,
  events: failingWhenPaid(() => Promise.reject(new Error('A bad quote'))),
})

describe('an unmatched payment with several events', () => {
  it('is listed once, and settled with all of them when it is refunded', () =>
    inTestTransaction(async (db) => {
      const { tell, unmatched, decide } = await createShop(db)
      for (const event of ['captured', 'credited', 'polled']) await tell(UNKNOWN_TXN_ID, event)
      await tell(UNKNOWN_TXN_ID, 'another', { upiTxnId: '111122223333' })
      const [money, other, ...more] = await unmatched()
      expect([money?.upiTxnId, other?.upiTxnId].sort()).toEqual(['111122223333', RRN])
      expect(more).toEqual([])
      const id = [money, other].find((one) => one?.upiTxnId === RRN)?.id
      expect((await decide(id, 'done-outside', BY_HAND)).status).toBe(200)
      expect((await unmatched()).map(({ upiTxnId }) => upiTxnId)).toEqual(['111122223333'])
      for (const event of await db.select().from(paymentEvents).where(eq(paymentEvents.upiTxnId, RRN)))
        expect((await decide(event.id, 'done-outside', BY_HAND)).status).toBe(409)
      expect(await db.$count(unmatchedResolutions)).toBe(1)
    }))

  it('is not listed once it is matched', () =>
    inTestTransaction(async (db) => {
      const { start, tell, unmatched, decide } = await createShop(db)
      await tell(UNKNOWN_TXN_ID, 'unreadable')
      const [money] = await unmatched()
      await tell((await start()).clientTxnId, 'polled')
      expect(await unmatched()).toEqual([])
      expect((await decide(money?.id, 'done-outside', BY_HAND)).status).toBe(409)
      expect(await db.$count(unmatchedResolutions)).toBe(0)
    }))
})

describe('an event that cannot be processed', () => {
  it('is stored for an admin, with its amount, and takes effect when it arrives again', () =>
    inTestTransaction(async (db) => {
      const { context, start, tell, unmatched, decide, paymentOf } = await createShop(db)
      const { clientTxnId, transactionId } = await start()
      const at = withFailingHook(context)
      for (const _ of [1, 2]) await expect(tell(clientTxnId, 'captured', { at })).rejects.toThrow('A bad quote')
      await expect(tell(clientTxnId, 'credited', { at })).rejects.toThrow('A bad quote')
      expect(await paymentOf(transactionId)).toMatchObject({ status: 'pending', receivedPaise: 0 })
      const [money, ...more] = await unmatched()
      expect(more).toEqual([])
      expect(money).toMatchObject({ amount: 2149, upiTxnId: RRN, payment: transactionId, can: ['done-outside'] })
      expect(await db.select().from(paymentEvents).orderBy(paymentEvents.eventId)).toMatchObject([
        { eventId: 'failed:captured', result: 'failed', raw: '{"said":"by the bank"}' },
        { eventId: 'failed:credited', result: 'failed' },
      ])
      expect(await tell(clientTxnId, 'captured')).toBe('applied')
      expect(await paymentOf(transactionId)).toMatchObject({ status: 'success', receivedPaise: TOTAL })
      expect(await unmatched()).toEqual([])
      expect((await decide(money?.id, 'done-outside', BY_HAND)).status).toBe(409)
      await expectInvariants(db)
    }))

  it('is listed with its amount also when it reports a refund', () =>
    inTestTransaction(async (db) => {
      const { context, start, tell, unmatched } = await createShop(db)
      const { clientTxnId } = await start()
      await tell(clientTxnId, 'captured')
      const refund = { upiTxnId: RRN, refundId: 'of the dashboard', amount: paise(50_000), state: 'processed' } as const
      const event = { clientTxnId, eventId: 'refunded', raw: '{}', provider: 'sandbox', source: 'webhook' } as const
      const refunded = () => Promise.reject(new Error('A bad credit note'))
      const at = { ...context, events: { ...context.events, refunded: [refunded] } }
      await expect(processPaymentEvent(at, { ...event, refund })).rejects.toThrow('A bad credit note')
      expect(await unmatched()).toMatchObject([{ amount: 500, upiTxnId: 'of the dashboard', can: ['done-outside'] }])
      expect(await processPaymentEvent(context, { ...event, refund })).toBe('applied')
      expect(await unmatched()).toEqual([])
    }))

  it('delays neither polls nor expiry of other payments, and is polled in time', () =>
    inTestTransaction(async (db) => {
      expectConsoleError()
      const { context, start, unmatched, paymentOf } = await createShop(db)
      const [bad, good] = [await start(), await start()]
      for (const { clientTxnId } of [bad, good]) await simulateBankDecision(context.sandbox, clientTxnId, 'success')
      const badOrder = (await paymentOf(bad.transactionId)).orderId
      const events = failingWhenPaid(async (order) => {
        if (order.id === badOrder) throw new Error('A bad quote')
      })
      const now = context.now()
      context.advanceMinutes(2)
      await pollDuePayments({ ...context, events })
      expect(await paymentOf(good.transactionId)).toMatchObject({ status: 'success' })
      const polled = await paymentOf(bad.transactionId)
      expect(polled).toMatchObject({ status: 'pending', pollCount: 1 })
      expect(polled.nextPollAt?.getTime()).toBe(now.getTime() + 5 * 60_000)
      expect(await unmatched()).toMatchObject([{ payment: bad.transactionId, amount: 2149 }])
      context.advanceMinutes(14)
      expect(await expireOverduePayments({ ...context, events })).toBe(1)
    }))
})

describe('an event that names the money of another payment', () => {
  it('leaves nothing to refund: the payment is closed, and its order can be paid', () =>
    inTestTransaction(async (db) => {
      const { context, start, tell, unmatched, decide, paymentOf } = await createShop(db)
      const [first, second] = [await start(), await start()]
      await tell(first.clientTxnId, 'first')
      for (const event of ['second', 'second again']) await tell(second.clientTxnId, event)
      const { status, orderId } = await paymentOf(second.transactionId)
      expect(status).toBe('review')
      await expect(retryPayment(context, second.customer.id, orderId)).rejects.toThrow('We are checking a payment')
      const [money, ...more] = await unmatched()
      expect(more).toEqual([])
      expect(money).toMatchObject({ can: ['keep'], what: expect.stringContaining('No money arrived for this one') })
      expect((await decide(money?.id, 'done-outside', BY_HAND)).status).toBe(409)
      expect((await decide(money?.id, 'keep', { reason: 'Paid with the other order' })).status).toBe(200)
      expect(await unmatched()).toEqual([])
      expect((await decide(money?.id, 'keep', { reason: 'Twice' })).status).toBe(409)
      expect(await paymentOf(second.transactionId)).toMatchObject({ status: 'cancelled' })
      expect(await paymentOf(first.transactionId)).toMatchObject({ status: 'success', refundedPaise: 0 })
      expect(await db.select().from(unmatchedResolutions)).toMatchObject([{ bankReference: null }])
      expect(await db.select().from(auditLog)).toMatchObject([
        { before: { status: 'review' }, after: { status: 'cancelled', reason: 'Paid with the other order' } },
      ])
      expect(await tell(second.clientTxnId, 'second')).toBe('duplicate')
      expect(await paymentOf(second.transactionId)).toMatchObject({ status: 'cancelled' })
      const again = await retryPayment(context, second.customer.id, orderId)
      expect(await tell(again.clientTxnId, 'third', { upiTxnId: '111122223333' })).toBe('applied')
    }))

  it('leaves a payment in review that also received money of its own', () =>
    inTestTransaction(async (db) => {
      const { start, tell, unmatched, decide, paymentOf } = await createShop(db)
      const [first, second] = [await start(), await start()]
      await tell(first.clientTxnId, 'first')
      await tell(second.clientTxnId, 'too little', { upiTxnId: '111122223333', amount: TOTAL - 1 })
      await tell(second.clientTxnId, 'second')
      const foreign = (await unmatched()).find(({ kind }) => kind === 'event')
      expect((await decide(foreign?.id, 'keep', { reason: 'Paid with the other order' })).status).toBe(200)
      expect(await paymentOf(second.transactionId)).toMatchObject({ status: 'review', receivedPaise: TOTAL - 1 })
    }))

  it('cannot keep unmatched money', () =>
    inTestTransaction(async (db) => {
      const { tell, unmatched, decide } = await createShop(db)
      await tell(UNKNOWN_TXN_ID, 'captured')
      expect((await decide((await unmatched())[0]?.id, 'keep', { reason: 'Ours now' })).status).toBe(409)
      expect(await unmatched()).toHaveLength(1)
    }))
})
