import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { computeNextPollAt } from '#src/features/payments/payment-state-machine.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments, pollDuePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** Counts the polls of docs/decisions/0010-payment-polling-schedule.md. */
describe('the polls of a payment', () => {
  const start = new Date('2026-11-22T10:00:00Z')
  const questions: number[] = []
  for (let at = computeNextPollAt(start, start); at; at = computeNextPollAt(start, at))
    questions.push((at.getTime() - start.getTime()) / 60_000)

  it('come at 90 seconds, at 5 minutes, when the window ends, hourly after two hours, and daily to three days', () => {
    expect(questions).toEqual([1.5, 5, 15, 125, 185, 245, 305, 365, 1440, 2880, 4320])
  })

  it('are never more than three in any two hours, also when the first was three minutes late', () => {
    for (const late of [0, 3])
      for (const first of questions) {
        const further = questions.filter((at) => at > first && at < first + late + 120)
        expect(1 + further.length).toBeLessThanOrEqual(3)
      }
    expect(questions.filter((at) => at <= 120)).toHaveLength(3)
  })

  it('end after three days', () => {
    expect(computeNextPollAt(start, addMinutes(start, 4320))).toBeNull()
  })
})

async function aHangingShop(db: Db, customers: number) {
  const context = { ...createTestPayments(db), gatewayTimeoutMs: 100 }
  const product = await insertProduct(db, { stock: 100 })
  for (let count = 0; count < customers; count++)
    await initiatePayment(context, (await createCustomer(db)).id, createCheckout(product))
  const ask = vi.fn(() => new Promise<never>(() => {}))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  return { context, hanging: { ...context, gateway: { ...context.gateway, fetchStatus: ask } }, ask }
}

const openOnes = (db: Db) => db.$count(payments, eq(payments.status, 'pending'))

describe('a gateway that never answers', () => {
  it('costs one timeout, and is then not called for a minute', () =>
    inTestTransaction(async (db) => {
      const { hanging, ask } = await aHangingShop(db, 12)
      hanging.advanceMinutes(2)
      const began = performance.now()
      for (let tick = 0; tick < 5; tick++) await pollDuePayments(hanging)
      expect(ask).toHaveBeenCalledTimes(5)
      expect(performance.now() - began).toBeLessThan(3000)
      hanging.advanceMinutes(1.1)
      await pollDuePayments(hanging)
      expect(ask).toHaveBeenCalledTimes(10)
    }))

  it('does not keep payments open: their items are released in time', () =>
    inTestTransaction(async (db) => {
      const { hanging, ask } = await aHangingShop(db, 12)
      hanging.advanceMinutes(16)
      expect(await expireOverduePayments(hanging)).toBe(12)
      expect(ask).toHaveBeenCalledTimes(5)
      expect(await openOnes(db)).toBe(0)
    }))

  it('is polled about the remaining payments when it is back', () =>
    inTestTransaction(async (db) => {
      const { context, hanging } = await aHangingShop(db, 7)
      for (const { clientTxnId } of await db.select().from(payments))
        await simulateBankDecision(context.sandbox, clientTxnId, 'success')
      context.advanceMinutes(16)
      await expireOverduePayments(hanging)
      await pollDuePayments(context)
      expect(await db.$count(payments, eq(payments.status, 'success'))).toBe(2)
      context.advanceMinutes(120)
      await pollDuePayments(context)
      expect(await db.$count(payments, eq(payments.status, 'success'))).toBe(7)
    }))
})

it('an error response is an answer and does not open the circuit breaker', () =>
  inTestTransaction(async (db) => {
    const { context } = await aHangingShop(db, 9)
    const ask = vi.fn(() => Promise.reject(new Error('503')))
    context.advanceMinutes(2)
    await pollDuePayments({ ...context, gateway: { ...context.gateway, fetchStatus: ask } })
    expect(ask).toHaveBeenCalledTimes(9)
  }))
