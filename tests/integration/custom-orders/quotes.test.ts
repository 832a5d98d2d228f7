import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { setCustomOrderStatus } from '#src/features/custom-orders/admin/set-custom-order-status.server.ts'
import type { CustomOrderStatus } from '#src/features/custom-orders/custom-order-options.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { eraseCustomOrders } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import { acceptQuote, askAboutQuote, getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { answerQuestion } from '#src/features/custom-orders/quotes/answer-question.server.ts'
import { cancelQuotedCustomOrder } from '#src/features/custom-orders/quotes/quote-order-sync.server.ts'
import { sendSlaReminders } from '#src/features/custom-orders/quotes/quote-sla-reminders.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import type { OnOrderCancelled } from '#src/features/orders/change-order-status.server.ts'
import { cancelCustomerOrder, confirmDelivery } from '#src/features/orders/customer/customer-orders.server.ts'
import { planReorder } from '#src/features/orders/customer/reorder.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { cancelOrderPayment } from '#src/features/payments/order-payment/cancel-order-payment.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/verify-payment.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import {
  createAcceptance,
  createQuotedOrder,
  findCustomOrder,
  insertCustomOrder,
  readQuoteToken,
  sendTestQuote,
  TEST_ADMIN,
  TEST_ADMIN_EMAIL,
} from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments, type TestPaymentContext } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const endWhatHangsOnOrder: OnOrderCancelled = async (tx, orderId, by) => {
  await cancelOrderPayment(tx, orderId)
  await cancelQuotedCustomOrder(tx, orderId, by)
}

/** A chocolate of ₹1,850, with shipping ₹2,000. */
const PRICE = 1850
const TOTAL = 2000

async function anAcceptedQuote(db: Db) {
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const quoted = await createQuotedOrder(context, PRICE)
  const link = { token: quoted.token, userId: customer.id }
  const started = await acceptQuote(context, link, createAcceptance(TOTAL))
  return { context, customer, quoted, link, started }
}

async function aPaidQuote(db: Db) {
  const accepted = await anAcceptedQuote(db)
  await simulatePayment(accepted.context, accepted.started.clientTxnId)
  return { ...accepted, order: await orderOf(db, accepted.started.orderId) }
}

const orderOf = async (db: Db, reference: string) =>
  onlyRow(await db.select().from(orders).where(eq(orders.reference, reference)))
const statusOf = async (db: Db, id: string) =>
  onlyRow(await db.select().from(customOrders).where(eq(customOrders.id, id))).status
const move = (context: TestPaymentContext, id: string, status: CustomOrderStatus) =>
  setCustomOrderStatus(context.db, { id, status, by: TEST_ADMIN, now: context.now() })
const decline = (context: TestPaymentContext, id: string, reason: string) =>
  setCustomOrderStatus(context.db, { id, status: 'cancelled', reason, by: TEST_ADMIN, now: context.now() })
const mailAbout = async (db: Db, subject: RegExp) =>
  (await db.select().from(outboxMessages)).filter((message) => subject.test(message.subject))

