import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { eraseCustomOrders } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import { acceptQuote, askAboutQuote, getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { answerQuestion } from '#src/features/custom-orders/quotes/answer-question.server.ts'
import { sendSlaReminders } from '#src/features/custom-orders/quotes/quote-sla-reminders.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { cancelCustomerOrder, confirmDelivery } from '#src/features/orders/customer/customer-orders.server.ts'
import { planReorder } from '#src/features/orders/customer/reorder.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import {
  createAcceptance,
  createQuotedOrder,
  findCustomOrder,
  insertCustomOrder,
  sendTestQuote,
  TEST_ADMIN,
  TEST_ADMIN_EMAIL,
} from '#tests/factories/custom-orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import {
  createAcceptedQuote,
  createPaidQuote,
  decline,
  mailAbout,
  move,
  orderOf,
  PRICE,
  statusOf,
  TOTAL,
} from '#tests/factories/quotes.ts'
import { expectInvariants } from '#tests/invariants.ts'

describe('the order of a quotation', () => {
  it('ends the custom order when it is cancelled, with a refund', () =>
    inTestTransaction(async (db) => {
      const { customer, order, quoted } = await createPaidQuote(db)
      await cancelCustomerOrder(db, { userId: customer.id, orderId: order.id }, ORDER_EVENTS)
      expect(await statusOf(db, quoted.id)).toBe('cancelled')
      expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 2000_00 }])
      await expectInvariants(db)
    }))

  it('cannot be cancelled by its customer while it is being made', () =>
    inTestTransaction(async (db) => {
      const { context, customer, order, quoted } = await createPaidQuote(db)
      await move(context, quoted.id, 'in-production')
      const cancelling = cancelCustomerOrder(db, { userId: customer.id, orderId: order.id }, ORDER_EVENTS)
      await expect(cancelling).rejects.toThrow('already making it')
      expect((await orderOf(db, order.reference)).status).toBe('processing')
    }))

  it('leaves the quotation valid when it is cancelled before it is paid', () =>
    inTestTransaction(async (db) => {
      const { context, customer, link, started, quoted } = await createAcceptedQuote(db)
      const { id } = await orderOf(db, started.orderId)
      await cancelCustomerOrder(db, { userId: customer.id, orderId: id }, ORDER_EVENTS)
      expect(await statusOf(db, quoted.id)).toBe('quoted')
      const again = await acceptQuote(context, link, createAcceptance(TOTAL))
      expect(again.orderId).not.toBe(started.orderId)
      await expectInvariants(db)
    }))

  it('cannot be reordered, because it is made to order', () =>
    inTestTransaction(async (db) => {
      const { customer, order } = await createPaidQuote(db)
      await db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, order.id))
      await confirmDelivery(db, { userId: customer.id, orderId: order.id })
      expect(await planReorder(db, { userId: customer.id, orderId: order.id })).toMatchObject({
        added: [],
        changed: [],
        skipped: [{ productId: null, reason: 'is made to order: please compose it again' }],
      })
    }))
})

