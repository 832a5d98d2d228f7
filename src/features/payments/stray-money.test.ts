import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { onlyRow } from '#src/platform/database.server.ts'
import { expectConsoleError } from '#src/platform/testing/expected-errors.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aDesk } from '#tests/makers/desk.ts'
import { aCheckout, aShopper, aTill, type TestTill } from '#tests/makers/payments.ts'
import { makerPaymentsApi } from './maker-payments.api.server.ts'
import { StrayMoney } from './maker-payments.contract.ts'
import { initiatePayment, payAgain } from './payments.server.ts'
import { moneyDecisions, paymentEvents, payments, sandboxBank } from './payments.table.server.ts'
import { askDueQuestions, closeOverduePayments } from './questions.server.ts'
import { decideInSandbox } from './sandbox.server.ts'
import { applyReport } from './settlement.server.ts'

const RRN = '632512345678'
const TOTAL = 214_900
const NOBODYS = 'KC00000000000000000000000000'
const BY_HAND = { bankReference: 'NEFT-20261121' }

/** The maker's desk, shoppers who begin to pay Rs 2,149.00, and a bank that tells of money. */
async function aShop(db: Db) {
  const till = aTill(db)
  const { call } = await aDesk(db, makerPaymentsApi(till))
  const product = await aProduct(db, { pricePaise: 199_900, stock: 9 })
  const start = async () => {
    const shopper = await aShopper(db)
    return { shopper, ...(await initiatePayment(till, shopper.id, aCheckout(product))) }
  }
  const tell = async (clientTxnId: string, eventId: string, { at = till, upiTxnId = RRN } = {}) => {
    const moved = { outcome: 'success', upiTxnId, decidedAt: till.now() } as const
    await db.update(sandboxBank).set(moved).where(eq(sandboxBank.clientTxnId, clientTxnId))
    return applyReport(at, {
      provider: 'sandbox',
      source: 'webhook',
      clientTxnId,
      eventId,
      raw: '{"said":"by the bank"}',
      report: { kind: 'success', amount: paise(TOTAL), currency: 'INR', upiTxnId, paidAt: till.now() },
    })
  }
  const stray = async () => StrayMoney.array().parse((await call('GET /api/admin/money')).answer)
  const decide = (id: string | undefined, how: string, body: unknown) =>
    call(`POST /api/admin/money/${id}/${how}`, body)
  const paymentOf = async (id: string) => onlyRow(await db.select().from(payments).where(eq(payments.id, id)))
  return { till, start, tell, stray, decide, paymentOf }
}

/** A shop that stumbles whenever an order is paid. */
const stumbling = (till: TestTill): TestTill => ({ ...till, onPaid: () => Promise.reject(new Error('A bad quote')) })

describe('money that nobody knows, told by several events', () => {
  it('waits once, and is gone with all of them when it is sent back', () =>
    inTestTransaction(async (db) => {
      const { tell, stray, decide } = await aShop(db)
      for (const event of ['captured', 'credited', 'asked']) await tell(NOBODYS, event)
      await tell(NOBODYS, 'another', { upiTxnId: '111122223333' })
      const [money, other, ...more] = await stray()
      expect([money?.upiTxnId, other?.upiTxnId].sort()).toEqual(['111122223333', RRN])
      expect(more).toEqual([])
      const id = [money, other].find((one) => one?.upiTxnId === RRN)?.id
      expect((await decide(id, 'done-outside', BY_HAND)).status).toBe(200)
      expect((await stray()).map(({ upiTxnId }) => upiTxnId)).toEqual(['111122223333'])
      for (const event of await db.select().from(paymentEvents).where(eq(paymentEvents.upiTxnId, RRN)))
        expect((await decide(event.id, 'done-outside', BY_HAND)).status).toBe(409)
      expect(await db.$count(moneyDecisions)).toBe(1)
    }))

  it('is no longer nobody\u2019s when it has found its payment', () =>
    inTestTransaction(async (db) => {
      const { start, tell, stray, decide } = await aShop(db)
      await tell(NOBODYS, 'unreadable')
      const [money] = await stray()
      await tell((await start()).clientTxnId, 'asked')
      expect(await stray()).toEqual([])
      expect((await decide(money?.id, 'done-outside', BY_HAND)).status).toBe(409)
      expect(await db.$count(moneyDecisions)).toBe(0)
    }))
})

