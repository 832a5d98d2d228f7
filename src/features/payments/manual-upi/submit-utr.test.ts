import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { products, stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import {
  confirmPayment,
  rejectPayment,
  reportWrongAmount,
} from '#src/features/payments/manual-upi/confirmation/confirm-payment.server.ts'
import { listPendingConfirmations } from '#src/features/payments/manual-upi/confirmation/pending-confirmations.server.ts'
import { findOrderPayment } from '#src/features/payments/order-payment/order-payment.server.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { verifyPayment } from '#src/features/payments/polling/poll-gateway.server.ts'
import { recordExternalRefund } from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createManualUpiShop, createUtr } from '#tests/factories/payments/manual-upi.ts'
import { createCheckout } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { submittedUtrs } from './manual-upi.table.server.ts'
import { submitUtr } from './submit-utr.server.ts'
import { CONFIRMATION_TIME_TEXT } from './utr.ts'

type Shop = Awaited<ReturnType<typeof createManualUpiShop>>
type Started = Awaited<ReturnType<Shop['start']>>

const found = ({ admin: by }: Pick<Shop, 'admin'>, { transactionId: paymentId }: Started, utr: string) => ({
  paymentId,
  by,
  amount: 2149,
  utrLastFour: utr.slice(-4),
})
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing refused',
    (error) => (error instanceof DomainError ? error.code : error),
  )
const submit = async (shop: Shop) => {
  const started = await shop.start()
  const utr = createUtr(shop.context.now())
  await shop.tell(started, utr)
  return { started, utr }
}
const eventsOf = (db: Db) => db.select().from(paymentEvents).orderBy(paymentEvents.receivedAt)
const mailsTo = (db: Db, to: string) => db.select().from(outboxMessages).where(eq(outboxMessages.to, to))

describe("a payment to the shop's own UPI id", () => {
  it('case 1: has a link with the exact amount and the registered name, and no payment page', () =>
    inTestTransaction(async (db) => {
      const started = await (await createManualUpiShop(db)).start()
      expect(started).toMatchObject({
        isByHand: true,
        submittedUtr: null,
        upiId: 'golconda@okaxis',
        payeeName: 'Asha Rao',
      })
      expect(started.paymentUrl).toBe(started.upiLink)
      expect(started.upiLink).toMatch(/^upi:\/\/pay\?pa=golconda%40okaxis&pn=Asha%20Rao&tr=KC[0-9A-Z]{26}&tn=/)
      expect(started.upiLink).toMatch(/&am=2149\.00&cu=INR$/)
      expect(started.upiLink).not.toMatch(/[+]|mc=/)
    }))

  it('case 16: stays pending however often the customer confirms it', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { transactionId, orderId } = await shop.start()
      expect(await verifyPayment(shop.context, shop.customer.id, { transactionId, orderId })).toEqual({
        success: false,
        status: 'pending',
      })
    }))
})

