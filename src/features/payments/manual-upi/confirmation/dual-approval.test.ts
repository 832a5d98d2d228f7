import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { acceptPayment } from '#src/features/payments/reconciliation/resolve-unmatched.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createManualUpiShop, createUtr } from '#tests/factories/payments/manual-upi.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { confirmPayment, rejectPayment, reportWrongAmount } from './confirm-payment.server.ts'
import { listPendingConfirmations } from './pending-confirmations.server.ts'

async function createShopWithUtr(db: Db, limit: number) {
  const shop = await createManualUpiShop(db)
  const second = await createAdmin(db)
  await shop.setLimit(limit)
  const { transactionId, orderId } = await shop.start()
  const utr = createUtr(shop.context.now())
  await shop.tell({ transactionId, orderId }, utr)
  const onStatement = (amount: number, by = shop.admin) => ({
    paymentId: transactionId,
    by,
    amount,
    utrLastFour: utr.slice(-4),
  })
  return { ...shop, second, transactionId, orderId, utr, onStatement }
}

async function createShopWithReport(db: Db, limit: number) {
  const shop = await createShopWithUtr(db, limit)
  await reportWrongAmount(shop.context, shop.onStatement(2149.01))
  const { id } = onlyRow(await db.select().from(refunds))
  const accept = (by: Actor) => acceptPayment(shop.context, { id, by, reason: 'Rounded up' })
  return { ...shop, accept }
}

describe('a large amount', () => {
  it('needs two admins: the first approval changes nothing, the second pays', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithUtr(db, 2148.99)
      const first = shop.onStatement(2149)
      expect(await confirmPayment(shop.context, first)).toEqual({ status: 'pending', waitsForSecond: true })
      expect(await shop.standing()).toMatchObject({ payment: 'awaiting_confirmation', order: 'pending' })
      await expect(confirmPayment(shop.context, first)).rejects.toMatchObject({ code: 'conflict' })
      const { second } = shop
      expect(await listPendingConfirmations(db)).toMatchObject({
        adminCount: 2,
        dualApprovalAbove: 2148.99,
        waiting: [{ needsDualApproval: true, confirmedBy: shop.admin.email }],
      })
      expect(await confirmPayment(shop.context, { ...first, by: second })).toEqual({
        status: 'success',
        waitsForSecond: false,
      })
      const log = await db.select().from(auditLog).orderBy(auditLog.createdAt)
      expect(log.map(({ actorEmail }) => actorEmail)).toEqual([shop.admin.email, shop.admin.email, second.email])
      await expectInvariants(db)
    }))

  it('needs two approvals of the same UTR: a corrected one starts again', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithUtr(db, 100)
      await confirmPayment(shop.context, shop.onStatement(2149))
      const { second } = shop
      await rejectPayment(shop.context, { paymentId: shop.transactionId, by: second, reason: 'I do not see it.' })
      shop.context.advanceMinutes(1)
      await shop.tell(shop, shop.utr)
      expect(await confirmPayment(shop.context, shop.onStatement(2149, second))).toMatchObject({
        waitsForSecond: true,
      })
    }))

  it('needs one approval up to the limit', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithUtr(db, 2149)
      expect(await listPendingConfirmations(db)).toMatchObject({
        waiting: [{ needsDualApproval: false, confirmedBy: null }],
      })
      expect(await confirmPayment(shop.context, shop.onStatement(2149))).toMatchObject({ status: 'success' })
    }))

  it('needs one approval when the limit is raised, also when one waits for the second', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithUtr(db, 2148.99)
      expect(await confirmPayment(shop.context, shop.onStatement(2149))).toMatchObject({ waitsForSecond: true })
      await shop.setLimit(10_000)
      expect(await listPendingConfirmations(db)).toMatchObject({
        dualApprovalAbove: 10_000,
        waiting: [{ needsDualApproval: false, confirmedBy: shop.admin.email }],
      })
      expect(await confirmPayment(shop.context, shop.onStatement(2149))).toMatchObject({ status: 'success' })
      await expectInvariants(db)
    }))

  it('needs two approvals also when the limit is lowered after the UTR was submitted', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithUtr(db, 10_000)
      await shop.setLimit(100)
      expect(await listPendingConfirmations(db)).toMatchObject({ waiting: [{ needsDualApproval: true }] })
      expect(await confirmPayment(shop.context, shop.onStatement(2149))).toMatchObject({ waitsForSecond: true })
    }))
})

