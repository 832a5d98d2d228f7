import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '#src/features/account/account.table.server.ts'
import type { Maker } from '#src/features/audit/audit.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aMaker } from '#tests/makers/maker.ts'
import { aManualShop, aUtr } from '#tests/makers/manual-upi.ts'
import { confirmReceived, rejectPayment, reportWrongAmount } from './manual-confirming.server.ts'
import { listConfirmations } from './manual-queue.server.ts'
import { acceptMoney } from './money-decisions.server.ts'
import { refundsDue } from './payments.table.server.ts'

/** An order of Rs 2,149.00 whose number is typed while two admins are there, and both needed above `limit`. */
async function aToldShop(db: Db, limit: number) {
  const shop = await aManualShop(db)
  const second = await aMaker(db)
  await shop.setLimit(limit)
  const { transactionId, orderId } = await shop.start()
  const utr = aUtr(shop.till.now())
  await shop.tell({ transactionId, orderId }, utr)
  const onStatement = (amount: number, by = shop.maker) => ({
    paymentId: transactionId,
    by,
    amount,
    utrLastFour: utr.slice(-4),
  })
  return { ...shop, second, transactionId, orderId, utr, onStatement }
}

/** One maker reports one paisa too much; the money waits in review. */
async function aReportedShop(db: Db, limit: number) {
  const shop = await aToldShop(db, limit)
  await reportWrongAmount(shop.till, shop.onStatement(2149.01))
  const { id } = onlyRow(await db.select().from(refundsDue))
  const accept = (by: Maker) => acceptMoney(shop.till, { id, by, reason: 'Rounded up' })
  return { ...shop, accept }
}

describe('much money', () => {
  it('needs two makers: the first word changes nothing, the second pays', () =>
    inTestTransaction(async (db) => {
      const shop = await aToldShop(db, 2148.99)
      const first = shop.onStatement(2149)
      expect(await confirmReceived(shop.till, first)).toEqual({ status: 'pending', waitsForSecond: true })
      expect(await shop.standing()).toMatchObject({ payment: 'awaiting_confirmation', order: 'pending' })
      await expect(confirmReceived(shop.till, first)).rejects.toMatchObject({ code: 'conflict' })
      const { second } = shop
      expect(await listConfirmations(db)).toMatchObject({
        makers: 2,
        twoAbove: 2148.99,
        waiting: [{ needsTwo: true, confirmedBy: shop.maker.email }],
      })
      expect(await confirmReceived(shop.till, { ...first, by: second })).toEqual({
        status: 'success',
        waitsForSecond: false,
      })
      const log = await db.select().from(auditLog).orderBy(auditLog.createdAt)
      expect(log.map(({ actorEmail }) => actorEmail)).toEqual([shop.maker.email, shop.maker.email, second.email])
      await expectInvariants(db)
    }))

  it('needs two of exactly this number: what is typed anew is looked for anew', () =>
    inTestTransaction(async (db) => {
      const shop = await aToldShop(db, 100)
      await confirmReceived(shop.till, shop.onStatement(2149))
      const { second } = shop
      await rejectPayment(shop.till, { paymentId: shop.transactionId, by: second, reason: 'I do not see it.' })
      shop.till.passMinutes(1)
      await shop.tell(shop, shop.utr)
      expect(await confirmReceived(shop.till, shop.onStatement(2149, second))).toMatchObject({
        waitsForSecond: true,
      })
    }))

  it('needs one up to the limit', () =>
    inTestTransaction(async (db) => {
      const shop = await aToldShop(db, 2149)
      expect(await listConfirmations(db)).toMatchObject({ waiting: [{ needsTwo: false, confirmedBy: null }] })
      expect(await confirmReceived(shop.till, shop.onStatement(2149))).toMatchObject({ status: 'success' })
    }))

  it('H6: needs one when the limit is raised, also when one word waits for the second', () =>
    inTestTransaction(async (db) => {
      const shop = await aToldShop(db, 2148.99)
      expect(await confirmReceived(shop.till, shop.onStatement(2149))).toMatchObject({ waitsForSecond: true })
      await shop.setLimit(10_000)
      expect(await listConfirmations(db)).toMatchObject({
        twoAbove: 10_000,
        waiting: [{ needsTwo: false, confirmedBy: shop.maker.email }],
      })
      expect(await confirmReceived(shop.till, shop.onStatement(2149))).toMatchObject({ status: 'success' })
      await expectInvariants(db)
    }))

  it('needs two also when the limit is lowered after the number was typed', () =>
    inTestTransaction(async (db) => {
      const shop = await aToldShop(db, 10_000)
      await shop.setLimit(100)
      expect(await listConfirmations(db)).toMatchObject({ waiting: [{ needsTwo: true }] })
      expect(await confirmReceived(shop.till, shop.onStatement(2149))).toMatchObject({ waitsForSecond: true })
    }))
})

