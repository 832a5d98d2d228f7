import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aMaker } from '#tests/makers/maker.ts'
import { anOrder } from '#tests/makers/orders.ts'
import { aShopper, aTill } from '#tests/makers/payments.ts'
import { onOrderCancelled } from './order-cancellation.server.ts'
import { payments, refundsDue, sandboxRefunds } from './payments.table.server.ts'
import { executeRefunds } from './refund-executor.server.ts'
import { requestRefund } from './refunds.server.ts'

const TOTAL = 214_900

async function aPaidOrder(db: Db) {
  const [till, maker] = [aTill(db), await aMaker(db)]
  const product = await aProduct(db, { pricePaise: 199_900 })
  const order = await anOrder(till, { shopper: await aShopper(db), product })
  const { id: paymentId } = onlyRow(await db.select().from(payments))
  const ask = (amount: number, key: string) =>
    requestRefund(db, {
      paymentId,
      amount: paise(amount),
      reason: 'A broken bar',
      key,
      by: maker,
      now: till.now(),
    }).then(
      ({ id }) => id,
      (error) => (error instanceof ShopError ? error.code : error),
    )
  return { till, order, ask, payment: async () => onlyRow(await db.select().from(payments)) }
}

const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

it('sends back no more than came when twenty refunds are asked for at once', async () => {
  const { db } = await testDatabase()
  const { ask, payment } = await aPaidOrder(db)
  const outcomes = await times(20, (i) => ask(30_000, `key-of-refund-${i}`))
  expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(13)
  expect(await payment()).toMatchObject({ refundedPaise: 210_000 })
  await expectInvariants(db)
})

it('makes one refund of twenty calls with the same key', async () => {
  const { db } = await testDatabase()
  const { ask, payment } = await aPaidOrder(db)
  expect(new Set(await times(20, () => ask(TOTAL, 'the-same-key'))).size).toBe(1)
  expect(await payment()).toMatchObject({ refundedPaise: TOTAL })
  expect(await db.$count(refundsDue)).toBe(1)
})

it('owes the rest, or refuses the refund, when an order is cancelled at the same moment', async () => {
  const { db } = await testDatabase()
  const { ask, order, payment } = await aPaidOrder(db)
  await Promise.all([
    ask(100_000, 'key-of-refund-1'),
    db.transaction((tx) => onOrderCancelled(tx, order.id)),
    ask(150_000, 'key-of-refund-2'),
  ])
  expect(await payment()).toMatchObject({ refundedPaise: TOTAL })
})

it('asks the provider once for each refund, however many clocks there are', async () => {
  const { db } = await testDatabase()
  const { ask, till, payment } = await aPaidOrder(db)
  await times(7, (i) => ask(30_700, `key-of-refund-${i}`))
  let asked = 0
  const counting = {
    ...till,
    provider: {
      ...till.provider,
      refund: async (refund: Parameters<NonNullable<typeof till.provider.refund>>[0]) => {
        asked += 1
        return till.provider.refund?.(refund) ?? { state: 'unknown' as const, reason: '' }
      },
    },
  }
  await times(6, () => executeRefunds(counting))
  expect(asked).toBe(7)
  expect(await db.$count(sandboxRefunds)).toBe(7)
  expect(await payment()).toMatchObject({ status: 'refunded', refundedPaise: TOTAL })
  expect(await db.$count(refundsDue, eq(refundsDue.state, 'processed'))).toBe(7)
  await expectInvariants(db)
})