describe('an admin', () => {
  it('makes what is paid; its customer is notified once when it is ready', () =>
    inTestTransaction(async (db) => {
      const { context, quoted } = await createPaidQuote(db)
      await move(context, quoted.id, 'in-production')
      await move(context, quoted.id, 'completed')
      expect(await mailAbout(db, /is ready$/)).toHaveLength(1)
      const history = await db.select().from(customOrderEvents).orderBy(customOrderEvents.createdAt)
      expect(history.map(({ kind, actor, to }) => [kind, actor, to])).toEqual([
        ['quote', 'admin', 'quoted'],
        ['accepted', 'customer', null],
        ['status', 'payment', 'confirmed'],
        ['status', 'admin', 'in-production'],
        ['status', 'admin', 'completed'],
      ])
    }))

  it.each(['quote-pending', 'quoted'] as const)('cannot withdraw the price of a paid chocolate (%s)', (status) =>
    inTestTransaction(async (db) => {
      const { context, quoted } = await createPaidQuote(db)
      await expect(move(context, quoted.id, status)).rejects.toMatchObject({ code: 'conflict' })
      expect(await statusOf(db, quoted.id)).toBe('confirmed')
    }),
  )

  it('refunds a paid chocolate by cancelling it, and it stays cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, quoted, order } = await createPaidQuote(db)
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

  it('ends the open payment by cancelling an accepted quotation', () =>
    inTestTransaction(async (db) => {
      const { context, quoted, link } = await createAcceptedQuote(db)
      await move(context, quoted.id, 'cancelled')
      expect(await db.select({ status: payments.status }).from(payments)).toEqual([{ status: 'cancelled' }])
      expect(await getQuote(db, link, context.now())).toMatchObject({ state: 'closed' })
      await expect(acceptQuote(context, link, createAcceptance(TOTAL))).rejects.toMatchObject({ code: 'conflict' })
      await expectInvariants(db)
    }))

  it('declines with a reason, which the link of the quotation shows', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, token } = await createQuotedOrder(context, PRICE)
      await decline(context, id, 'Our moulds are too small.')
      expect(await getQuote(db, { token, userId: customer.id }, context.now())).toMatchObject({
        state: 'closed',
        declinedBecause: 'Our moulds are too small.',
      })
      await expect(move(context, id, 'quoted')).rejects.toMatchObject({ code: 'conflict' })
    }))

  it('can confirm what was agreed on the telephone; the link then takes no payment', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, token } = await createQuotedOrder(context, PRICE)
      await move(context, id, 'confirmed')
      const accepting = acceptQuote(context, { token, userId: customer.id }, createAcceptance(TOTAL))
      await expect(accepting).rejects.toMatchObject({ code: 'conflict' })
      expect(await mailAbout(db, /is confirmed/)).toHaveLength(1)
    }))

  it('cannot set the status quoted without a quotation', () =>
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
      expect((await findCustomOrder(db, reference)).openQuestionAt).toEqual(context.now())
      expect((await mailAbout(db, /Question about quotation/))[0]).toMatchObject({ to: TEST_ADMIN_EMAIL })
      await sendTestQuote(context, id, 1600)
      expect((await findCustomOrder(db, reference)).openQuestionAt).toBeNull()
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

  it('sends no reminder about quoted requests, nor about a flood of requests', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const { id } = await insertCustomOrder(db, { receivedAt: inIndia('11:00') })
      const flood = await insertCustomOrder(db, { receivedAt: inIndia('11:00') })
      await db.update(customOrders).set({ notificationsMuted: true }).where(eq(customOrders.id, flood.id))
      await sendTestQuote(context, id, PRICE)
      await at(db, '11:25')
      await at(db, '11:40')
      expect(await mailAbout(db, /Ten minutes left|a little late/)).toEqual([])
    }))
})

describe('a customer who deletes the account', () => {
  it('is erased as soon as the chocolate is made, and not before', () =>
    inTestTransaction(async (db) => {
      const { context, customer, quoted } = await createPaidQuote(db)
      const link = { token: quoted.token, userId: customer.id }
      await askAboutQuote(db, { link, message: 'When is it made?', adminEmail: TEST_ADMIN_EMAIL, now: context.now() })
      await answerQuestion(db, { id: quoted.id, message: 'On Friday.', by: TEST_ADMIN })
      await eraseCustomOrders(db, { userId: customer.id, email: customer.email })
      expect((await findCustomOrder(db, quoted.reference)).customerEmail).toBe('asha@shopper.example')
      await move(context, quoted.id, 'completed')
      const nobody = { customerEmail: '', customerMobile: '', customerName: null, name: null, message: null }
      expect(await findCustomOrder(db, quoted.reference)).toMatchObject(nobody)
      expect(
        (await db.select().from(outboxMessages)).filter(({ idempotencyKey }) => idempotencyKey.includes(quoted.id)),
      ).toEqual([])
    }))

  it('keeps a request that can still be paid until its payment ends', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, token } = await createQuotedOrder(context, PRICE, { customerEmail: customer.email })
      await acceptQuote(context, { token, userId: customer.id }, createAcceptance(TOTAL))
      await eraseCustomOrders(db, { userId: customer.id, email: customer.email })
      expect(await statusOf(db, id)).toBe('quoted')
      await move(context, id, 'cancelled')
      expect(await db.$count(customOrders)).toBe(0)
    }))
})
