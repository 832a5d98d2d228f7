import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { onlyRow } from '#src/db/database.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { promotions } from '#src/features/pricing/promotions/promotions.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { expectInvariants } from '#tests/invariants.ts'

const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

const outcome = (error: unknown) =>
  error instanceof DomainError
    ? ((error.details.promo as { reason?: string } | undefined)?.reason ?? error.message)
    : error

it('gives seven uses to seven of forty simultaneous customers, and rejects the others', async () => {
  const { db } = await testDatabase()
  const [context, product] = [createTestPayments(db), await insertProduct(db, { pricePaise: 1_000_00, stock: 100 })]
  const { id, code } = await insertPromotion(db, { maxUses: 7 })
  const people = await times(40, () => createCustomer(db))
  const outcomes = await times(40, (i) =>
    initiatePayment(context, people[i]?.id ?? '', createCheckout(product, { amount: 1050, promoCode: code })).then(
      () => 'placed',
      outcome,
    ),
  )
  expect(outcomes.filter((one) => one === 'placed')).toHaveLength(7)
  expect(outcomes.filter((one) => one === 'USED_UP')).toHaveLength(33)
  expect(onlyRow(await db.select().from(promotions).where(eq(promotions.id, id))).used).toBe(7)
  const { rows } = await db.execute(sql`select deadlocks::int from pg_stat_database where datname = current_database()`)
  expect(rows).toEqual([{ deadlocks: 0 }])
  await expectInvariants(db)
})

it('gives one use to a customer who sends three orders at once', async () => {
  const { db } = await testDatabase()
  const [context, product, customer] = [
    createTestPayments(db),
    await insertProduct(db, { pricePaise: 1_000_00 }),
    await createCustomer(db),
  ]
  const { code } = await insertPromotion(db)
  const outcomes = await times(3, () =>
    initiatePayment(context, customer.id, createCheckout(product, { amount: 1050, promoCode: code })).then(
      () => 'placed',
      outcome,
    ),
  )
  expect(outcomes.sort()).toEqual(['USED_BY_YOU', 'USED_BY_YOU', 'placed'])
  await expectInvariants(db)
})

it('counts every use once when payments, expiry and new orders race', async () => {
  const { db } = await testDatabase()
  const [context, product] = [createTestPayments(db), await insertProduct(db, { pricePaise: 1_000_00, stock: 100 })]
  const { id, code } = await insertPromotion(db, { maxUses: 12 })
  const order = () => createCheckout(product, { amount: 1050, promoCode: code })
  const started = await times(12, async () => initiatePayment(context, (await createCustomer(db)).id, order()))
  const others = await times(12, () => createCustomer(db))
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
    ...others.map((customer) => initiatePayment(context, customer.id, order()).catch(outcome)),
  ])
  expect(onlyRow(await db.select().from(promotions).where(eq(promotions.id, id))).used).toBe(12)
  await expectInvariants(db)
})
