import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { enforceRetention } from '#src/app/jobs/enforce-retention.server.ts'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { addMinutes } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { cancelStaleOrders, expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { quotePromotion } from '#src/features/pricing/promotions/promotions.server.ts'
import { promotions, promotionUses } from '#src/features/pricing/promotions/promotions.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  type TestPaymentContext,
} from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** Rs 1,000.00 less ten per cent, plus Rs 150 for shipping. */
async function aShop(db: Db, promotion: Parameters<typeof insertPromotion>[1] = {}) {
  const product = await insertProduct(db, { pricePaise: 1_000_00, stock: 9 })
  const { id, code } = await insertPromotion(db, promotion)
  const context = createTestPayments(db)
  const customer = await createCustomer(db)
  const checkout = (wanted: Parameters<typeof createCheckout>[1] = {}) =>
    createCheckout(product, { amount: 1050, promoCode: code, ...wanted })
  const used = async () => onlyRow(await db.select().from(promotions).where(eq(promotions.id, id))).used
  return { product, code, context, customer, checkout, used }
}

const orderOf = async (db: Db, reference: string) =>
  onlyRow(await db.select().from(orders).where(eq(orders.reference, reference)))

async function theBankPays(context: TestPaymentContext, clientTxnId: string) {
  await simulateBankDecision(context.sandbox, clientTxnId, 'success')
  const bank = await context.gateway.fetchStatus(clientTxnId)
  if (bank) await processPaymentEvent(context, { ...bank, provider: 'sandbox', source: 'poll' })
}

async function theWindowPasses(context: TestPaymentContext) {
  context.advanceMinutes(16)
  await expireOverduePayments(context)
}

describe('an order with a promo code', () => {
  it('has the discount and the code, however it was typed, and takes one use', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, code, used } = await aShop(db)
      const order = checkout({ promoCode: ` ${code.toLowerCase()} ` })
      expect(await initiatePayment(context, customer.id, order)).toMatchObject({ amount: 1050 })
      expect(await orderOf(db, order.orderId)).toMatchObject({
        subtotalPaise: 1_000_00,
        discountPaise: 100_00,
        shippingPaise: 150_00,
        totalPaise: 1_050_00,
        promoCode: code,
      })
      expect(await used()).toBe(1)
      await expectInvariants(db)
    }))

  it('ships free by the subtotal before the discount', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, product } = await aShop(db)
      const items = [{ productId: product.id, quantity: 2 }]
      expect(await initiatePayment(context, customer.id, checkout({ items, amount: 1800 }))).toMatchObject({
        amount: 1800,
      })
      await expectInvariants(db)
    }))

  it('is another order without it', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout } = await aShop(db)
      const order = checkout()
      await initiatePayment(context, customer.id, order)
      await expect(initiatePayment(context, customer.id, { ...order, promoCode: undefined })).rejects.toThrow(
        'already taken by another order',
      )
    }))

  it('is the same order when it is sent again, and takes no second use', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, used } = await aShop(db)
      const order = checkout()
      const first = await initiatePayment(context, customer.id, order)
      expect(await initiatePayment(context, customer.id, order)).toEqual(first)
      expect(await used()).toBe(1)
    }))

  it('is rejected with a message when the customer was shown another discount, and creates nothing', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, used } = await aShop(db)
      await expect(initiatePayment(context, customer.id, checkout({ amount: 1000 }))).rejects.toMatchObject({
        code: 'conflict',
        details: { total: 1050 },
      })
      expect([await used(), await db.$count(orders)]).toEqual([0, 0])
    }))

  it.each([
    ['UNKNOWN', { active: false }],
    ['NOT_STARTED', { startsAt: new Date('2100-01-01') }],
    ['EXPIRED', { endsAt: new Date('2020-01-01') }],
    ['USED_UP', { maxUses: 3, used: 3 }],
    ['MIN_SUBTOTAL', { minSubtotalPaise: 1_000_01 }],
  ] as const)('is rejected when the code is %s, and creates nothing', (reason, promotion) =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, code } = await aShop(db, promotion)
      await expect(initiatePayment(context, customer.id, checkout())).rejects.toMatchObject({
        code: 'conflict',
        details: { promo: { code, ok: false, reason, message: expect.any(String) } },
      })
      expect([await db.$count(orders), await db.$count(payments), await db.$count(promotionUses)]).toEqual([0, 0, 0])
    }),
  )

  it('works once per customer', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, used } = await aShop(db)
      await initiatePayment(context, customer.id, checkout())
      await expect(initiatePayment(context, customer.id, checkout())).rejects.toMatchObject({
        details: { promo: { reason: 'USED_BY_YOU' } },
      })
      await initiatePayment(context, (await createCustomer(db)).id, checkout())
      expect(await used()).toBe(2)
    }))

  it('can be changed before paying: the new order uses the same code', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, code, product, used } = await aShop(db, { maxUses: 1 })
      const before = checkout()
      await initiatePayment(context, customer.id, before)
      const input = { code, subtotal: paise(2_000_00), userId: customer.id, now: context.now() }
      expect(await quotePromotion(db, input)).toMatchObject({ ok: false, reason: 'USED_UP' })
      expect(await quotePromotion(db, { ...input, standsInFor: before.orderId })).toMatchObject({ discount: 200_00 })
      const items = [{ productId: product.id, quantity: 2 }]
      await initiatePayment(context, customer.id, checkout({ items, amount: 1800, replaces: before.orderId }))
      expect(await used()).toBe(1)
      await expectInvariants(db)
    }))
})

