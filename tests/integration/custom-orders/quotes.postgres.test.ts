import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { setCustomOrderStatus } from '#src/features/custom-orders/admin/set-custom-order-status.server.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAcceptance, createQuotedOrder, sendTestQuote, TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const outcome = (error: unknown) => error

it('makes one order and one payment when a quotation is accepted eight times at once', async () => {
  const { db } = await testDatabase()
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const { token } = await createQuotedOrder(context)
  const link = { token, userId: customer.id }
  const started = await Promise.all(Array.from({ length: 8 }, () => acceptQuote(context, link, createAcceptance(2000))))
  expect(new Set(started.map(({ transactionId }) => transactionId)).size).toBe(1)
  expect(await db.$count(orders)).toBe(1)
  expect(await db.$count(payments)).toBe(1)
  expect(await db.$count(customOrderEvents, eq(customOrderEvents.kind, 'accepted'))).toBe(1)
  await expectInvariants(db)
})

it('has one owner when two customers with the link accept at the same time', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  const { token } = await createQuotedOrder(context)
  const customers = [await createCustomer(db), await createCustomer(db)]
  await Promise.all(
    customers.map(({ id }) => acceptQuote(context, { token, userId: id }, createAcceptance(2000)).catch(outcome)),
  )
  expect(await db.$count(orders)).toBe(1)
  await expectInvariants(db)
})

it('leaves the order of the first tab when several accept with different addresses at once', async () => {
  const { db } = await testDatabase()
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const { token } = await createQuotedOrder(context)
  const link = { token, userId: customer.id }
  const tabs = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      acceptQuote(context, link, createAcceptance(2000, { notes: `Floor ${i}` })).catch(outcome),
    ),
  )
  expect(tabs.filter((tab) => !(tab instanceof Error))).toHaveLength(1)
  expect(await db.select().from(orders)).toMatchObject([{ status: 'pending' }])
  await expectInvariants(db)
})

it('never changes a price under a payment, whichever of requoting and paying is first', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  for (let round = 0; round < 10; round += 1) {
    const customer = await createCustomer(db)
    const { id, token } = await createQuotedOrder(context)
    const { clientTxnId } = await acceptQuote(context, { token, userId: customer.id }, createAcceptance(2000))
    if (round % 3 === 0) {
      context.advanceMinutes(16)
      await expireOverduePayments(context)
    }
    const racers = [() => simulatePayment(context, clientTxnId), () => sendTestQuote(context, id, 1600).catch(outcome)]
    await Promise.all((round % 2 ? racers : racers.reverse()).map((race) => race()))
    await expectInvariants(db)
  }
  const confirmed = await db.$count(customOrders, eq(customOrders.status, 'confirmed'))
  expect(confirmed + (await db.$count(refunds))).toBe(10)
})

it('ends paid or refunded when the admin declines while the payment arrives', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  for (let round = 0; round < 10; round += 1) {
    const customer = await createCustomer(db)
    const { id, token } = await createQuotedOrder(context)
    const { clientTxnId } = await acceptQuote(context, { token, userId: customer.id }, createAcceptance(2000))
    const declining = () => setCustomOrderStatus(db, { id, status: 'cancelled', by: TEST_ADMIN, now: context.now() })
    const racers = [() => simulatePayment(context, clientTxnId), declining]
    await Promise.all((round % 2 ? racers : racers.reverse()).map((race) => race()))
  }
  expect(await db.$count(customOrders, eq(customOrders.status, 'cancelled'))).toBe(10)
  expect(await db.$count(refunds)).toBe(10)
  await expectInvariants(db)
})
