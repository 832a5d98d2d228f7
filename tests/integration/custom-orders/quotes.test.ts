import { describe, expect, it } from 'vitest'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { acceptQuote, getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import {
  createAcceptance,
  createQuotedOrder,
  findCustomOrder,
  insertCustomOrder,
  readQuoteToken,
  sendTestQuote,
  TEST_ADMIN,
} from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import {
  createAcceptedQuote,
  createPaidQuote,
  mailAbout,
  orderOf,
  PRICE,
  statusOf,
  TOTAL,
} from '#tests/factories/quotes.ts'
import { expectInvariants } from '#tests/invariants.ts'

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
      expect(mail?.text).toContain('A note from our studio:\nReady in five days.')
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

  it('with an agreed price is not sent again', () =>
    inTestTransaction(async (db) => {
      const { context, quoted } = await createPaidQuote(db)
      await expect(sendTestQuote(context, quoted.id, 1)).rejects.toMatchObject({ code: 'conflict' })
      expect(await findCustomOrder(db, quoted.reference)).toMatchObject({ status: 'confirmed', quotedPaise: 1850_00 })
    }))

  it('cannot be changed while the customer is paying, but after that', () =>
    inTestTransaction(async (db) => {
      const { context, quoted, started } = await createAcceptedQuote(db)
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
  it('becomes an order of one line without stock, and moves on automatically when it is paid', () =>
    inTestTransaction(async (db) => {
      const { context, customer, quoted, started } = await createAcceptedQuote(db)
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
      await simulatePayment(context, started.clientTxnId)
      expect(await findCustomOrder(db, quoted.reference)).toMatchObject({
        userId: customer.id,
        customerName: 'Asha Rao',
      })
      expect(await orderOf(db, started.orderId)).toMatchObject({ status: 'processing' })
      expect(await statusOf(db, quoted.id)).toBe('confirmed')
      expect(await mailAbout(db, /received your payment/)).toHaveLength(1)
      expect(await mailAbout(db, /is confirmed/)).toEqual([])
      await expectInvariants(db)
    }))

  it('twice is accepting once; another address replaces the unpaid order that the customer sees', () =>
    inTestTransaction(async (db) => {
      const { context, link, started } = await createAcceptedQuote(db)
      const again = await acceptQuote(context, link, createAcceptance(TOTAL))
      expect(again).toMatchObject({ orderId: started.orderId, transactionId: started.transactionId })
      const move = (notes: string, replaces?: string) =>
        acceptQuote(context, link, createAcceptance(TOTAL, { notes, replaces }))
      const moved = await move('Ring twice', started.orderId)
      expect(moved.orderId).not.toBe(started.orderId)
      expect((await orderOf(db, started.orderId)).status).toBe('cancelled')
      for (const seen of [undefined, started.orderId])
        await expect(move('In another tab', seen)).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringContaining('Please reload this page to pay for that order, or to change it.'),
        })
      expect(await orderOf(db, moved.orderId)).toMatchObject({ status: 'pending', notes: 'Ring twice' })
      await expectInvariants(db)
    }))

  it('can be paid again while the quotation is valid, and not after it', () =>
    inTestTransaction(async (db) => {
      const { context, customer, link, started } = await createAcceptedQuote(db)
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
      const { context, quoted, started } = await createAcceptedQuote(db)
      context.advanceMinutes(71 * 60)
      await expireOverduePayments(context)
      await simulatePayment(context, started.clientTxnId)
      expect(await statusOf(db, quoted.id)).toBe('confirmed')
      expect(await db.$count(refunds)).toBe(0)
      await expectInvariants(db)
    }))

  it('rejects another total than that of the quotation, and creates nothing', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { token } = await createQuotedOrder(context, PRICE)
      const link = { token, userId: customer.id }
      await expect(acceptQuote(context, link, createAcceptance(1))).rejects.toMatchObject({ details: { total: TOTAL } })
      expect(await db.$count(orders)).toBe(0)
    }))

  it('ties it to the account: another customer with the link sees and pays nothing', () =>
    inTestTransaction(async (db) => {
      const { context, link } = await createAcceptedQuote(db)
      const other = { ...link, userId: (await createCustomer(db)).id }
      await expect(getQuote(db, other, context.now())).rejects.toMatchObject({ code: 'not-allowed' })
      await expect(acceptQuote(context, other, createAcceptance(TOTAL))).rejects.toMatchObject({ code: 'not-allowed' })
    }))

  it('a second time after paying says which order it is', () =>
    inTestTransaction(async (db) => {
      const { context, link, started } = await createPaidQuote(db)
      await expect(acceptQuote(context, link, createAcceptance(TOTAL))).rejects.toMatchObject({
        details: { paidOrderId: started.orderId },
      })
    }))
})
