import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { minutesLater } from '#src/core/dates.ts'
import type { Db } from '#src/platform/database.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aCheckout, aShopper, aTill } from '#tests/makers/payments.ts'
import { nextQuestionAt } from './payments.reducer.ts'
import { initiatePayment } from './payments.server.ts'
import { payments } from './payments.table.server.ts'
import { askDueQuestions, closeOverduePayments } from './questions.server.ts'
import { decideInSandbox } from './sandbox.server.ts'

/** docs/decisions/0010-when-the-bank-is-asked.md, counted. */
describe('the questions about a payment', () => {
  const start = new Date('2026-11-22T10:00:00Z')
  const questions: number[] = []
  for (let at = nextQuestionAt(start, start); at; at = nextQuestionAt(start, at))
    questions.push((at.getTime() - start.getTime()) / 60_000)

  it('come at 90 seconds, at 5 minutes, when the window ends, hourly after two hours, and daily to three days', () => {
    expect(questions).toEqual([1.5, 5, 15, 125, 185, 245, 305, 365, 1440, 2880, 4320])
  })

  it('are never more than three in any two hours, also when the first of them was three minutes late', () => {
    for (const late of [0, 3])
      for (const first of questions) {
        const further = questions.filter((at) => at > first && at < first + late + 120)
        expect(1 + further.length).toBeLessThanOrEqual(3)
      }
    expect(questions.filter((at) => at <= 120)).toHaveLength(3)
  })

  it('end after three days', () => {
    expect(nextQuestionAt(start, minutesLater(start, 4320))).toBeNull()
  })
})

/** A shop whose provider never answers, with as many payments as shoppers. */
async function aHangingShop(db: Db, shoppers: number) {
  const till = { ...aTill(db), patienceMs: 100 }
  const product = await aProduct(db, { stock: 100 })
  for (let count = 0; count < shoppers; count++)
    await initiatePayment(till, (await aShopper(db)).id, aCheckout(product))
  const ask = vi.fn(() => new Promise<never>(() => {}))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  return { till, hanging: { ...till, provider: { ...till.provider, ask } }, ask }
}

const openOnes = (db: Db) => db.$count(payments, eq(payments.status, 'pending'))

describe('a provider that never answers', () => {
  it('costs one wait for all, and is then left alone for a minute', () =>
    inTestTransaction(async (db) => {
      const { hanging, ask } = await aHangingShop(db, 12)
      hanging.passMinutes(2)
      const began = performance.now()
      for (let tick = 0; tick < 5; tick++) await askDueQuestions(hanging)
      expect(ask).toHaveBeenCalledTimes(5)
      expect(performance.now() - began).toBeLessThan(3000)
      hanging.passMinutes(1.1)
      await askDueQuestions(hanging)
      expect(ask).toHaveBeenCalledTimes(10)
    }))

  it('does not keep windows open: their pieces are free at their time', () =>
    inTestTransaction(async (db) => {
      const { hanging, ask } = await aHangingShop(db, 12)
      hanging.passMinutes(16)
      expect(await closeOverduePayments(hanging)).toBe(12)
      expect(ask).toHaveBeenCalledTimes(5)
      expect(await openOnes(db)).toBe(0)
    }))

  it('is asked about what was left over when it is back', () =>
    inTestTransaction(async (db) => {
      const { till, hanging } = await aHangingShop(db, 7)
      for (const { clientTxnId } of await db.select().from(payments))
        await decideInSandbox(till.sandbox, clientTxnId, 'success')
      till.passMinutes(16)
      await closeOverduePayments(hanging)
      await askDueQuestions(till)
      expect(await db.$count(payments, eq(payments.status, 'success'))).toBe(2)
      till.passMinutes(120)
      await askDueQuestions(till)
      expect(await db.$count(payments, eq(payments.status, 'success'))).toBe(7)
    }))
})

it('a refusal is an answer: a provider that speaks is never left alone', () =>
  inTestTransaction(async (db) => {
    const { till } = await aHangingShop(db, 9)
    const ask = vi.fn(() => Promise.reject(new Error('503')))
    till.passMinutes(2)
    await askDueQuestions({ ...till, provider: { ...till.provider, ask } })
    expect(ask).toHaveBeenCalledTimes(9)
  }))
