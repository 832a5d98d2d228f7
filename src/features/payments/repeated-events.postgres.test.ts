import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { initiatePayment } from './initiate-payment.server.ts'
import type { ReceivedEvent } from './payment-record.server.ts'
import { eventLookups, payments } from './payments.table.server.ts'
import { processPaymentEvent } from './process-payment-event.server.ts'
import { waiveRefund } from './reconciliation/resolve-unmatched.server.ts'
import { listUnmatchedPayments } from './reconciliation/unmatched-payments.server.ts'

const TOTAL = 214_900
const PAID_AT = new Date('2026-11-28T06:00:00Z')

/** Money with one reference of the bank, as a webhook reports it. */
const reported = (clientTxnId: string, eventId: string): ReceivedEvent => ({
  provider: 'sandbox',
  source: 'webhook',
  clientTxnId,
  eventId,
  raw: '{}',
  status: { kind: 'success', amount: paise(TOTAL), currency: 'INR', upiTxnId: '632512345678', paidAt: PAID_AT },
})

const LOCK_WAITS = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Until a transaction waits for a lock. A transaction itself would see the same activity each time. */
const someoneWaits = (db: Db) =>
  expect.poll(async () => (await db.execute(LOCK_WAITS)).rowCount, { timeout: 10_000 }).toBe(1)

it('an event that is delivered twice at once does not undo what an admin decided between', async () => {
  const { db } = await testDatabase()
  const [context, product] = [createTestPayments(db), await insertProduct(db, { pricePaise: 199_900, stock: 9 })]
  const start = async () => initiatePayment(context, (await createCustomer(db)).id, createCheckout(product))
  const [first, second] = [await start(), await start()]
  expect(await processPaymentEvent(context, reported(first.clientTxnId, 'first'))).toBe('applied')

  const event = reported(second.clientTxnId, 'second')
  const repeated = await db.transaction(async (tx) => {
    await processPaymentEvent({ ...context, db: tx }, event)
    const result = processPaymentEvent(context, event)
    await someoneWaits(db)
    const [money] = await listUnmatchedPayments(tx, { limit: 10, refundGateway: 'sandbox' })
    const decision = { id: money?.id ?? '', by: TEST_ADMIN, reason: 'Paid with the other order' }
    await waiveRefund({ ...context, db: tx }, decision)
    return { result }
  })
  expect(await repeated.result).toBe('duplicate')
  expect(await db.select({ status: payments.status }).from(payments).orderBy(payments.status)).toEqual([
    { status: 'cancelled' },
    { status: 'success' },
  ])
})

it('an event without a payment that is delivered twice at once is looked up once', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  const event = { ...reported('KC00000000000000000000000000', 'nameless'), needsLookup: true as const }
  const repeated = await db.transaction(async (tx) => {
    expect(await processPaymentEvent({ ...context, db: tx }, event)).toBe('unknown_payment')
    const result = processPaymentEvent(context, event)
    await someoneWaits(db)
    return { result }
  })
  expect(await repeated.result).toBe('duplicate')
  expect(await db.$count(eventLookups)).toBe(1)
})
