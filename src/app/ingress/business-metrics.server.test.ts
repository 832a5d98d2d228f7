import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { createMetrics } from '#src/server/telemetry/metrics.server.ts'
import { failureOf } from '#src/testing/resources.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { insertCustomOrder } from '#tests/factories/custom-orders.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { readBusinessFigures } from './business-figures.server.ts'
import { registerBusinessMetrics } from './business-metrics.server.ts'

async function readMetrics(db: Db) {
  const metrics = createMetrics()
  registerBusinessMetrics(metrics, db)
  const text = await metrics.registry.metrics()
  return {
    text,
    figure: (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      ),
  }
}

it('the metrics count what waits in the database', () =>
  inTestTransaction(async (db) => {
    const { text } = await readMetrics(db)
    expect(text).toContain('shop_database_up 1')
    expect(text).toContain('shop_queue_age_seconds{queue="outbox"} 0')
    expect(text).toContain('shop_payments_last_day{status="success"} 0')
    expect(text).toContain('shop_money_waiting_rupees{what="unmatched_payments"} 0')
  }))

it('while the database is unavailable its figures are missing, not out of date', () =>
  inTestTransaction(async (db) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const metrics = createMetrics()
    registerBusinessMetrics(metrics, db)
    expect(await metrics.registry.metrics()).toContain('shop_queue_age_seconds{queue="outbox"} 0')
    // A failed statement ends the transaction, so every further one fails.
    await failureOf(db.execute(sql`select 1 / 0`))
    vi.advanceTimersByTime(10_000)
    const text = await metrics.registry.metrics()
    expect(text).toContain('shop_database_up 0')
    expect(text).not.toContain('shop_queue_age_seconds{')
  }))

it('money that belongs to no order waits for an admin', () =>
  inTestTransaction(async (db) => {
    const context = createTestPayments(db)
    await processPaymentEvent(context, {
      provider: 'sandbox',
      source: 'webhook',
      clientTxnId: 'KC00000000000000000000000000',
      eventId: 'captured',
      raw: '{}',
      status: {
        kind: 'success',
        amount: paise(2149_00),
        currency: 'INR',
        upiTxnId: '632512345678',
        paidAt: context.now(),
      },
    })
    const { figure } = await readMetrics(db)
    expect(figure('shop_money_waiting_rupees{what="unmatched_payments"}')).toBe(2149)
  }))

it('a quote that is due in ten minutes is a promise in danger', () =>
  inTestTransaction(async (db) => {
    const { id } = await insertCustomOrder(db)
    const dangerAt = async (minutes: number) => {
      await db
        .update(customOrders)
        .set({ dueAt: addMinutes(new Date(), minutes) })
        .where(eq(customOrders.id, id))
      return (await readMetrics(db)).figure('shop_promises_in_danger{promise="quote"}')
    }
    expect([await dangerAt(25), await dangerAt(9)]).toEqual([0, 1])
  }))

it('a parcel that is not packed on its day is a promise in danger from the cut-off time on', () =>
  inTestTransaction(async (db) => {
    const product = await insertProduct(db, { stock: 9 })
    const context = createTestPayments(db, new Date('2026-11-25T05:00:00Z'))
    await createOrder(context, { customer: await createCustomer(db), product, paid: true })
    const dangerAt = async (time: string) => (await readBusinessFigures(db, new Date(time))).promises.dispatch
    expect(await dangerAt('2026-11-25T06:00:00Z')).toBe(0)
    expect(await dangerAt('2026-11-30T18:00:00Z')).toBe(1)
  }))