describe('a UTR that the customer submits', () => {
  it('waits for an admin with the items reserved for two hours, and is mailed to the admin, not called a success', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const started = await shop.start()
      const utr = createUtr(shop.context.now())
      const { transactionId, orderId } = started
      expect(await shop.tell(started, utr)).toEqual({
        status: 'pending',
        submittedUtr: utr,
        message: CONFIRMATION_TIME_TEXT,
        reservedUntil: addMinutes(shop.context.now(), 2 * 60).toISOString(),
        warning: null,
      })
      const payment = onlyRow(await db.select().from(payments))
      const later = addMinutes(payment.createdAt, 2 * 60)
      expect(payment).toMatchObject({ status: 'awaiting_confirmation', expiresAt: later, upiTxnId: null })
      expect(onlyRow(await db.select().from(stockReservations)).expiresAt).toEqual(later)
      expect(await verifyPayment(shop.context, shop.customer.id, { transactionId, orderId })).toEqual({
        success: false,
        status: 'pending',
        submittedUtr: utr,
        reservedUntil: later.toISOString(),
      })
      const [mail] = await mailsTo(db, shop.admin.email)
      expect(mail?.text).toContain(utr)
      expect(await eventsOf(db)).toMatchObject([{ source: 'customer', result: 'applied', amountPaise: null }])
      await expectInvariants(db)
    }))

  it('is one submission however often it is sent', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      await shop.tell(started, utr)
      expect(await eventsOf(db)).toHaveLength(1)
      expect(await mailsTo(db, shop.admin.email)).toHaveLength(1)
    }))

  it('no longer promises the items once their reservation has expired', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      const { transactionId, orderId } = started
      shop.context.advanceMinutes(2 * 60)
      await expireOverduePayments(shop.context)
      const later = await verifyPayment(shop.context, shop.customer.id, { transactionId, orderId })
      expect(later).toMatchObject({ status: 'expired', submittedUtr: utr, reservedUntil: null })
      const right = createUtr(shop.context.now(), '87654321')
      expect(await shop.tell(started, right)).toMatchObject({ submittedUtr: right, reservedUntil: null })
    }))

  it('can be corrected, which releases the old number but not the time', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr: wrong } = await submit(shop)
      const [before] = await db.select().from(payments)
      shop.context.advanceMinutes(90)
      const right = createUtr(shop.context.now(), '87654321')
      await shop.tell(started, right)
      expect((await listPendingConfirmations(db)).waiting.map(({ utr }) => utr)).toEqual([right])
      expect(onlyRow(await db.select().from(payments)).expiresAt).toEqual(before?.expiresAt)
      expect(await eventsOf(db)).toHaveLength(2)
      shop.context.advanceMinutes(1)
      await shop.tell(started, wrong)
      const mails = (await mailsTo(db, shop.admin.email)).map(({ text }) => /It replaces the UTR (\d+)/.exec(text)?.[1])
      expect(mails.toSorted()).toEqual([wrong, right, undefined].toSorted())
    }))

  it('that does not look like one of today is stored with a warning', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { warning } = await shop.tell(await shop.start(), '000012345678')
      expect(warning).toContain('does not look like')
      expect((await listPendingConfirmations(db)).waiting).toMatchObject([{ looksRecent: false }])
    }))

  it('case 17: of another order is rejected, reported to the admin, and changes nothing', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { utr } = await submit(shop)
      const { customer, started } = await shop.startAnother()
      const { transactionId, orderId } = started
      const submission = submitUtr(shop.context, customer.id, { transactionId, orderId, utr })
      await expect(submission).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('another order'),
      })
      const other = onlyRow(await db.select().from(payments).where(eq(payments.id, transactionId)))
      expect(other.status).toBe('pending')
      expect((await mailsTo(db, shop.admin.email)).map(({ subject }) => subject)).toContainEqual(
        expect.stringContaining('one UTR for two orders'),
      )
    }))

  it('of a paid order is refused for another order', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      await confirmPayment(shop.context, found(shop, started, utr))
      const { customer, started: other } = await shop.startAnother()
      const { transactionId, orderId } = other
      expect(await refusalOf(submitUtr(shop.context, customer.id, { transactionId, orderId, utr }))).toBe('invalid')
    }))

  it('that was paid stays with its order, also after a refund and another UTR', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      await reportWrongAmount(shop.context, { ...found(shop, started, utr), amount: 2000 })
      const { id } = onlyRow(await db.select().from(refunds))
      await recordExternalRefund(shop.context, { id, bankReference: '632599999999', by: shop.admin })
      expect(await refusalOf(shop.tell(started, utr))).toBe('conflict')
      const right = createUtr(shop.context.now(), '87654321')
      await shop.tell(started, right)
      const { customer, started: other } = await shop.startAnother()
      const { transactionId, orderId } = other
      expect(await refusalOf(submitUtr(shop.context, customer.id, { transactionId, orderId, utr }))).toBe('invalid')
      expect((await listPendingConfirmations(db)).waiting.map(({ utr }) => utr)).toEqual([right])
      expect(await confirmPayment(shop.context, found(shop, started, right))).toMatchObject({ status: 'success' })
      await expectInvariants(db)
    }))

  it('that was paid is rejected even if no customer submitted it', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      await confirmPayment(shop.context, found(shop, started, utr))
      await db.delete(submittedUtrs)
      const { customer, started: other } = await shop.startAnother()
      const { transactionId, orderId } = other
      expect(await refusalOf(submitUtr(shop.context, customer.id, { transactionId, orderId, utr }))).toBe('invalid')
    }))

  it("of another customer's payment, or with a wrong pair of ids, is 404", () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { transactionId, orderId } = await shop.start()
      const { customer, started } = await shop.startAnother()
      const utr = createUtr(shop.context.now())
      const asOther = (of: { transactionId: string; orderId: string }) =>
        refusalOf(submitUtr(shop.context, customer.id, { ...of, utr }))
      expect(await asOther({ transactionId, orderId })).toBe('not-found')
      expect(await asOther({ transactionId, orderId: started.orderId })).toBe('not-found')
    }))

  it('keeps its order from being paid twice or replaced', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      const { id } = onlyRow(await db.select().from(orders))
      expect(await retryPayment(shop.context, shop.customer.id, id)).toMatchObject({
        transactionId: started.transactionId,
        submittedUtr: utr,
      })
      const instead = { ...shop.checkout, orderId: 'ORD_1763750000000_instead', replaces: shop.checkout.orderId }
      await expect(initiatePayment(shop.context, shop.customer.id, instead)).rejects.toMatchObject({
        code: 'conflict',
        details: { paidOrderId: shop.checkout.orderId },
      })
      shop.context.advanceMinutes(24 * 60)
      await expireOverduePayments(shop.context)
      await expect(retryPayment(shop.context, shop.customer.id, id)).rejects.toThrow(utr)
    }))

  it('is accepted after the payment expired, as a late payment', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const started = await shop.start()
      shop.context.advanceMinutes(20)
      await expireOverduePayments(shop.context)
      const utr = createUtr(shop.context.now())
      await shop.tell(started, utr)
      expect(await shop.standing()).toMatchObject({ payment: 'expired', reserved: 0 })
      expect((await listPendingConfirmations(db)).waiting).toMatchObject([{ utr, reservedUntil: null }])
      await confirmPayment(shop.context, found(shop, started, utr))
      expect(await shop.standing()).toMatchObject({ payment: 'success', late: true, order: 'processing', stock: 4 })
      await expectInvariants(db)
    }))

  it('is shown in the order until an admin has decided', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { transactionId } = await shop.start()
      const order = onlyRow(await db.select().from(orders))
      expect(await findOrderPayment(db, order)).toMatchObject({ byHand: { transactionId, utr: null } })
      const utr = createUtr(shop.context.now())
      const started = { transactionId, orderId: shop.checkout.orderId }
      await shop.tell(started, utr)
      expect(await findOrderPayment(db, order)).toMatchObject({ status: 'pending', byHand: { transactionId, utr } })
      await confirmPayment(shop.context, {
        paymentId: transactionId,
        by: shop.admin,
        amount: 2149,
        utrLastFour: utr.slice(-4),
      })
      expect(await findOrderPayment(db, order)).toMatchObject({ status: 'success', upiTxnId: utr, byHand: null })
    }))
})