describe('the use of a promo code', () => {
  it('is released once when the payment expires, and taken again by paying again', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, used } = await aShop(db)
      const order = checkout()
      await initiatePayment(context, customer.id, order)
      await theWindowPasses(context)
      await theWindowPasses(context)
      expect(await used()).toBe(0)
      await expectInvariants(db)

      const again = await retryPayment(context, customer.id, (await orderOf(db, order.orderId)).id)
      expect(again.amount).toBe(1050)
      expect(await used()).toBe(1)
      await theBankPays(context, again.clientTxnId)
      await theWindowPasses(context)
      expect(await used()).toBe(1)
      await expectInvariants(db)
    }))

  it('is not released a second time when the stale order is cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, used } = await aShop(db)
      await initiatePayment(context, (await createCustomer(db)).id, checkout())
      const { id } = customer
      await initiatePayment(context, id, checkout())
      await theWindowPasses(context)
      expect(await used()).toBe(0)
      context.advanceMinutes(73 * 60)
      await cancelStaleOrders(context)
      expect(await used()).toBe(0)
      await expectInvariants(db)
    }))

  it('is released when a paid order is cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, used } = await aShop(db)
      const order = checkout()
      const { clientTxnId } = await initiatePayment(context, customer.id, order)
      await theBankPays(context, clientTxnId)
      const { id: orderId } = await orderOf(db, order.orderId)
      await setOrderStatus(db, { orderId, status: 'cancelled', by: customer, reason: 'Melted' }, ORDER_EVENTS)
      expect(await used()).toBe(0)
      await expectInvariants(db)
    }))

  it('prevents a retry when another customer has taken the last use', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, code } = await aShop(db, { maxUses: 1 })
      const order = checkout()
      await initiatePayment(context, customer.id, order)
      await theWindowPasses(context)
      await initiatePayment(context, (await createCustomer(db)).id, checkout())
      await expect(retryPayment(context, customer.id, (await orderOf(db, order.orderId)).id)).rejects.toThrow(
        `${code} has been used up.`,
      )
      await expectInvariants(db)
    }))

  it('is taken by late money when one is left', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, used } = await aShop(db, { maxUses: 1 })
      const order = checkout()
      const { clientTxnId } = await initiatePayment(context, customer.id, order)
      await theWindowPasses(context)
      await theBankPays(context, clientTxnId)
      expect(await orderOf(db, order.orderId)).toMatchObject({ status: 'processing' })
      expect(await used()).toBe(1)
      await expectInvariants(db)
    }))

  it('leads to a refund of late money when none is left, and the items stay on sale', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, used } = await aShop(db, { maxUses: 1 })
      const order = checkout()
      const { clientTxnId } = await initiatePayment(context, customer.id, order)
      await theWindowPasses(context)
      await initiatePayment(context, (await createCustomer(db)).id, checkout())
      await theBankPays(context, clientTxnId)
      expect(await orderOf(db, order.orderId)).toMatchObject({ status: 'pending', paidAt: null })
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'promo-gone', amountPaise: 1_050_00 }])
      expect(await used()).toBe(1)
      await expectInvariants(db)
    }))
})