describe('news that the shop stumbles over', () => {
  it('are kept for a person, with their money, and have their effect when they come again', () =>
    inTestTransaction(async (db) => {
      const { till, start, tell, stray, decide, paymentOf } = await aShop(db)
      const { clientTxnId, transactionId } = await start()
      const at = stumbling(till)
      for (const _ of [1, 2]) await expect(tell(clientTxnId, 'captured', { at })).rejects.toThrow('A bad quote')
      await expect(tell(clientTxnId, 'credited', { at })).rejects.toThrow('A bad quote')
      expect(await paymentOf(transactionId)).toMatchObject({ status: 'pending', receivedPaise: 0 })
      const [money, ...more] = await stray()
      expect(more).toEqual([])
      expect(money).toMatchObject({ amount: 2149, upiTxnId: RRN, payment: transactionId, can: ['done-outside'] })
      expect(await db.select().from(paymentEvents).orderBy(paymentEvents.eventId)).toMatchObject([
        { eventId: 'stuck:captured', result: 'stuck', raw: '{"said":"by the bank"}' },
        { eventId: 'stuck:credited', result: 'stuck' },
      ])
      expect(await tell(clientTxnId, 'captured')).toBe('applied')
      expect(await paymentOf(transactionId)).toMatchObject({ status: 'success', receivedPaise: TOTAL })
      expect(await stray()).toEqual([])
      expect((await decide(money?.id, 'done-outside', BY_HAND)).status).toBe(409)
      await expectInvariants(db)
    }))

  it('keep neither the questions nor the ends of other payments waiting, and are asked for at their time', () =>
    inTestTransaction(async (db) => {
      expectConsoleError()
      const { till, start, stray, paymentOf } = await aShop(db)
      const [bad, good] = [await start(), await start()]
      for (const { clientTxnId } of [bad, good]) await decideInSandbox(till.sandbox, clientTxnId, 'success')
      const badOrder = (await paymentOf(bad.transactionId)).orderId
      const onPaid: TestTill['onPaid'] = async (_, order) => {
        if (order.id === badOrder) throw new Error('A bad quote')
      }
      const now = till.now()
      till.passMinutes(2)
      await askDueQuestions({ ...till, onPaid })
      expect(await paymentOf(good.transactionId)).toMatchObject({ status: 'success' })
      const asked = await paymentOf(bad.transactionId)
      expect(asked).toMatchObject({ status: 'pending', checks: 1 })
      expect(asked.nextCheckAt?.getTime()).toBe(now.getTime() + 5 * 60_000)
      expect(await stray()).toMatchObject([{ payment: bad.transactionId, amount: 2149 }])
      till.passMinutes(14)
      expect(await closeOverduePayments({ ...till, onPaid })).toBe(1)
    }))
})

describe('news that name the money of another payment', () => {
  it('leave nothing to send back: the payment is let go, and its order can be paid', () =>
    inTestTransaction(async (db) => {
      const { till, start, tell, stray, decide, paymentOf } = await aShop(db)
      const [first, second] = [await start(), await start()]
      await tell(first.clientTxnId, 'first')
      for (const event of ['second', 'second again']) await tell(second.clientTxnId, event)
      const { status, orderId } = await paymentOf(second.transactionId)
      expect(status).toBe('review')
      await expect(payAgain(till, second.shopper.id, orderId)).rejects.toThrow('We are looking at a payment')
      const [money, ...more] = await stray()
      expect(more).toEqual([])
      expect(money).toMatchObject({ can: ['keep'], what: expect.stringContaining('Nothing came for this one') })
      expect((await decide(money?.id, 'done-outside', BY_HAND)).status).toBe(409)
      expect((await decide(money?.id, 'keep', { reason: 'Paid with the other order' })).status).toBe(200)
      expect(await stray()).toEqual([])
      expect((await decide(money?.id, 'keep', { reason: 'Twice' })).status).toBe(409)
      expect(await paymentOf(second.transactionId)).toMatchObject({ status: 'cancelled' })
      expect(await paymentOf(first.transactionId)).toMatchObject({ status: 'success', refundedPaise: 0 })
      expect(await db.select().from(moneyDecisions)).toMatchObject([{ bankReference: null }])
      expect(await db.select().from(auditLog)).toMatchObject([
        { before: { status: 'review' }, after: { status: 'cancelled', reason: 'Paid with the other order' } },
      ])
      const again = await payAgain(till, second.shopper.id, orderId)
      expect(await tell(again.clientTxnId, 'third', { upiTxnId: '111122223333' })).toBe('applied')
    }))

  it('are not how money that is nobody\u2019s can be kept', () =>
    inTestTransaction(async (db) => {
      const { tell, stray, decide } = await aShop(db)
      await tell(NOBODYS, 'captured')
      expect((await decide((await stray())[0]?.id, 'keep', { reason: 'Ours now' })).status).toBe(409)
      expect(await stray()).toHaveLength(1)
    }))
})
