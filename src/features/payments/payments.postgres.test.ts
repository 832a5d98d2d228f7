import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { ShopError } from '#src/core/shop-error.ts'
import { products, stockReservations } from '#src/features/catalog/catalog.table.server.ts'
import { messages } from '#src/features/notifications/messages.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { setRateLimits } from '#src/platform/rate-limit.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aCheckout, aShopper, aTill } from '#tests/makers/payments.ts'
import { initiatePayment } from './payments.server.ts'
import { payments, refundsDue } from './payments.table.server.ts'
import { askDueQuestions, closeOverduePayments } from './questions.server.ts'
import { decideInSandbox } from './sandbox.server.ts'
import { applyReport } from './settlement.server.ts'

/** For what newcomers leave to known customers, see hold-limits.postgres.test.ts. */
function withoutHoldLimits() {
  setRateLimits('relaxed')
  onTestFinished(() => setRateLimits('strict'))
}

const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

it('makes one order and one payment of ten parallel calls with the same order number', async () => {
  const { db } = await testDatabase()
  const [till, shopper, product] = [aTill(db), await aShopper(db), await aProduct(db, { stock: 20 })]
  const checkout = aCheckout(product)
  const started = await times(10, () => initiatePayment(till, shopper.id, checkout))
  expect(new Set(started.map((payment) => payment.transactionId)).size).toBe(1)
  expect(await db.$count(orders)).toBe(1)
  expect(await db.$count(payments)).toBe(1)
  expect(await db.select({ reserved: products.reserved }).from(products)).toEqual([{ reserved: 1 }])
  await expectInvariants(db)
})

it('case 4: has one effect when the same event and other news of the same money arrive in parallel', async () => {
  const { db } = await testDatabase()
  const [till, shopper, product] = [aTill(db), await aShopper(db), await aProduct(db)]
  const started = await initiatePayment(till, shopper.id, aCheckout(product))
  const { body } = await decideInSandbox(till.sandbox, started.clientTxnId, 'success')
  const bank = await till.provider.ask(started.clientTxnId)
  if (!bank) throw new Error('The bank knows the payment')
  const results = await times(12, (i) =>
    applyReport(till, { ...bank, eventId: `evt_${i % 3}`, raw: body, provider: 'sandbox', source: 'webhook' }),
  )
  expect(results.filter((result) => result === 'applied')).toHaveLength(1)
  expect(await db.select({ stock: products.stock, reserved: products.reserved }).from(products)).toEqual([
    { stock: 24, reserved: 0 },
  ])
  expect(await db.$count(messages)).toBe(2)
  expect(await db.$count(refundsDue)).toBe(0)
  await expectInvariants(db)
})

it('sells or gives back every piece once when money and the end of the window race', async () => {
  const { db } = await testDatabase()
  withoutHoldLimits()
  const [till, product] = [aTill(db), await aProduct(db, { stock: 40 })]
  const started = await times(40, async () => initiatePayment(till, (await aShopper(db)).id, aCheckout(product)))
  for (const { clientTxnId } of started) await decideInSandbox(till.sandbox, clientTxnId, 'success')
  till.passMinutes(16)
  await Promise.all([
    ...started.map(async ({ clientTxnId }, i) => {
      const bank = await till.provider.ask(clientTxnId)
      if (bank) await applyReport(till, { ...bank, eventId: `evt_${i}`, provider: 'sandbox', source: 'webhook' })
    }),
    closeOverduePayments(till),
    closeOverduePayments(till),
    askDueQuestions(till),
  ])
  expect(await db.$count(payments, eq(payments.status, 'success'))).toBe(40)
  expect(await db.select({ stock: products.stock, reserved: products.reserved }).from(products)).toEqual([
    { stock: 0, reserved: 0 },
  ])
  expect(await db.$count(stockReservations)).toBe(0)
  await expectInvariants(db)
})

it('sells the last ten pieces of three products to ten of fifty shoppers whose carts name them in any order', async () => {
  const { db } = await testDatabase()
  withoutHoldLimits()
  const till = aTill(db)
  const shelf = [
    await aProduct(db, { stock: 10 }),
    await aProduct(db, { stock: 10 }),
    await aProduct(db, { stock: 10 }),
  ]
  const outcomes = await times(50, async (i) => {
    const items = shelf.map(({ id }) => ({ productId: id, quantity: 1 }))
    const turned = [...items.slice(i % 3), ...items.slice(0, i % 3)]
    const [first] = shelf
    if (!first) throw new Error('The shelf has products')
    const checkout = aCheckout(first, { items: turned, amount: 1500 })
    return initiatePayment(till, (await aShopper(db)).id, checkout).then(
      () => 'sold',
      (error) => (error instanceof ShopError ? error.code : error),
    )
  })
  expect(outcomes.filter((outcome) => outcome === 'sold')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(40)
  const { rows } = await db.execute(sql`select deadlocks::int from pg_stat_database where datname = current_database()`)
  expect(rows).toEqual([{ deadlocks: 0 }])
  await expectInvariants(db)
})

it('never asks the bank twice at the same moment', async () => {
  const { db } = await testDatabase()
  const [till, shopper, product] = [aTill(db), await aShopper(db), await aProduct(db)]
  await initiatePayment(till, shopper.id, aCheckout(product))
  let questions = 0
  const counting = { ...till, provider: { ...till.provider, ask: async () => void questions++ as undefined } }
  till.passMinutes(2)
  await times(8, () => askDueQuestions(counting))
  expect(questions).toBe(1)
})
