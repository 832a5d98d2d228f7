import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ShopError } from '#src/core/shop-error.ts'
import { initiatePayment } from '#src/features/payments/payments.server.ts'
import { closeOverduePayments } from '#src/features/payments/questions.server.ts'
import { decideInSandbox } from '#src/features/payments/sandbox.server.ts'
import { applyReport } from '#src/features/payments/settlement.server.ts'
import { promotions } from '#src/features/promotions/promotions.table.server.ts'
import { onlyRow } from '#src/platform/database.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aCheckout, aShopper, aTill } from '#tests/makers/payments.ts'
import { aPromotion } from '#tests/makers/promotions.ts'

const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

const outcome = (error: unknown) =>
  error instanceof ShopError
    ? ((error.details.promo as { reason?: string } | undefined)?.reason ?? error.message)
    : error

it('gives seven uses to seven of forty shoppers who come at once, and tells the others', async () => {
  const { db } = await testDatabase()
  const [till, product] = [aTill(db), await aProduct(db, { pricePaise: 1_000_00, stock: 100 })]
  const { id, code } = await aPromotion(db, { maxUses: 7 })
  const people = await times(40, () => aShopper(db))
  const outcomes = await times(40, (i) =>
    initiatePayment(till, people[i]?.id ?? '', aCheckout(product, { amount: 1050, promoCode: code })).then(
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

it('gives one use to a person who sends three orders at once', async () => {
  const { db } = await testDatabase()
  const [till, product, shopper] = [aTill(db), await aProduct(db, { pricePaise: 1_000_00 }), await aShopper(db)]
  const { code } = await aPromotion(db)
  const outcomes = await times(3, () =>
    initiatePayment(till, shopper.id, aCheckout(product, { amount: 1050, promoCode: code })).then(
      () => 'placed',
      outcome,
    ),
  )
  expect(outcomes.sort()).toEqual(['USED_BY_YOU', 'USED_BY_YOU', 'placed'])
  await expectInvariants(db)
})

it('counts every use once when money, the end of the window and new orders race', async () => {
  const { db } = await testDatabase()
  const [till, product] = [aTill(db), await aProduct(db, { pricePaise: 1_000_00, stock: 100 })]
  const { id, code } = await aPromotion(db, { maxUses: 12 })
  const order = () => aCheckout(product, { amount: 1050, promoCode: code })
  const started = await times(12, async () => initiatePayment(till, (await aShopper(db)).id, order()))
  const newcomers = await times(12, () => aShopper(db))
  for (const { clientTxnId } of started) await decideInSandbox(till.sandbox, clientTxnId, 'success')
  till.passMinutes(16)
  await Promise.all([
    ...started.map(async ({ clientTxnId }, i) => {
      const bank = await till.provider.ask(clientTxnId)
      if (bank) await applyReport(till, { ...bank, eventId: `evt_${i}`, provider: 'sandbox', source: 'webhook' })
    }),
    closeOverduePayments(till),
    closeOverduePayments(till),
    ...newcomers.map((shopper) => initiatePayment(till, shopper.id, order()).catch(outcome)),
  ])
  expect(onlyRow(await db.select().from(promotions).where(eq(promotions.id, id))).used).toBe(12)
  await expectInvariants(db)
})
