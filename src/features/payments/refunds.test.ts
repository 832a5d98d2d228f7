import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { paise } from '#src/core/money.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { creditNotes } from '#src/features/invoices/invoices.table.server.ts'
import { messages } from '#src/features/notifications/messages.table.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { aBank, type RefundMood } from '#tests/doubles/bank.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aMaker } from '#tests/makers/maker.ts'
import { anOrder } from '#tests/makers/orders.ts'
import { aShopper, aTill } from '#tests/makers/payments.ts'
import { leftAtFormerProviders } from './former-providers.server.ts'
import { refundEvents } from './ledger.table.server.ts'
import { keepMoney } from './money-decisions.server.ts'
import { paymentEvents, payments, refundsDue, sandboxRefunds } from './payments.table.server.ts'
import { executeRefunds } from './refund-executor.server.ts'
import { applyRefundNews } from './refund-news.server.ts'
import { lockRefund, requestRefund } from './refunds.server.ts'
import { listStrayMoney, markDoneOutside } from './stray-money.server.ts'

const KEY = 'a-key-of-the-desk'
const TOTAL = paise(214_900)

/** A paid order of Rs 2,149.00, and the maker who may send some of it back. */
async function aPaidOrder(db: Db) {
  const [till, maker] = [aTill(db), await aMaker(db)]
  const product = await aProduct(db, { pricePaise: 199_900, stock: 5 })
  const shopper = await aShopper(db)
  const order = await anOrder(till, { shopper, product })
  const { id: paymentId } = onlyRow(await db.select().from(payments).where(eq(payments.orderId, order.id)))
  const payment = async () => onlyRow(await db.select().from(payments).where(eq(payments.id, paymentId)))
  const ask = (amount: number, key = KEY) =>
    requestRefund(db, { paymentId, amount: paise(amount), reason: 'A broken bar', key, by: maker, now: till.now() })
  const statesOf = async (id: string) =>
    (await db.select().from(refundEvents).where(eq(refundEvents.refundId, id)).orderBy(refundEvents.id)).map(
      ({ state }) => state,
    )
  return { till, maker, shopper, order, payment, ask, statesOf }
}

/** The same shop, whose money goes back through a bank whose mood the test sets. */
async function atABank(db: Db, mood: RefundMood) {
  const shop = await aPaidOrder(db)
  const bank = aBank()
  bank.mood.refund = mood
  const refund = vi.fn(bank.provider.refund)
  return { ...shop, bank, refund, till: { ...shop.till, provider: { ...shop.till.provider, refund }, patienceMs: 200 } }
}

describe('a refund', () => {
  it('goes back through the provider, is told to the shopper, and gets its credit note', () =>
    inTestTransaction(async (db) => {
      const { till, shopper, payment, ask, statesOf } = await aPaidOrder(db)
      const { id } = await ask(50_000)
      expect(await payment()).toMatchObject({ status: 'success', receivedPaise: TOTAL, refundedPaise: 50_000 })
      expect(await executeRefunds(till)).toBe(1)
      expect(await statesOf(id)).toEqual(['requested', 'processed'])
      const [sent] = await db.select().from(sandboxRefunds)
      expect(sent).toMatchObject({ key: id, amountPaise: 50_000 })
      expect(await payment()).toMatchObject({ status: 'success', refundedPaise: 50_000 })
      expect(
        await db
          .select()
          .from(messages)
          .where(eq(messages.dedupeKey, `refund-done:${id}`)),
      ).toMatchObject([{ to: shopper.email, text: expect.stringContaining(sent?.bankReference ?? '') }])
      expect(await db.select().from(creditNotes)).toMatchObject([{ refundId: id, totalPaise: 50_000 }])
      expect(await executeRefunds(till)).toBe(0)
      await expectInvariants(db)
    }))

  it('case 21: of the whole amount, asked for twice with the same key, is one refund, and the payment is refunded', () =>
    inTestTransaction(async (db) => {
      const { till, payment, ask } = await aPaidOrder(db)
      const [first, second] = [await ask(TOTAL), await ask(TOTAL)]
      expect(second.id).toBe(first.id)
      await executeRefunds(till)
      till.passMinutes(60)
      await executeRefunds(till)
      expect((await ask(TOTAL)).state).toBe('processed')
      expect(await db.$count(sandboxRefunds)).toBe(1)
      expect(await db.$count(creditNotes)).toBe(1)
      expect(await payment()).toMatchObject({ status: 'refunded', refundedPaise: TOTAL })
      expect(await db.$count(auditLog)).toBe(1)
      await expectInvariants(db)
    }))

  it('case 22: is refused above what is left', () =>
    inTestTransaction(async (db) => {
      const { payment, ask } = await aPaidOrder(db)
      await ask(150_000)
      await expect(ask(100_000, 'another-key')).rejects.toMatchObject({ code: 'conflict', details: { left: 649 } })
      expect(await payment()).toMatchObject({ refundedPaise: 150_000 })
      expect(await db.$count(refundsDue)).toBe(1)
    }))

  it('under a key that another refund has is refused', () =>
    inTestTransaction(async (db) => {
      const { ask } = await aPaidOrder(db)
      await ask(100)
      await expect(ask(200)).rejects.toMatchObject({ code: 'conflict' })
    }))

  it('in two parts refunds the payment with the second', () =>
    inTestTransaction(async (db) => {
      const { till, payment, ask } = await aPaidOrder(db)
      await ask(150_000)
      await executeRefunds(till)
      expect((await payment()).status).toBe('success')
      await ask(64_900, 'the-rest-of-it')
      await executeRefunds(till)
      expect((await payment()).status).toBe('refunded')
      await expectInvariants(db)
    }))
})

