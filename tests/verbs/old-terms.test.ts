import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { minutesLater } from '#src/core/dates.ts'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { listOrders } from '#src/features/orders/order-history.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, payAgain } from '#src/features/payments/payments.server.ts'
import { closeOverduePayments } from '#src/features/payments/questions.server.ts'
import { promotions } from '#src/features/promotions/promotions.table.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { moneyArrives } from '#tests/makers/orders.ts'
import { aCheckout, aShopper, aTill } from '#tests/makers/payments.ts'
import { aPromotion } from '#tests/makers/promotions.ts'

/** An order of a box at Rs 1,000.00, whose payment has expired. */
async function anUnpaidOrder(db: Db, wanted: Partial<Parameters<typeof aCheckout>[1]> = {}) {
  const till = aTill(db)
  const shopper = await aShopper(db)
  const checkout = aCheckout(await aProduct(db, { pricePaise: 1_000_00, stock: 9 }), wanted)
  const { clientTxnId } = await initiatePayment(till, shopper.id, checkout)
  till.passMinutes(16)
  await closeOverduePayments(till)
  const { id, createdAt } = onlyRow(await db.select().from(orders).where(eq(orders.reference, checkout.orderId)))
  return { till, shopper, clientTxnId, createdAt, again: () => payAgain(till, shopper.id, id) }
}

describe('the terms of an order that nobody has paid', () => {
  it('L10: are good for a day, however the prices have changed since, and then it can be paid no more', () =>
    inTestTransaction(async (db) => {
      const { till, shopper, createdAt, again } = await anUnpaidOrder(db)
      await db.update(products).set({ pricePaise: 2_000_00 })
      expect((await listOrders(db, { userId: shopper.id })).orders).toMatchObject([
        { payableUntil: minutesLater(createdAt, 24 * 60).toISOString() },
      ])
      till.passMinutes(23 * 60)
      expect((await again()).amount).toBe(1150)
      till.passMinutes(16)
      await closeOverduePayments(till)
      till.passMinutes(60)
      await expect(again()).rejects.toThrow('We keep the prices of an unpaid order for 24 hours.')
      expect((await db.select().from(products)).map(({ reserved }) => reserved)).toEqual([0])
      await expectInvariants(db)
    }))

  it('L10: a payment that began in time may be finished', () =>
    inTestTransaction(async (db) => {
      const { till, again } = await anUnpaidOrder(db)
      till.passMinutes(23 * 60 + 40)
      const { clientTxnId } = await again()
      till.passMinutes(10)
      expect(await again()).toMatchObject({ clientTxnId })
      await moneyArrives(till, clientTxnId)
      expect(await db.select({ status: orders.status }).from(orders)).toEqual([{ status: 'processing' }])
    }))

  it.each([
    ['has ended', (now: Date) => ({ endsAt: minutesLater(now, -1) }), 'ended on'],
    ['was switched off', () => ({ active: false }), 'We do not know the code'],
  ])('L10: go with the promotion: one that %s is not taken again', (_, change, words) =>
    inTestTransaction(async (db) => {
      const { code } = await aPromotion(db)
      const { till, clientTxnId, again } = await anUnpaidOrder(db, { amount: 1050, promoCode: code })
      await db.update(promotions).set(change(till.now()))
      await expect(again()).rejects.toThrow(new RegExp(words, 'i'))
      expect((await db.select().from(promotions)).map(({ used }) => used)).toEqual([0])
      await expectInvariants(db)
      // Money that was sent within the window pays at its terms.
      await moneyArrives(till, clientTxnId)
      expect(await db.select({ status: orders.status }).from(orders)).toEqual([{ status: 'processing' }])
      await expectInvariants(db)
    }),
  )
})

it('L3: two lines of one product are one: together they hold no more than one order may', () =>
  inTestTransaction(async (db) => {
    const product = await aProduct(db, { stock: 500 })
    const line = { productId: product.id, quantity: 34 }
    const checkout = aCheckout(product, { items: [line, line], amount: 30_600 })
    await expect(initiatePayment(aTill(db), (await aShopper(db)).id, checkout)).rejects.toThrow(/50/)
    expect(await db.$count(orders)).toBe(0)
  }))