describe('a quotation', () => {
  it('is sent by e-mail and SMS with a link of which the database keeps only a hash', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const { id, reference, token } = await createQuotedOrder(context, PRICE)
      const row = await findCustomOrder(db, reference)
      expect(row).toMatchObject({
        status: 'quoted',
        quotedPaise: 1850_00,
        adminNotes: 'Ready in five days.',
        quotedAt: context.now(),
        answeredAt: context.now(),
        validUntil: new Date(context.now().getTime() + 72 * 3_600_000),
      })
      expect(JSON.stringify(row)).not.toContain(token)
      const [mail] = await mailAbout(db, /your quotation/)
      expect(mail?.text).toMatch(/Price: ₹1,850\.00\nShipping: ₹150\.00\nTotal: ₹2,000\.00/)
      expect(mail?.text).toContain('From our maker:\nReady in five days.')
      expect((await listMailboxMessages(db, '+919876543210'))[0]?.text).toContain(
        `//shop.example/checkout?quote=${token}`,
      )
      expect(await db.select().from(auditLog)).toMatchObject([
        {
          entity: 'custom-order',
          entityId: id,
          actorEmail: TEST_ADMIN.email,
          before: { status: 'quote-pending', quotedPaise: null },
          after: { status: 'quoted', quotedPaise: 1850_00, adminNotes: 'Ready in five days.' },
        },
      ])
    }))

  it('replaces the one before, whose link stops working', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, reference, token } = await createQuotedOrder(context, PRICE)
      await sendTestQuote(context, id, 1600)
      const newer = { token: await readQuoteToken(db, reference), userId: customer.id }
      expect((await getQuote(db, newer, context.now())).price).toBe(1600)
      const older = { token, userId: customer.id }
      await expect(getQuote(db, older, context.now())).rejects.toMatchObject({ code: 'not-found' })
      await expect(acceptQuote(context, older, createAcceptance(TOTAL))).rejects.toMatchObject({ code: 'not-found' })
      expect(await db.$count(orders)).toBe(0)
    }))

  it('shows its customer everything, including shipping', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { token, reference } = await createQuotedOrder(context, PRICE)
      expect(await getQuote(db, { token, userId: customer.id }, context.now())).toMatchObject({
        reference,
        state: 'open',
        price: 1850,
        shipping: 150,
        total: 2000,
        notes: 'Ready in five days.',
        order: null,
        composition: { flavor: 'ruby', shape: 'heart', name: 'Noor', quantity: 2, message: 'To thirty years.' },
      })
      context.advanceMinutes(72 * 60 + 1)
      expect((await getQuote(db, { token, userId: customer.id }, context.now())).state).toBe('expired')
    }))

  it('is not priced beyond what UPI can pay', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const { id } = await insertCustomOrder(db)
      await expect(sendTestQuote(context, id, 100_001)).rejects.toThrow('limited to')
      expect(await statusOf(db, id)).toBe('quote-pending')
    }))

  it('of an agreed price is not sent again', () =>
    inTestTransaction(async (db) => {
      const { context, quoted } = await aPaidQuote(db)
      await expect(sendTestQuote(context, quoted.id, 1)).rejects.toMatchObject({ code: 'conflict' })
      expect(await findCustomOrder(db, quoted.reference)).toMatchObject({ status: 'confirmed', quotedPaise: 1850_00 })
    }))

  it('is not changed while the customer is paying, but after that', () =>
    inTestTransaction(async (db) => {
      const { context, quoted, started } = await anAcceptedQuote(db)
      await expect(sendTestQuote(context, quoted.id, 1)).rejects.toMatchObject({ code: 'conflict' })
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      await sendTestQuote(context, quoted.id, 1600)
      expect((await orderOf(db, started.orderId)).status).toBe('cancelled')
      // A late payment at the old price is refunded in full.
      await simulatePayment(context, started.clientTxnId)
      expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 2000_00, reason: 'order-cancelled' }])
      expect(await statusOf(db, quoted.id)).toBe('quoted')
      await expectInvariants(db)
    }))
})

