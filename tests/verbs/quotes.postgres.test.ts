import { eq, ne } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { acceptQuote } from '#src/features/custom-orders/accepting.server.ts'
import { setCustomOrderStatus } from '#src/features/custom-orders/custom-order-status.server.ts'
import { customOrderMoments, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments, refundsDue } from '#src/features/payments/payments.table.server.ts'
import { closeOverduePayments } from '#src/features/payments/questions.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { anAcceptance, aQuotedOrder, MAKER, quote } from '#tests/makers/custom-orders.ts'
import { moneyArrives } from '#tests/makers/orders.ts'
import { aShopper, aTill } from '#tests/makers/payments.ts'

const outcome = (error: unknown) => error

it('makes one order and one payment when a quotation is accepted eight times at once', async () => {
  const { db } = await testDatabase()
  const [till, shopper] = [aTill(db), await aShopper(db)]
  const { token } = await aQuotedOrder(till)
  const link = { token, userId: shopper.id }
  const started = await Promise.all(Array.from({ length: 8 }, () => acceptQuote(till, link, anAcceptance(2000))))
  expect(new Set(started.map(({ transactionId }) => transactionId)).size).toBe(1)
  expect(await db.$count(orders)).toBe(1)
  expect(await db.$count(payments)).toBe(1)
  expect(await db.$count(customOrderMoments, eq(customOrderMoments.kind, 'accepted'))).toBe(1)
  await expectInvariants(db)
})

it('has one owner when two people with the link accept at the same moment', async () => {
  const { db } = await testDatabase()
  const till = aTill(db)
  const { token } = await aQuotedOrder(till)
  const shoppers = [await aShopper(db), await aShopper(db)]
  await Promise.all(
    shoppers.map(({ id }) => acceptQuote(till, { token, userId: id }, anAcceptance(2000)).catch(outcome)),
  )
  expect(await db.$count(orders)).toBe(1)
  await expectInvariants(db)
})

it('leaves one live order when the shopper corrects the address again and again', async () => {
  const { db } = await testDatabase()
  const [till, shopper] = [aTill(db), await aShopper(db)]
  const { token } = await aQuotedOrder(till)
  const link = { token, userId: shopper.id }
  await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      acceptQuote(till, link, anAcceptance(2000, { notes: `Floor ${i}` })).catch(outcome),
    ),
  )
  expect(await db.$count(orders, ne(orders.status, 'cancelled'))).toBe(1)
  await expectInvariants(db)
})

it('never changes a price under money, whichever of quoting anew and paying is first', async () => {
  const { db } = await testDatabase()
  const till = aTill(db)
  for (let round = 0; round < 10; round += 1) {
    const shopper = await aShopper(db)
    const { id, token } = await aQuotedOrder(till)
    const { clientTxnId } = await acceptQuote(till, { token, userId: shopper.id }, anAcceptance(2000))
    if (round % 3 === 0) {
      till.passMinutes(16)
      await closeOverduePayments(till)
    }
    const racers = [() => moneyArrives(till, clientTxnId), () => quote(till, id, 1600).catch(outcome)]
    await Promise.all((round % 2 ? racers : racers.reverse()).map((race) => race()))
    await expectInvariants(db)
  }
  const kept = await db.$count(customOrders, eq(customOrders.status, 'confirmed'))
  expect(kept + (await db.$count(refundsDue))).toBe(10)
})

it('ends paid or owed back when the maker declines while the money arrives', async () => {
  const { db } = await testDatabase()
  const till = aTill(db)
  for (let round = 0; round < 10; round += 1) {
    const shopper = await aShopper(db)
    const { id, token } = await aQuotedOrder(till)
    const { clientTxnId } = await acceptQuote(till, { token, userId: shopper.id }, anAcceptance(2000))
    const declining = () => setCustomOrderStatus(db, { id, status: 'cancelled', by: MAKER, now: till.now() })
    const racers = [() => moneyArrives(till, clientTxnId), declining]
    await Promise.all((round % 2 ? racers : racers.reverse()).map((race) => race()))
  }
  expect(await db.$count(customOrders, eq(customOrders.status, 'cancelled'))).toBe(10)
  expect(await db.$count(refundsDue)).toBe(10)
  await expectInvariants(db)
})
