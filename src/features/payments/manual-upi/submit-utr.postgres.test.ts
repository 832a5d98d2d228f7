import { expect, it } from 'vitest'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { confirmPayment, rejectPayment } from '#src/features/payments/manual-upi/confirmation/confirm-payment.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createManualUpiShop, createUtr } from '#tests/factories/payments/manual-upi.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { submittedUtrs } from './manual-upi.table.server.ts'
import { submitUtr } from './submit-utr.server.ts'

const outcomesOf = async (acts: Promise<unknown>[]) =>
  (await Promise.allSettled(acts)).map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))

it('pays once when three admins confirm and the day ends at the same time', async () => {
  const { db } = await testDatabase()
  const shop = await createManualUpiShop(db)
  const started = await shop.start()
  const utr = createUtr(shop.context.now())
  await shop.tell(started, utr)
  const admins = [shop.admin, await createAdmin(db), await createAdmin(db)]
  const found = { paymentId: started.transactionId, amount: 2149, utrLastFour: utr.slice(-4) }
  shop.context.advanceMinutes(24 * 60 + 1)
  const outcomes = await outcomesOf([
    ...admins.map((by) => confirmPayment(shop.context, { ...found, by })),
    expireOverduePayments(shop.context),
  ])
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2)
  expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(2)
  expect(await shop.standing()).toMatchObject({ payment: 'success', order: 'processing', stock: 4, reserved: 0 })
  const paid = (await db.select().from(outboxMessages)).filter(({ idempotencyKey }) =>
    idempotencyKey?.startsWith('order-paid:'),
  )
  expect(paid).toHaveLength(2)
  await expectInvariants(db)
})

it('decides one way when one admin confirms and another rejects', async () => {
  const { db } = await testDatabase()
  const shop = await createManualUpiShop(db)
  const started = await shop.start()
  const utr = createUtr(shop.context.now())
  await shop.tell(started, utr)
  const { transactionId: paymentId } = started
  const outcomes = await outcomesOf([
    confirmPayment(shop.context, { paymentId, by: shop.admin, amount: 2149, utrLastFour: utr.slice(-4) }),
    rejectPayment(shop.context, { paymentId, by: await createAdmin(db), reason: 'Not there' }),
  ])
  expect(outcomes.toSorted()).toEqual(['conflict', 'done'])
  await expectInvariants(db)
})

it('needs two different admins also when two confirm at the same time', async () => {
  const { db } = await testDatabase()
  const shop = await createManualUpiShop(db)
  const second = await createAdmin(db)
  await shop.setLimit(100)
  const started = await shop.start()
  const utr = createUtr(shop.context.now())
  await shop.tell(started, utr)
  const found = { paymentId: started.transactionId, amount: 2149, utrLastFour: utr.slice(-4) }
  const twice = await outcomesOf([1, 2, 3].map(() => confirmPayment(shop.context, { ...found, by: shop.admin })))
  expect(twice.toSorted()).toEqual(['conflict', 'conflict', 'done'])
  expect(await shop.standing()).toMatchObject({ payment: 'awaiting_confirmation' })
  await outcomesOf([second, second].map((by) => confirmPayment(shop.context, { ...found, by })))
  expect(await shop.standing()).toMatchObject({ payment: 'success', stock: 4 })
  await expectInvariants(db)
})

it('assigns a UTR to one of ten orders that submit it at the same time', async () => {
  const { db } = await testDatabase()
  const shop = await createManualUpiShop(db, { stock: 20 })
  const others = []
  for (let i = 0; i < 10; i++) others.push(await shop.startAnother())
  const utr = createUtr(shop.context.now())
  const outcomes = await outcomesOf(
    others.map(({ customer, started: { transactionId, orderId } }) =>
      submitUtr(shop.context, customer.id, { transactionId, orderId, utr }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'invalid')).toHaveLength(9)
  expect(await db.$count(submittedUtrs)).toBe(1)
  const states = (await db.select({ status: payments.status }).from(payments)).map(({ status }) => status)
  expect(states.filter((status) => status === 'awaiting_confirmation')).toHaveLength(1)
  expect((await db.select().from(products))[0]?.reserved).toBe(10)
  await expectInvariants(db)
})