describe('accepting', () => {
  it('becomes an order of one line that holds nothing of the shelf, and moves on by itself when it is paid', () =>
    inTestTransaction(async (db) => {
      const { context, customer, quoted, started } = await anAcceptedQuote(db)
      expect(started).toMatchObject({ success: true, amount: TOTAL, status: 'pending' })
      const order = await orderOf(db, started.orderId)
      expect(order).toMatchObject({
        userId: customer.id,
        subtotalPaise: 1850_00,
        shippingPaise: 150_00,
        status: 'pending',
      })
      expect(await db.select().from(orderLines)).toMatchObject([
        {
          productId: null,
          customOrderId: quoted.id,
          name: `Custom chocolate ${quoted.reference}: Ruby 55 %, Heart, 2 pieces`,
          unitPaise: 1850_00,
          quantity: 1,
        },
      ])
      expect(await findCustomOrder(db, quoted.reference)).toMatchObject({
        userId: customer.id,
        customerName: 'Asha Rao',
      })
      await simulatePayment(context, started.clientTxnId)
      expect(await orderOf(db, started.orderId)).toMatchObject({ status: 'processing' })
      expect(await statusOf(db, quoted.id)).toBe('confirmed')
      expect(await mailAbout(db, /is confirmed/)).toHaveLength(1)
      await expectInvariants(db)
    }))

  it('twice is accepting once; with another address the unpaid order makes room', () =>
    inTestTransaction(async (db) => {
      const { context, link, started } = await anAcceptedQuote(db)
      const again = await acceptQuote(context, link, createAcceptance(TOTAL))
      expect(again).toMatchObject({ orderId: started.orderId, transactionId: started.transactionId })
      const moved = await acceptQuote(context, link, createAcceptance(TOTAL, { notes: 'Ring twice' }))
      expect(moved.orderId).not.toBe(started.orderId)
      expect((await orderOf(db, started.orderId)).status).toBe('cancelled')
      await expectInvariants(db)
    }))

  it('can be paid again while the quotation is good, and not after it', () =>
    inTestTransaction(async (db) => {
      const { context, customer, link, started } = await anAcceptedQuote(db)
      const order = await orderOf(db, started.orderId)
      context.advanceMinutes(20)
      await expireOverduePayments(context)
      const again = await acceptQuote(context, link, createAcceptance(TOTAL))
      expect(again.orderId).toBe(started.orderId)
      expect(again.transactionId).not.toBe(started.transactionId)
      context.advanceMinutes(72 * 60)
      await expireOverduePayments(context)
      await expect(retryPayment(context, customer.id, order.id)).rejects.toThrow('no longer valid')
      await expect(acceptQuote(context, link, createAcceptance(TOTAL))).rejects.toThrow('no longer valid')
    }))

  it('honours money that comes after the quotation has ended', () =>
    inTestTransaction(async (db) => {
      const { context, quoted, started } = await anAcceptedQuote(db)
      context.advanceMinutes(71 * 60)
      await expireOverduePayments(context)
      await simulatePayment(context, started.clientTxnId)
      expect(await statusOf(db, quoted.id)).toBe('confirmed')
      expect(await db.$count(refunds)).toBe(0)
      await expectInvariants(db)
    }))

  it('refuses another total than the quotation has, and creates nothing', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { token } = await createQuotedOrder(context, PRICE)
      const link = { token, userId: customer.id }
      await expect(acceptQuote(context, link, createAcceptance(1))).rejects.toMatchObject({ details: { total: TOTAL } })
      expect(await db.$count(orders)).toBe(0)
    }))

  it('ties it to the account: another customer with the link sees and pays nothing', () =>
    inTestTransaction(async (db) => {
      const { context, link } = await anAcceptedQuote(db)
      const other = { ...link, userId: (await createCustomer(db)).id }
      await expect(getQuote(db, other, context.now())).rejects.toMatchObject({ code: 'not-allowed' })
      await expect(acceptQuote(context, other, createAcceptance(TOTAL))).rejects.toMatchObject({ code: 'not-allowed' })
    }))

  it('a second time after paying says which order it is', () =>
    inTestTransaction(async (db) => {
      const { context, link, started } = await aPaidQuote(db)
      await expect(acceptQuote(context, link, createAcceptance(TOTAL))).rejects.toMatchObject({
        details: { paidOrderId: started.orderId },
      })
    }))
})

describe('the order of a quotation', () => {
  it('ends the custom order when it is cancelled, and the money goes back', () =>
    inTestTransaction(async (db) => {
      const { customer, order, quoted } = await aPaidQuote(db)
      await cancelCustomerOrder(db, { userId: customer.id, orderId: order.id }, endWhatHangsOnOrder)
      expect(await statusOf(db, quoted.id)).toBe('cancelled')
      expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 2000_00 }])
      await expectInvariants(db)
    }))

  it('cannot be cancelled by its customer while it is being made', () =>
    inTestTransaction(async (db) => {
      const { context, customer, order, quoted } = await aPaidQuote(db)
      await move(context, quoted.id, 'in-production')
      const cancelling = cancelCustomerOrder(db, { userId: customer.id, orderId: order.id }, endWhatHangsOnOrder)
      await expect(cancelling).rejects.toThrow('already making your chocolate')
      expect((await orderOf(db, order.reference)).status).toBe('processing')
    }))

  it('taken back before it is paid leaves the quotation standing', () =>
    inTestTransaction(async (db) => {
      const { context, customer, link, started, quoted } = await anAcceptedQuote(db)
      const { id } = await orderOf(db, started.orderId)
      await cancelCustomerOrder(db, { userId: customer.id, orderId: id }, endWhatHangsOnOrder)
      expect(await statusOf(db, quoted.id)).toBe('quoted')
      const again = await acceptQuote(context, link, createAcceptance(TOTAL))
      expect(again.orderId).not.toBe(started.orderId)
      await expectInvariants(db)
    }))

  it('is not bought again: it says that it is made to order', () =>
    inTestTransaction(async (db) => {
      const { customer, order } = await aPaidQuote(db)
      await db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, order.id))
      await confirmDelivery(db, { userId: customer.id, orderId: order.id })
      expect(await planReorder(db, { userId: customer.id, orderId: order.id })).toMatchObject({
        added: [],
        changed: [],
        skipped: [{ productId: null, reason: 'is made to order: please compose it again' }],
      })
    }))
})

