import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { products, stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { expireOverduePayments, pollDuePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { initiatePayment } from './initiate-payment.server.ts'
import { payments, refunds } from './payments.table.server.ts'
import { processPaymentEvent } from './process-payment-event.server.ts'

function withoutHoldLimits() {
  configureProcess({ rateLimits: 'relaxed' })
  onTestFinished(() => configureProcess({ rateLimits: 'strict' }))
}

const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

it('creates one order and one payment for ten parallel calls with the same order number', async () => {
  const { db } = await testDatabase()
  const [context, customer, product] = [
    createTestPayments(db),
    await createCustomer(db),
    await insertProduct(db, { stock: 20 }),
  ]
  const checkout = createCheckout(product)
  const started = await times(10, () => initiatePayment(context, customer.id, checkout))
  expect(new Set(started.map((payment) => payment.transactionId)).size).toBe(1)
  expect(await db.$count(orders)).toBe(1)
  expect(await db.$count(payments)).toBe(1)
  expect(await db.select({ reserved: products.reserved }).from(products)).toEqual([{ reserved: 1 }])
  await expectInvariants(db)
})

it('gives an order number that two customers send at the same time to one of them', async () => {
  const { db } = await testDatabase()
  const [context, product] = [createTestPayments(db), await insertProduct(db, { stock: 20 })]
  const customers = await times(2, () => createCustomer(db))
  const checkout = createCheckout(product)
  const ended = await Promise.allSettled(customers.map(({ id }) => initiatePayment(context, id, checkout)))
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([
    expect.objectContaining({ details: expect.objectContaining({ code: 'order-number-used' }) }),
  ])
  expect(await db.select({ reserved: products.reserved }).from(products)).toEqual([{ reserved: 1 }])
  await expectInvariants(db)
})

it('says that an order is sold out while another customer of the network starts a payment', async () => {
  const { db, pool } = await testDatabase()
  const [context, product] = [createTestPayments(db), await insertProduct(db, { stock: 0 })]
  const customer = await createCustomer(db)
  const other = await pool.connect()
  await other.query(`begin; select pg_advisory_xact_lock(hashtextextended('holds:wide', 0))`)
  const start = initiatePayment(
    { ...context, network: { near: 'near', wide: 'wide' } },
    customer.id,
    createCheckout(product),
  )
  await expect(start).rejects.toMatchObject({ message: expect.stringContaining('Not enough stock') })
  await other.query('rollback')
  other.release()
})

it('case 4: has one effect when several events of the same capture arrive in parallel', async () => {
  const { db } = await testDatabase()
  const [context, customer, product] = [createTestPayments(db), await createCustomer(db), await insertProduct(db)]
  const started = await initiatePayment(context, customer.id, createCheckout(product))
  const { body } = await simulateBankDecision(context.sandbox, started.clientTxnId, 'success')
  const bank = await context.gateway.fetchStatus(started.clientTxnId)
  if (!bank) throw new Error('The bank knows the payment')
  const results = await times(12, (i) =>
    processPaymentEvent(context, {
      ...bank,
      eventId: `evt_${i % 3}`,
      raw: body,
      provider: 'sandbox',
      source: 'webhook',
    }),
  )
  expect(results.filter((result) => result === 'applied')).toHaveLength(1)
  expect(await db.select({ stock: products.stock, reserved: products.reserved }).from(products)).toEqual([
    { stock: 24, reserved: 0 },
  ])
  expect(await db.$count(outboxMessages)).toBe(2)
  expect(await db.$count(refunds)).toBe(0)
  await expectInvariants(db)
})

it('answers a repeated event while somebody else holds its order', async () => {
  const { db } = await testDatabase()
  const [context, customer, product] = [createTestPayments(db), await createCustomer(db), await insertProduct(db)]
  const { clientTxnId } = await initiatePayment(context, customer.id, createCheckout(product))
  const { body } = await simulateBankDecision(context.sandbox, clientTxnId, 'success')
  const bank = await context.gateway.fetchStatus(clientTxnId)
  if (!bank) throw new Error('The bank knows the payment')
  const event = { ...bank, eventId: 'evt_1', raw: body, provider: 'sandbox', source: 'webhook' } as const
  expect(await processPaymentEvent(context, event)).toBe('applied')
  await db.transaction(async (tx) => {
    await tx.select().from(orders).for('update')
    expect(await processPaymentEvent(context, event)).toBe('duplicate')
  })
})

it('sells or releases every item once when the money and the expiry race', async () => {
  const { db } = await testDatabase()
  withoutHoldLimits()
  const [context, product] = [createTestPayments(db), await insertProduct(db, { stock: 40 })]
  const started = await times(40, async () =>
    initiatePayment(context, (await createCustomer(db)).id, createCheckout(product)),
  )
  for (const { clientTxnId } of started) await simulateBankDecision(context.sandbox, clientTxnId, 'success')
  context.advanceMinutes(16)
  await Promise.all([
    ...started.map(async ({ clientTxnId }, i) => {
      const bank = await context.gateway.fetchStatus(clientTxnId)
      if (bank)
        await processPaymentEvent(context, { ...bank, eventId: `evt_${i}`, provider: 'sandbox', source: 'webhook' })
    }),
    expireOverduePayments(context),
    expireOverduePayments(context),
    pollDuePayments(context),
  ])
  expect(await db.$count(payments, eq(payments.status, 'success'))).toBe(40)
  expect(await db.select({ stock: products.stock, reserved: products.reserved }).from(products)).toEqual([
    { stock: 0, reserved: 0 },
  ])
  expect(await db.$count(stockReservations)).toBe(0)
  await expectInvariants(db)
})

it('sells the last ten items of three products to ten of fifty customers with carts in any order', async () => {
  const { db } = await testDatabase()
  withoutHoldLimits()
  const context = createTestPayments(db)
  const storage = [
    await insertProduct(db, { stock: 10 }),
    await insertProduct(db, { stock: 10 }),
    await insertProduct(db, { stock: 10 }),
  ]
  const outcomes = await times(50, async (i) => {
    const items = storage.map(({ id }) => ({ productId: id, quantity: 1 }))
    const turned = [...items.slice(i % 3), ...items.slice(0, i % 3)]
    const [first] = storage
    if (!first) throw new Error('The shelf has products')
    const checkout = createCheckout(first, { items: turned, amount: 1500 })
    return initiatePayment(context, (await createCustomer(db)).id, checkout).then(
      () => 'sold',
      (error) => (error instanceof DomainError ? error.code : error),
    )
  })
  expect(outcomes.filter((outcome) => outcome === 'sold')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(40)
  const { rows } = await db.execute(sql`select deadlocks::int from pg_stat_database where datname = current_database()`)
  expect(rows).toEqual([{ deadlocks: 0 }])
  await expectInvariants(db)
})

it('never polls the bank twice at the same time', async () => {
  const { db } = await testDatabase()
  const [context, customer, product] = [createTestPayments(db), await createCustomer(db), await insertProduct(db)]
  await initiatePayment(context, customer.id, createCheckout(product))
  let questions = 0
  const counting = {
    ...context,
    gateway: { ...context.gateway, fetchStatus: async () => void questions++ as undefined },
  }
  context.advanceMinutes(2)
  await times(8, () => pollDuePayments(counting))
  expect(questions).toBe(1)
})