describe('a code that works once per customer', () => {
  const anAccount = async (db: Db, email: string) =>
    onlyRow(await db.insert(users).values({ email, name: 'Asha' }).returning({ id: users.id, email: users.email }))

  /** The customer has paid with the code and deleted the account. */
  async function whoLeft(db: Db, phone = '+919811111111') {
    const shop = await aShop(db)
    const person = await anAccount(db, 'asha.twice@mail.example')
    const { clientTxnId } = await initiatePayment(shop.context, person.id, shop.checkout({ customerPhone: phone }))
    await theBankPays(shop.context, clientTxnId)
    await deleteAccount(db, { user: person, onDelete: eraseCustomerData })
    return { ...shop, phone, email: person.email }
  }

  it('works once for a customer who deletes the account and returns with the same address', () =>
    inTestTransaction(async (db) => {
      const { context, checkout, email, code, used } = await whoLeft(db)
      const again = await anAccount(db, email)
      await expect(initiatePayment(context, again.id, checkout())).rejects.toMatchObject({
        details: { promo: { reason: 'USED_BY_YOU' } },
      })
      const wish = { code, subtotal: paise(1_000_00), userId: again.id, now: context.now() }
      expect(await quotePromotion(db, wish)).toMatchObject({ ok: false, reason: 'USED_BY_YOU' })
      expect(await used()).toBe(1)
    }))

  it('works once with another address and the same phone number, and for all others', () =>
    inTestTransaction(async (db) => {
      const { context, checkout, phone } = await whoLeft(db)
      const again = await anAccount(db, 'asha+2@mail.example')
      await expect(initiatePayment(context, again.id, checkout({ customerPhone: phone }))).rejects.toMatchObject({
        details: { promo: { reason: 'USED_BY_YOU' } },
      })
      const other = await createCustomer(db)
      expect(await initiatePayment(context, other.id, checkout())).toMatchObject({ amount: 1050 })
    }))

  it('lets a family with one phone number use one each, unless an account is deleted', () =>
    inTestTransaction(async (db) => {
      const { context, checkout } = await aShop(db)
      for (const member of [await createCustomer(db), await createCustomer(db)])
        expect(await initiatePayment(context, member.id, checkout())).toMatchObject({ amount: 1050 })
    }))

  it('stores only keyed fingerprints, until after the end of the promotion', () =>
    inTestTransaction(async (db) => {
      const { context, code, email, phone } = await whoLeft(db)
      const [use] = await db.select().from(promotionUses)
      expect(use).toMatchObject({
        userId: null,
        emailFingerprint: expect.any(String),
        phoneFingerprint: expect.any(String),
      })
      expect(JSON.stringify(use)).not.toContain(email)
      expect(JSON.stringify(use)).not.toContain(phone.slice(3))
      await db.update(promotions).set({ endsAt: context.now() }).where(eq(promotions.code, code))
      const prints = async (days: number) => {
        await enforceRetention(db, { now: addMinutes(context.now(), days * 1440), publicUrl: 'http://localhost:3000' })
        return (await db.select().from(promotionUses)).filter(({ emailFingerprint }) => emailFingerprint !== null)
          .length
      }
      expect(await prints(29)).toBe(1)
      expect(await prints(31)).toBe(0)
    }))
})