describe('the maker', () => {
  it('makes what is paid; its customer is notified once when it is ready', () =>
    inTestTransaction(async (db) => {
      const { context, quoted } = await aPaidQuote(db)
      await move(context, quoted.id, 'in-production')
      await move(context, quoted.id, 'completed')
      expect(await mailAbout(db, /is made/)).toHaveLength(1)
      const history = await db.select().from(customOrderEvents).orderBy(customOrderEvents.createdAt)
      expect(history.map(({ kind, actor, to }) => [kind, actor, to])).toEqual([
        ['quote', 'admin', 'quoted'],
        ['accepted', 'customer', null],
        ['status', 'payment', 'confirmed'],
        ['status', 'admin', 'in-production'],
        ['status', 'admin', 'completed'],
      ])
    }))

  it.each(['quote-pending', 'quoted'] as const)('cannot take the price of a paid chocolate back (%s)', (status) =>
    inTestTransaction(async (db) => {
      const { context, quoted } = await aPaidQuote(db)
      await expect(move(context, quoted.id, status)).rejects.toMatchObject({ code: 'conflict' })
      expect(await statusOf(db, quoted.id)).toBe('confirmed')
    }),
  )

  it('gives the money back when a paid chocolate is cancelled, and it stays cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, quoted, order } = await aPaidQuote(db)
      await decline(context, quoted.id, 'The mould broke')
      expect((await orderOf(db, order.reference)).status).toBe('cancelled')
      expect(await db.$count(refunds)).toBe(1)
      expect((await mailAbout(db, /cannot make/))[0]?.text).toContain('The mould broke')
      await expect(move(context, quoted.id, 'confirmed')).rejects.toMatchObject({ code: 'conflict' })
      await expect(sendTestQuote(context, quoted.id, 100)).rejects.toMatchObject({ code: 'conflict' })
      await expectInvariants(db)
    }))

  it('declines a request with a reason, which its customer sees', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const { id, reference } = await insertCustomOrder(db)
      await decline(context, id, 'We have no moulds of this kind')
      expect((await mailAbout(db, /cannot make/))[0]?.text).toContain('We have no moulds of this kind')
      expect((await findCustomOrder(db, reference)).answeredAt).toEqual(context.now())
    }))

  it('ends the payment that was underway when an accepted quotation is cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, quoted, link } = await anAcceptedQuote(db)
      await move(context, quoted.id, 'cancelled')
      expect(await db.select({ status: payments.status }).from(payments)).toEqual([{ status: 'cancelled' }])
      await expect(getQuote(db, link, context.now())).rejects.toMatchObject({ code: 'not-found' })
      await expectInvariants(db)
    }))

  it('confirms by hand what was agreed on the telephone; the link is then no way to pay', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, token } = await createQuotedOrder(context, PRICE)
      await move(context, id, 'confirmed')
      const accepting = acceptQuote(context, { token, userId: customer.id }, createAcceptance(TOTAL))
      await expect(accepting).rejects.toMatchObject({ code: 'conflict' })
      expect(await mailAbout(db, /is confirmed/)).toHaveLength(1)
    }))

  it('calls nothing quoted that has no quotation', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const { id } = await insertCustomOrder(db)
      await expect(move(context, id, 'quoted')).rejects.toThrow('Send a quote first')
    }))

  it('sees a question on the quotes page and by mail, until a quote answers it', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, reference, token } = await createQuotedOrder(context, PRICE)
      const link = { token, userId: customer.id }
      await askAboutQuote(db, {
        link,
        message: 'Is it without nuts?',
        adminEmail: TEST_ADMIN_EMAIL,
        now: context.now(),
      })
      expect((await findCustomOrder(db, reference)).askedAt).toEqual(context.now())
      expect((await mailAbout(db, /Question about quotation/))[0]).toMatchObject({ to: TEST_ADMIN_EMAIL })
      await sendTestQuote(context, id, 1600)
      expect((await findCustomOrder(db, reference)).askedAt).toBeNull()
    }))
})