describe('an admin with the bank statement', () => {
  it('case 18: confirms with the amount and the last four digits: the order is paid, and the admin is recorded', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      expect(await confirmPayment(shop.context, { ...found(shop, started, utr), note: 'SBI, 14:05' })).toEqual({
        status: 'success',
        waitsForSecond: false,
      })
      expect(await shop.standing()).toEqual({
        payment: 'success',
        late: false,
        order: 'processing',
        stock: 4,
        reserved: 0,
      })
      const said = (await eventsOf(db)).find(({ source }) => source === 'admin')
      expect(said).toMatchObject({ result: 'applied', amountPaise: 214_900, upiTxnId: utr })
      expect(JSON.parse(said?.raw ?? '')).toEqual({
        act: 'confirm',
        utr,
        amount: 2149,
        utrLastFour: utr.slice(-4),
        note: 'SBI, 14:05',
        by: shop.admin.email,
        byId: shop.admin.id,
        at: shop.context.now().toISOString(),
      })
      expect(await db.select().from(auditLog)).toMatchObject([
        { actorEmail: shop.admin.email, entityId: started.transactionId, after: { status: 'success', amount: 2149 } },
      ])
      expect((await listPendingConfirmations(db)).waiting).toEqual([])
      expect(await refusalOf(confirmPayment(shop.context, found(shop, started, utr)))).toBe('conflict')
      expect(await refusalOf(shop.tell(started, createUtr(shop.context.now(), '00000000')))).toBe('conflict')
      await expectInvariants(db)
    }))

  it.each([
    ['another amount', { amount: 2140 }],
    ['other digits', { utrLastFour: '0000' }],
  ])('case 19: changes nothing with %s, and that is audited', (_, wrong) =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      expect(await refusalOf(confirmPayment(shop.context, { ...found(shop, started, utr), ...wrong }))).toBe('mismatch')
      expect(await shop.standing()).toMatchObject({ payment: 'awaiting_confirmation', order: 'pending', reserved: 1 })
      expect(await db.select().from(auditLog)).toMatchObject([{ after: { money: 'refused to confirm', ...wrong } }])
      expect((await eventsOf(db)).map(({ result }) => result)).toEqual(['applied', 'mismatch'])
      await confirmPayment(shop.context, found(shop, started, utr))
      expect(await shop.standing()).toMatchObject({ payment: 'success' })
    }),
  )

  it('rejects before the deadline: the payment is open again, the UTR free, the customer notified', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      const reject = { paymentId: started.transactionId, by: shop.admin, reason: 'Not on the statement.' }
      expect(await rejectPayment(shop.context, reject)).toEqual({ status: 'pending', waitsForSecond: false })
      const payment = onlyRow(await db.select().from(payments))
      expect(payment).toMatchObject({ status: 'pending', expiresAt: addMinutes(payment.createdAt, 15) })
      expect(await shop.standing()).toMatchObject({ reserved: 1 })
      expect(await db.select().from(submittedUtrs)).toEqual([])
      const [mail] = await mailsTo(db, shop.customer.email)
      expect(mail?.text).toContain('Not on the statement.')
      await shop.tell(started, utr)
      expect(await shop.standing()).toMatchObject({ payment: 'awaiting_confirmation' })
      await expectInvariants(db)
    }))

  it('rejects after the deadline: the payment has expired, and its items are released', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started } = await submit(shop)
      shop.context.advanceMinutes(60)
      const reject = { paymentId: started.transactionId, by: shop.admin, reason: 'Not on the statement.' }
      expect(await rejectPayment(shop.context, reject)).toEqual({ status: 'expired', waitsForSecond: false })
      expect(await shop.standing()).toMatchObject({ payment: 'expired', stock: 5, reserved: 0 })
      expect(onlyRow(await db.select().from(payments)).expiresAt).toEqual(shop.context.now())
      const { id } = onlyRow(await db.select().from(orders))
      expect(await retryPayment(shop.context, shop.customer.id, id)).toMatchObject({
        submittedUtr: null,
        status: 'pending',
      })
      await expectInvariants(db)
    }))

  it('finds another amount: it goes to review for a refund, and the right amount can only be confirmed', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const { started, utr } = await submit(shop)
      expect(await refusalOf(reportWrongAmount(shop.context, found(shop, started, utr)))).toBe('mismatch')
      expect(await reportWrongAmount(shop.context, { ...found(shop, started, utr), amount: 2000 })).toEqual({
        status: 'review',
        waitsForSecond: false,
      })
      expect(await shop.standing()).toMatchObject({ payment: 'review', order: 'pending', stock: 5, reserved: 0 })
      expect(await db.select().from(refunds)).toMatchObject([
        { reason: 'wrong-amount', amountPaise: 200_000, upiTxnId: utr },
      ])
      expect((await listPendingConfirmations(db)).waiting).toEqual([])
      await expectInvariants(db)
    }))

  it('reserves the items for two hours for a new customer, for a day for a known one', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const first = await submit(shop)
      shop.context.advanceMinutes(119)
      expect(await expireOverduePayments(shop.context)).toBe(0)
      await confirmPayment(shop.context, found(shop, first.started, first.utr))
      await db.update(orders).set({ packedAt: shop.context.now() })
      const next = createCheckout(shop.product)
      const { transactionId, orderId } = await initiatePayment(shop.context, shop.customer.id, next)
      await shop.tell({ transactionId, orderId }, createUtr(shop.context.now(), '87654321'))
      shop.context.advanceMinutes(24 * 60 - 1)
      expect(await expireOverduePayments(shop.context)).toBe(0)
      shop.context.advanceMinutes(2)
      expect(await expireOverduePayments(shop.context)).toBe(1)
    }))

  it('reserves the items for two hours; a later confirmation takes them again or leads to a refund', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db, { stock: 1 })
      const { started, utr } = await submit(shop)
      shop.context.advanceMinutes(2 * 60 - 1)
      expect(await expireOverduePayments(shop.context)).toBe(0)
      shop.context.advanceMinutes(2)
      expect(await expireOverduePayments(shop.context)).toBe(1)
      expect(await shop.standing()).toMatchObject({ payment: 'expired', reserved: 0 })
      await db.update(products).set({ stock: 0 })
      await confirmPayment(shop.context, found(shop, started, utr))
      expect(await shop.standing()).toMatchObject({ payment: 'review', order: 'pending', stock: 0 })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'sold-out', upiTxnId: utr }])
    }))

  it('finds two payments of one order: the second is refunded', () =>
    inTestTransaction(async (db) => {
      const shop = await createManualUpiShop(db)
      const started = await shop.start()
      shop.context.advanceMinutes(20)
      await expireOverduePayments(shop.context)
      const { id } = onlyRow(await db.select().from(orders))
      const again = await retryPayment(shop.context, shop.customer.id, id)
      const [first, second] = [createUtr(shop.context.now(), '11111111'), createUtr(shop.context.now(), '22222222')]
      await shop.tell(again, second)
      await shop.tell(started, first)
      await confirmPayment(shop.context, found(shop, again, second))
      expect(await confirmPayment(shop.context, found(shop, started, first))).toMatchObject({ status: 'review' })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'duplicate-payment', upiTxnId: first }])
      await expectInvariants(db)
    }))
})
