import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { sendLowStockAlerts } from '#src/features/catalog/stock/low-stock-alert.server.ts'
import { adjustStock } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { alertUnmatchedPayments } from '#src/features/payments/reconciliation/unmatched-alerts.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder, simulatePayment } from '#tests/factories/orders.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  failingWhenPaid,
} from '#tests/factories/payments/payments.ts'

const ADMINS = ['first@golconda.example', 'second@golconda.example']

async function aShop(db: Db, stock = 9, minStock = 2) {
  await db.insert(users).values(ADMINS.map((email) => ({ email, isAdmin: true })))
  const [context, customer, product] = [
    createTestPayments(db),
    await createCustomer(db),
    await insertProduct(db, { pricePaise: 24_000, stock }),
  ]
  await db.update(products).set({ minStock }).where(eq(products.id, product.id))
  return { context, customer, product }
}

const mailsLike = async (db: Db, subject: string) =>
  (await db.select().from(outboxMessages).where(like(outboxMessages.subject, subject))).sort((a, b) =>
    a.to < b.to ? -1 : 1,
  )

describe('a paid order', () => {
  it('is mailed to its customer line by line, and to every admin once', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product } = await aShop(db)
      const checkout = createCheckout(product, { quantity: 2 })
      const { clientTxnId } = await initiatePayment(context, customer.id, checkout)
      expect(await mailsLike(db, 'New order%')).toEqual([])
      await simulatePayment(context, clientTxnId)
      await simulatePayment(context, clientTxnId)
      const [mail, ...others] = await mailsLike(db, '%we received your payment%')
      expect([mail?.to, others]).toEqual([customer.email, []])
      for (const part of [
        `2 × ${product.name}: ₹480.00`,
        'Subtotal: ₹480.00\nShipping: ₹150.00\nTotal: ₹630.00',
        '12 Charminar Road\nHyderabad, Telangana 500002',
        'Expected on ',
        'To see your order, sign in:\nhttp://localhost:3000/orders?view=',
        'Your bill KB/',
        `mention the order ${checkout.orderId}.`,
      ])
        expect(mail?.text).toContain(part)
      const mails = await mailsLike(db, 'New order%')
      expect(mails.map(({ to }) => to)).toEqual(ADMINS)
      expect(mails[0]?.subject).toMatch(/^New order ₹630\.00, 1 product, leaves on \w{3}, \d+ \w+: ORD_/)
      expect(mails[0]?.text).not.toContain('Charminar')
    }))

  it('that is rolled back at checkout sends no alert', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product } = await aShop(db)
      const { clientTxnId } = await initiatePayment(context, customer.id, createCheckout(product))
      const breaking = {
        ...context,
        events: failingWhenPaid(() => Promise.reject(new Error('The custom order is gone'))),
      }
      await expect(simulatePayment(breaking, clientTxnId)).rejects.toThrow('The custom order is gone')
      expect(await mailsLike(db, 'New order%')).toEqual([])
    }))
})

describe('stock that runs low', () => {
  /** Counts the alerts to one of the admins after the job has looked. */
  const countAlerts = async (db: Db) => {
    await sendLowStockAlerts(db)
    return (await mailsLike(db, 'Low stock%')).filter(({ to }) => to === ADMINS[0]).length
  }

  it('is mailed once by the sale that crosses the minimum, and again after a restock', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product } = await aShop(db, 5, 2)
      const buy = (quantity: number) => createOrder(context, { customer, product, quantity })
      expect(await countAlerts(db)).toBe(0)
      await buy(2)
      expect(await countAlerts(db)).toBe(0)
      await buy(1)
      for (const _ of [1, 2]) expect(await countAlerts(db)).toBe(1)
      await buy(1)
      expect(await countAlerts(db)).toBe(1)
      await db.update(products).set({ stock: 4 }).where(eq(products.id, product.id))
      expect(await countAlerts(db)).toBe(1)
      await buy(3)
      expect(await countAlerts(db)).toBe(2)
      const subjects = (await mailsLike(db, 'Low stock%')).map(({ subject }) => subject)
      expect(subjects).toContain(`Low stock: ${product.name} has 2 left`)
      expect(subjects).toContain(`Low stock: ${product.name} has 1 left`)
    }))

  it('is mailed when an admin takes pieces out or raises the minimum', () =>
    inTestTransaction(async (db) => {
      const { product } = await aShop(db, 9, 2)
      const other = await insertProduct(db, { stock: 9, minStock: 2 })
      expect(await countAlerts(db)).toBe(0)
      const by = { id: randomUUID(), email: 'maker@golconda.example' }
      await adjustStock(db, { productId: product.id, reason: 'damaged', quantity: 9, by })
      await db.update(products).set({ minStock: 10 }).where(eq(products.id, other.id))
      for (const _ of [1, 2]) expect(await countAlerts(db)).toBe(2)
      expect((await mailsLike(db, '%is sold out')).map(({ to }) => to)).toEqual(ADMINS)
    }))

  it('is no news about a new or an archived product', () =>
    inTestTransaction(async (db) => {
      await aShop(db)
      const archived = await insertProduct(db, { stock: 9, minStock: 2 })
      await countAlerts(db)
      await insertProduct(db, { stock: 0, minStock: 5 })
      await db.update(products).set({ stock: 0, archivedAt: new Date() }).where(eq(products.id, archived.id))
      expect(await countAlerts(db)).toBe(0)
    }))
})

describe('money that needs a decision', () => {
  it('is mailed to every admin when a refund is due', () =>
    inTestTransaction(async (db) => {
      const { context, customer, product } = await aShop(db, 1)
      const { clientTxnId } = await initiatePayment(context, customer.id, createCheckout(product))
      await moneyTooMuch(context, clientTxnId)
      await alertUnmatchedPayments(db, context.now())
      expect(await mailsLike(db, 'A refund of %')).toEqual([])
      for (const minutes of [3, 3]) {
        context.advanceMinutes(minutes)
        await alertUnmatchedPayments(db, context.now())
      }
      const mails = await mailsLike(db, 'A refund of %')
      expect(mails.map(({ to }) => to)).toEqual(ADMINS)
      expect(mails[0]?.text).toContain('Decide here: http://localhost:3000/admin/payments?status=decide')
    }))

  it('is mailed for an unknown payment, once for the same capture', () =>
    inTestTransaction(async (db) => {
      const { context } = await aShop(db)
      const report = {
        kind: 'success',
        amount: paise(500_00),
        currency: 'INR',
        upiTxnId: '632500000001',
        paidAt: context.now(),
      } as const
      const unmatched = { provider: 'sandbox', source: 'webhook', clientTxnId: 'KCunknown', raw: '{}' } as const
      for (const eventId of ['e1', 'e1', 'e2'])
        await processPaymentEvent(context, { ...unmatched, eventId, status: report })
      context.advanceMinutes(3)
      for (const _ of [1, 2]) await alertUnmatchedPayments(db, context.now())
      const mails = await mailsLike(db, '₹500.00 needs your decision')
      expect(mails.map(({ to }) => to)).toEqual(ADMINS)
    }))
})

/** Not the order's amount, so it cannot be used. */
async function moneyTooMuch(context: ReturnType<typeof createTestPayments>, clientTxnId: string): Promise<void> {
  const report = {
    kind: 'success',
    amount: paise(999_00),
    currency: 'INR',
    upiTxnId: '632500000009',
    paidAt: context.now(),
  } as const
  await processPaymentEvent(context, {
    provider: 'sandbox',
    source: 'webhook',
    clientTxnId,
    eventId: 'other',
    raw: '{}',
    status: report,
  })
}