describe('the promise of half an hour', () => {
  const inIndia = (time: string) => new Date(`2026-11-23T${time}:00+05:30`)
  const at = (db: Db, time: string) => sendSlaReminders(db, { adminEmail: TEST_ADMIN_EMAIL, now: inIndia(time) })

  it('reminds the admin ten minutes before its end, and notifies the customer once when it is missed', () =>
    inTestTransaction(async (db) => {
      await insertCustomOrder(db, { receivedAt: inIndia('11:00') })
      await at(db, '11:19')
      expect(await mailAbout(db, /Ten minutes left/)).toHaveLength(0)
      for (const time of ['11:20', '11:25']) await at(db, time)
      expect(await mailAbout(db, /Ten minutes left/)).toMatchObject([{ to: TEST_ADMIN_EMAIL }])
      expect(await mailAbout(db, /a little late/)).toHaveLength(0)
      for (const time of ['11:30', '11:31', '15:00']) await at(db, time)
      expect(await mailAbout(db, /a little late/)).toMatchObject([{ to: 'asha@shopper.example' }])
      expect((await db.select().from(outboxMessages)).filter(({ smsKind }) => smsKind === 'quote-late')).toHaveLength(1)
    }))

  it('says nothing about what is quoted, nor about what came in a flood', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const { id } = await insertCustomOrder(db, { receivedAt: inIndia('11:00') })
      const flood = await insertCustomOrder(db, { receivedAt: inIndia('11:00') })
      await db.update(customOrders).set({ quiet: true }).where(eq(customOrders.id, flood.id))
      await sendTestQuote(context, id, PRICE)
      await at(db, '11:25')
      await at(db, '11:40')
      expect(await mailAbout(db, /Ten minutes left|a little late/)).toEqual([])
    }))
})

describe('a customer who deletes the account', () => {
  it('is forgotten as soon as the chocolate is made, and not before', () =>
    inTestTransaction(async (db) => {
      const { context, customer, quoted } = await aPaidQuote(db)
      const link = { token: quoted.token, userId: customer.id }
      await askAboutQuote(db, { link, message: 'When is it made?', adminEmail: TEST_ADMIN_EMAIL, now: context.now() })
      await answerQuestion(db, { id: quoted.id, message: 'On Friday.', by: TEST_ADMIN })
      await eraseCustomOrders(db, { userId: customer.id, email: customer.email })
      expect((await findCustomOrder(db, quoted.reference)).customerEmail).toBe('asha@shopper.example')
      await move(context, quoted.id, 'completed')
      const nobody = { customerEmail: '', customerMobile: '', customerName: null, name: null, message: null }
      expect(await findCustomOrder(db, quoted.reference)).toMatchObject(nobody)
      expect((await db.select().from(outboxMessages)).filter(({ dedupeKey }) => dedupeKey.includes(quoted.id))).toEqual(
        [],
      )
    }))

  it('keeps a request that may still be paid until its payment ends', () =>
    inTestTransaction(async (db) => {
      const { context, customer, quoted } = await anAcceptedQuote(db)
      await eraseCustomOrders(db, { userId: customer.id, email: customer.email })
      expect(await statusOf(db, quoted.id)).toBe('quoted')
      await move(context, quoted.id, 'cancelled')
      expect(await db.$count(customOrders)).toBe(0)
    }))
})