/** As the removal of an admin leaves it. */
const remove = (db: Db, { id }: Maker) => db.update(users).set({ isAdmin: false }).where(eq(users.id, id))

describe('a shop with one admin', () => {
  it('H6: needs no second word, whatever the amount', () =>
    inTestTransaction(async (db) => {
      const shop = await aManualShop(db, { pricePaise: 99_999_00 })
      const told = await shop.start()
      await shop.tell(told, '632612345678')
      expect(await listConfirmations(db)).toMatchObject({ makers: 1, twoAbove: 10_000, waiting: [{ needsTwo: false }] })
      const found = { paymentId: told.transactionId, by: shop.maker, amount: 99_999, utrLastFour: '5678' }
      expect(await confirmReceived(shop.till, found)).toEqual({ status: 'success', waitsForSecond: false })
    }))

  it('H6: can confirm what waits for a second word when the second admin is removed', () =>
    inTestTransaction(async (db) => {
      const shop = await aToldShop(db, 100)
      await confirmReceived(shop.till, shop.onStatement(2149))
      await expect(confirmReceived(shop.till, shop.onStatement(2149))).rejects.toMatchObject({ code: 'conflict' })
      await remove(db, shop.second)
      expect(await listConfirmations(db)).toMatchObject({ makers: 1, waiting: [{ needsTwo: false }] })
      expect(await confirmReceived(shop.till, shop.onStatement(2149))).toMatchObject({ status: 'success' })
      await expectInvariants(db)
    }))

  it('H6: can confirm when the one who gave the first word was removed', () =>
    inTestTransaction(async (db) => {
      const shop = await aToldShop(db, 100)
      await confirmReceived(shop.till, shop.onStatement(2149, shop.second))
      await remove(db, shop.second)
      expect(await confirmReceived(shop.till, shop.onStatement(2149))).toMatchObject({ status: 'success' })
    }))

  it('H6: needs two words as soon as there are two admins', () =>
    inTestTransaction(async (db) => {
      const shop = await aToldShop(db, 100)
      await remove(db, shop.second)
      const third = await aMaker(db)
      expect(await listConfirmations(db)).toMatchObject({ makers: 2, waiting: [{ needsTwo: true }] })
      expect(await confirmReceived(shop.till, shop.onStatement(2149))).toMatchObject({ waitsForSecond: true })
      expect(await confirmReceived(shop.till, shop.onStatement(2149, third))).toMatchObject({ status: 'success' })
    }))

  it('H6: accepts itself an amount that it reported', () =>
    inTestTransaction(async (db) => {
      const shop = await aReportedShop(db, 100)
      await remove(db, shop.second)
      await shop.accept(shop.maker)
      expect(await shop.standing()).toMatchObject({ payment: 'success' })
    }))
})

describe('an amount that one maker has reported', () => {
  it('pays only when another maker accepts it, so that nobody pays an order alone', () =>
    inTestTransaction(async (db) => {
      const shop = await aReportedShop(db, 2148.99)
      await expect(shop.accept(shop.maker)).rejects.toMatchObject({ code: 'conflict' })
      expect(await shop.standing()).toMatchObject({ payment: 'review', order: 'pending' })
      expect((await db.select().from(auditLog)).filter(({ entity }) => entity === 'payment')).toHaveLength(1)
      await shop.accept(await aMaker(db))
      expect(await shop.standing()).toMatchObject({ payment: 'success', order: 'processing', stock: 4 })
      await expectInvariants(db)
    }))

  it('H6: is accepted by the same admin when the limit is raised afterwards', () =>
    inTestTransaction(async (db) => {
      const shop = await aReportedShop(db, 2148.99)
      await shop.setLimit(10_000)
      await shop.accept(shop.maker)
      expect(await shop.standing()).toMatchObject({ payment: 'success' })
    }))

  it('is accepted by the same maker up to the limit', () =>
    inTestTransaction(async (db) => {
      const shop = await aReportedShop(db, 2149)
      await shop.accept(shop.maker)
      expect(await shop.standing()).toMatchObject({ payment: 'success' })
    }))
})