const remove = (db: Db, { id }: Actor) => db.update(users).set({ isAdmin: false }).where(eq(users.id, id))

describe('a shop with one admin', () => {
  it('needs no second approval, whatever the amount', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db, { pricePaise: 99_999_00 })
      const mails = await shop.start()
      await shop.tell(mails, '632612345678')
      expect(await listPendingConfirmations(db)).toMatchObject({
        adminCount: 1,
        dualApprovalAbove: 10_000,
        waiting: [{ needsDualApproval: false }],
      })
      const found = { paymentId: mails.transactionId, by: shop.admin, amount: 99_999, utrLastFour: '5678' }
      expect(await confirmPayment(shop.context, found)).toEqual({ status: 'success', waitsForSecond: false })
    }))

  it('can confirm what waits for a second approval when the second admin is removed', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithUtr(db, 100)
      await confirmPayment(shop.context, shop.onStatement(2149))
      await expect(confirmPayment(shop.context, shop.onStatement(2149))).rejects.toMatchObject({ code: 'conflict' })
      await remove(db, shop.second)
      expect(await listPendingConfirmations(db)).toMatchObject({
        adminCount: 1,
        waiting: [{ needsDualApproval: false }],
      })
      expect(await confirmPayment(shop.context, shop.onStatement(2149))).toMatchObject({ status: 'success' })
      await expectInvariants(db)
    }))

  it('can confirm when the admin of the first approval was removed', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithUtr(db, 100)
      await confirmPayment(shop.context, shop.onStatement(2149, shop.second))
      await remove(db, shop.second)
      expect(await confirmPayment(shop.context, shop.onStatement(2149))).toMatchObject({ status: 'success' })
    }))

  it('needs two approvals as soon as there are two admins', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithUtr(db, 100)
      await remove(db, shop.second)
      const third = await createAdmin(db)
      expect(await listPendingConfirmations(db)).toMatchObject({
        adminCount: 2,
        waiting: [{ needsDualApproval: true }],
      })
      expect(await confirmPayment(shop.context, shop.onStatement(2149))).toMatchObject({ waitsForSecond: true })
      expect(await confirmPayment(shop.context, shop.onStatement(2149, third))).toMatchObject({ status: 'success' })
    }))

  it('can accept an amount that its admin reported', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithReport(db, 100)
      await remove(db, shop.second)
      await shop.accept(shop.admin)
      expect(await shop.standing()).toMatchObject({ payment: 'success' })
    }))
})

describe('an amount that one admin has reported', () => {
  it('pays only when another admin accepts it', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithReport(db, 2148.99)
      await expect(shop.accept(shop.admin)).rejects.toMatchObject({ code: 'conflict' })
      expect(await shop.standing()).toMatchObject({ payment: 'review', order: 'pending' })
      expect((await db.select().from(auditLog)).filter(({ entity }) => entity === 'payment')).toHaveLength(1)
      await shop.accept(await createAdmin(db))
      expect(await shop.standing()).toMatchObject({ payment: 'success', order: 'processing', stock: 4 })
      await expectInvariants(db)
    }))

  it('is accepted by the same admin when the limit is raised afterwards', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithReport(db, 2148.99)
      await shop.setLimit(10_000)
      await shop.accept(shop.admin)
      expect(await shop.standing()).toMatchObject({ payment: 'success' })
    }))

  it('is accepted by the same admin up to the limit', () =>
    inTestTransaction(async (db) => {
      const shop = await createShopWithReport(db, 2149)
      await shop.accept(shop.admin)
      expect(await shop.standing()).toMatchObject({ payment: 'success' })
    }))
})
