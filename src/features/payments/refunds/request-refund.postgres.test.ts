import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { lockOrder } from '#src/features/orders/orders.server.ts'
import { sandboxRefunds } from '#src/features/payments/gateways/sandbox/sandbox.table.server.ts'
import { cancelOrderPayment } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { executeRefunds } from './refund-worker.server.ts'
import { requestRefund } from './request-refund.server.ts'

const TOTAL = 214_900

async function createPaidOrder(db: Db) {
  const [context, admin] = [createTestPayments(db), await createAdmin(db)]
  const product = await insertProduct(db, { pricePaise: 199_900 })
  const order = await createOrder(context, { customer: await createCustomer(db), product })
  const { id: paymentId } = onlyRow(await db.select().from(payments))
  const ask = (amount: number, key: string) =>
    requestRefund(db, {
      paymentId,
      amount: paise(amount),
      reason: 'A broken bar',
      key,
      by: admin,
      now: context.now(),
    }).then(
      ({ id }) => id,
      (error) => (error instanceof DomainError ? error.code : error),
    )
  return { context, order, ask, payment: async () => onlyRow(await db.select().from(payments)) }
}

const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

it('refunds no more than was received when twenty refunds are requested at once', async () => {
  const { db } = await testDatabase()
  const { ask, payment } = await createPaidOrder(db)
  const outcomes = await times(20, (i) => ask(30_000, `key-of-refund-${i}`))
  expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(13)
  expect(await payment()).toMatchObject({ refundedPaise: 210_000 })
  await expectInvariants(db)
})

it('makes one refund of twenty calls with the same key', async () => {
  const { db } = await testDatabase()
  const { ask, payment } = await createPaidOrder(db)
  expect(new Set(await times(20, () => ask(TOTAL, 'the-same-key'))).size).toBe(1)
  expect(await payment()).toMatchObject({ refundedPaise: TOTAL })
  expect(await db.$count(refunds)).toBe(1)
})

it('refunds the rest, or rejects the refund, when an order is cancelled at the same time', async () => {
  const { db } = await testDatabase()
  const { ask, order, payment } = await createPaidOrder(db)
  await Promise.all([
    ask(100_000, 'key-of-refund-1'),
    db.transaction(async (tx) => cancelOrderPayment(tx, await lockOrder(tx, order.id))),
    ask(150_000, 'key-of-refund-2'),
  ])
  expect(await payment()).toMatchObject({ refundedPaise: TOTAL })
})

it('asks the gateway once for each refund, however many schedulers run', async () => {
  const { db } = await testDatabase()
  const { ask, context, payment } = await createPaidOrder(db)
  await times(7, (i) => ask(30_700, `key-of-refund-${i}`))
  let calls = 0
  const counting = {
    ...context,
    gateway: {
      ...context.gateway,
      refund: async (refund: Parameters<NonNullable<typeof context.gateway.refund>>[0]) => {
        calls += 1
        return context.gateway.refund?.(refund) ?? { state: 'unknown' as const, reason: '' }
      },
    },
  }
  await times(6, () => executeRefunds(counting))
  expect(calls).toBe(7)
  expect(await db.$count(sandboxRefunds)).toBe(7)
  expect(await payment()).toMatchObject({ status: 'refunded', refundedPaise: TOTAL })
  expect(await db.$count(refunds, eq(refunds.state, 'processed'))).toBe(7)
  await expectInvariants(db)
})
