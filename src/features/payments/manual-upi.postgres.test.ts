import { expect, it } from 'vitest'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { messages } from '#src/features/notifications/messages.table.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aMaker } from '#tests/makers/maker.ts'
import { aManualShop, aUtr } from '#tests/makers/manual-upi.ts'
import { confirmReceived, rejectPayment } from './manual-confirming.server.ts'
import { tellUtr } from './manual-telling.server.ts'
import { typedUtrs } from './manual-upi.table.server.ts'
import { payments } from './payments.table.server.ts'
import { closeOverduePayments } from './questions.server.ts'

const outcomesOf = async (acts: Promise<unknown>[]) =>
  (await Promise.allSettled(acts)).map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))

it('pays once when three makers confirm and the day ends at the same moment', async () => {
  const { db } = await testDatabase()
  const shop = await aManualShop(db)
  const started = await shop.start()
  const utr = aUtr(shop.till.now())
  await shop.tell(started, utr)
  const makers = [shop.maker, await aMaker(db), await aMaker(db)]
  const found = { paymentId: started.transactionId, amount: 2149, utrLastFour: utr.slice(-4) }
  shop.till.passMinutes(24 * 60 + 1)
  const outcomes = await outcomesOf([
    ...makers.map((by) => confirmReceived(shop.till, { ...found, by })),
    closeOverduePayments(shop.till),
  ])
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2)
  expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(2)
  expect(await shop.standing()).toMatchObject({ payment: 'success', order: 'processing', stock: 4, reserved: 0 })
  const paid = (await db.select().from(messages)).filter(({ dedupeKey }) => dedupeKey?.startsWith('order-paid:'))
  expect(paid).toHaveLength(2)
  await expectInvariants(db)
})

it('decides one way when one maker confirms and the other finds nothing', async () => {
  const { db } = await testDatabase()
  const shop = await aManualShop(db)
  const started = await shop.start()
  const utr = aUtr(shop.till.now())
  await shop.tell(started, utr)
  const { transactionId: paymentId } = started
  const outcomes = await outcomesOf([
    confirmReceived(shop.till, { paymentId, by: shop.maker, amount: 2149, utrLastFour: utr.slice(-4) }),
    rejectPayment(shop.till, { paymentId, by: await aMaker(db), reason: 'Not there' }),
  ])
  expect(outcomes.toSorted()).toEqual(['conflict', 'done'])
  await expectInvariants(db)
})

it('needs two different makers also when the two press at the same moment', async () => {
  const { db } = await testDatabase()
  const shop = await aManualShop(db)
  const second = await aMaker(db)
  await shop.setLimit(100)
  const started = await shop.start()
  const utr = aUtr(shop.till.now())
  await shop.tell(started, utr)
  const found = { paymentId: started.transactionId, amount: 2149, utrLastFour: utr.slice(-4) }
  const twice = await outcomesOf([1, 2, 3].map(() => confirmReceived(shop.till, { ...found, by: shop.maker })))
  expect(twice.toSorted()).toEqual(['conflict', 'conflict', 'done'])
  expect(await shop.standing()).toMatchObject({ payment: 'awaiting_confirmation' })
  await outcomesOf([second, second].map((by) => confirmReceived(shop.till, { ...found, by })))
  expect(await shop.standing()).toMatchObject({ payment: 'success', stock: 4 })
  await expectInvariants(db)
})

it('gives one number to one of ten orders that name it at the same moment', async () => {
  const { db } = await testDatabase()
  const shop = await aManualShop(db, { stock: 20 })
  const others = []
  for (let i = 0; i < 10; i++) others.push(await shop.startAnother())
  const utr = aUtr(shop.till.now())
  const outcomes = await outcomesOf(
    others.map(({ shopper, started: { transactionId, orderId } }) =>
      tellUtr(shop.till, shopper.id, { transactionId, orderId, utr }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'invalid')).toHaveLength(9)
  expect(await db.$count(typedUtrs)).toBe(1)
  const states = (await db.select({ status: payments.status }).from(payments)).map(({ status }) => status)
  expect(states.filter((status) => status === 'awaiting_confirmation')).toHaveLength(1)
  expect((await db.select().from(products))[0]?.reserved).toBe(10)
  await expectInvariants(db)
})
