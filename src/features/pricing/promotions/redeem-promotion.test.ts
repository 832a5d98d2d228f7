import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { redeemPromotion, redeemPromotionAgain, releasePromotion } from './promotions.server.ts'
import { promotions } from './promotions.table.server.ts'

const NOW = new Date('2026-11-22T10:00:00+05:30')
const FROM = paise(500_00)

async function createPromotion(db: Db, terms: Parameters<typeof insertPromotion>[1] = {}) {
  const { code } = await insertPromotion(db, { minSubtotalPaise: FROM, ...terms })
  const { id: userId } = await createCustomer(db)
  /** What an order with this code saves. */
  const redeem = (ownerId: string, { subtotal = FROM, by = userId } = {}) =>
    redeemPromotion(db, { code, subtotal, userId: by, now: NOW, ownerId, ownerReference: ownerId })
  const used = async () => onlyRow(await db.select().from(promotions)).used
  return { redeem, used }
}

/** The terms were checked when the customer saw the discount; an admin may have changed them since. */
describe('a promo code that an order redeems', () => {
  it('is worth what it says from its start to its end, at exactly its subtotal', () =>
    inTestTransaction(async (db) => {
      const { redeem, used } = await createPromotion(db, { startsAt: NOW, endsAt: addMinutes(NOW, 1), maxUses: 1 })
      expect(await redeem(randomUUID())).toBe(50_00)
      expect(await used()).toBe(1)
    }))

  it.each([
    ['has ended', { endsAt: NOW }, /ended on/],
    ['has not begun', { startsAt: addMinutes(NOW, 1) }, /begins on/],
    ['was switched off', { active: false }, /do not know/],
    ['needs a higher subtotal', { minSubtotalPaise: FROM + 1 }, /needs a subtotal/],
    ['is used up', { maxUses: 2, used: 2 }, /has been used up/],
  ])('is refused when it %s', (_, terms, words) =>
    inTestTransaction(async (db) => {
      const { redeem, used } = await createPromotion(db, terms)
      await expect(redeem(randomUUID())).rejects.toThrow(words)
      expect(await used()).toBe('used' in terms ? terms.used : 0)
    }),
  )
})

describe('a promo code of an order that is paid again', () => {
  it('is not counted twice while the order has it', () =>
    inTestTransaction(async (db) => {
      const { redeem, used } = await createPromotion(db)
      const order = randomUUID()
      await redeem(order)
      expect(await redeemPromotionAgain(db, order, NOW)).toBe('taken')
      expect(await used()).toBe(1)
    }))

  it('is refused when its customer has used it for another order meanwhile', () =>
    inTestTransaction(async (db) => {
      const { redeem, used } = await createPromotion(db)
      const [first, second] = [randomUUID(), randomUUID()]
      await redeem(first)
      await releasePromotion(db, first)
      await redeem(second)
      expect(await redeemPromotionAgain(db, first, NOW)).toMatchObject({ code: 'conflict' })
      expect(await used()).toBe(1)
    }))

  it('must still run for a payment that starts, but not for money that was on its way', () =>
    inTestTransaction(async (db) => {
      const { redeem, used } = await createPromotion(db)
      const order = randomUUID()
      await redeem(order)
      await releasePromotion(db, order)
      await db.update(promotions).set({ active: false })
      expect(await redeemPromotionAgain(db, order, NOW)).toMatchObject({ code: 'conflict' })
      expect(await used()).toBe(0)
      expect(await redeemPromotionAgain(db, order)).toBe('taken')
      expect(await used()).toBe(1)
    }))

  it('is given back once', () =>
    inTestTransaction(async (db) => {
      const { redeem, used } = await createPromotion(db)
      const [order, other] = [randomUUID(), randomUUID()]
      await redeem(order)
      await redeem(other, { by: (await createCustomer(db)).id })
      for (let turn = 0; turn < 2; turn++) await releasePromotion(db, order)
      expect(await used()).toBe(1)
    }))
})