describe('a provider that is asked to send money back', () => {
  it('is asked again under the same key when it says nothing, in ever longer pauses', () =>
    inTestTransaction(async (db) => {
      const { till, bank, refund, ask, payment } = await atABank(db, 'unknown')
      const { id } = await ask(TOTAL)
      const asked: number[] = []
      for (let minute = 0; minute < 60; minute++) {
        if ((await executeRefunds(till)) > 0) asked.push(minute)
        till.passMinutes(1)
      }
      expect(asked).toEqual([0, 1, 3, 8, 23, 53])
      expect(new Set(refund.mock.calls.map(([{ key }]) => key))).toEqual(new Set([id]))
      expect(await payment()).toMatchObject({ status: 'success', refundedPaise: TOTAL })
      bank.mood.refund = 'processed'
      till.passMinutes(60)
      await executeRefunds(till)
      expect(bank.sentBack.size).toBe(1)
      expect((await payment()).status).toBe('refunded')
    }))

  it('is asked how it stands while it is sending', () =>
    inTestTransaction(async (db) => {
      const { till, bank, ask, payment, statesOf } = await atABank(db, 'pending')
      const { id } = await ask(TOTAL)
      await executeRefunds(till)
      expect((await payment()).status).toBe('success')
      bank.mood.refund = 'processed'
      expect(await executeRefunds(till)).toBe(0)
      till.passMinutes(6)
      expect(await executeRefunds(till)).toBe(1)
      expect(await statesOf(id)).toEqual(['requested', 'pending', 'processed'])
      expect((await payment()).status).toBe('refunded')
    }))

  it('gives the money free again when it says no, for another refund', () =>
    inTestTransaction(async (db) => {
      const { till, bank, ask, payment } = await atABank(db, 'failed')
      await ask(TOTAL)
      await executeRefunds(till)
      expect(await payment()).toMatchObject({ status: 'success', refundedPaise: 0 })
      bank.mood.refund = 'processed'
      await ask(TOTAL, 'another-key')
      await executeRefunds(till)
      expect(await payment()).toMatchObject({ status: 'refunded', refundedPaise: TOTAL })
      expect(bank.sentBack.size).toBe(1)
    }))

  it('that never answers keeps nobody waiting, and is asked again', () =>
    inTestTransaction(async (db) => {
      const { till, ask, payment } = await atABank(db, 'processed')
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const hanging = { ...till.provider, refund: () => new Promise<never>(() => {}) }
      await ask(TOTAL)
      const began = performance.now()
      await executeRefunds({ ...till, provider: hanging })
      expect(performance.now() - began).toBeLessThan(2000)
      expect(await payment()).toMatchObject({ status: 'success', refundedPaise: TOTAL })
      warned.mockRestore()
      till.passMinutes(2)
      await executeRefunds(till)
      expect((await payment()).status).toBe('refunded')
    }))

  it('says that it has sent what it had called failed, when another is under way for it: the maker hears of it', () =>
    inTestTransaction(async (db) => {
      const { till, ask } = await aPaidOrder(db)
      const refund = async ({ key }: { key: string }) => {
        await inTransaction(db, async (tx) =>
          applyRefundNews(tx, { ...(await lockRefund(tx, key)), now: till.now() }, { state: 'failed' }),
        )
        const { id } = await ask(50_000, 'another-key')
        await db.update(refundsDue).set({ tries: 1 }).where(eq(refundsDue.id, id))
        return { state: 'processed' as const, refundId: 'late' }
      }
      await ask(50_000)
      await executeRefunds({ ...till, provider: { ...till.provider, refund } })
      expect(await db.select().from(paymentEvents).where(eq(paymentEvents.result, 'refunded_twice'))).toMatchObject([
        { source: 'query', amountPaise: 50_000, provider: 'sandbox' },
      ])
      await expectInvariants(db)
    }))

  it.each(['unknown', 'pending'] as const)(
    'and that said %s before the shop left it: a person looks there, and may send the money by hand',
    (mood) =>
      inTestTransaction(async (db) => {
        const { till, maker, ask, statesOf } = await atABank(db, mood)
        const { id } = await ask(50_000)
        await executeRefunds(till)
        expect(await listStrayMoney(db, { limit: 5, sendsBack: 'sandbox' })).toEqual([])
        const elsewhere = { ...till, provider: { ...till.provider, name: 'another' } }
        await executeRefunds(elsewhere)
        expect((await statesOf(id)).at(-1)).toBe('due')
        expect(await listStrayMoney(db, { limit: 5, sendsBack: 'another' })).toMatchObject([
          {
            id,
            what: expect.stringContaining('sandbox was asked to send it and may have done so'),
            can: ['done-outside'],
          },
        ])
        expect(await leftAtFormerProviders(db, 'another')).toContain('sandbox (payments: 0, refunds: 1)')
        const keeping = keepMoney(elsewhere, { id, by: maker, reason: 'It is gone' })
        await expect(keeping).rejects.toMatchObject({ code: 'conflict' })
        await markDoneOutside(db, { id, bankReference: 'NEFT-123456', by: maker, now: till.now() })
        expect((await statesOf(id)).at(-1)).toBe('processed')
        expect(await leftAtFormerProviders(db, 'another')).toBeUndefined()
        await expectInvariants(db)
      }),
  )

  it('is not there: then a person sends the money', () =>
    inTestTransaction(async (db) => {
      const { till, ask, statesOf } = await aPaidOrder(db)
      const { id } = await ask(TOTAL)
      const { refund: _, ...byHand } = till.provider
      await executeRefunds({ ...till, provider: byHand })
      expect(await statesOf(id)).toEqual(['requested', 'due'])
      expect(await db.$count(sandboxRefunds)).toBe(0)
      await expectInvariants(db)
    }))
})
