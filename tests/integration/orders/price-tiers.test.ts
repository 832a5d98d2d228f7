import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { priceOrderLines } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { priceTiers } from '#src/features/catalog/tiers/price-tiers.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { planReorder } from '#src/features/orders/customer/reorder.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { ParcelsQuestion } from '#src/features/orders/parcels/parcels.contract.ts'
import { quoteParcels } from '#src/features/orders/parcels/quote-parcels.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertFamily, insertPriceTiers, insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { GIFT, TO_PUNE } from '#tests/factories/gifts.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { findInvoice } from '#tests/factories/invoices.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { expectInvariants } from '#tests/invariants.ts'

const TIERS = [
  { from: 10, percent: 5 },
  { from: 40, percent: 10 },
]

/** Milk in two sizes with tiers, and a dark bar without. */
async function openShop(db: Db) {
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const [small, large] = await insertFamily(db, 'Milk', [
    { pricePaise: 240_10, stock: 60 },
    { pricePaise: 450_00, stock: 60 },
  ])
  const dark = await insertProduct(db, { pricePaise: 100_00, stock: 60 })
  await insertPriceTiers(db, small, TIERS)
  const cart = (...pieces: [product: { id: number }, quantity: number][]) =>
    pieces.map(([{ id }, quantity]) => ({ productId: id, quantity }))
  async function buy(items: InitiatePayment['items'], amount: number, more: Partial<InitiatePayment> = {}) {
    const checkout = createCheckout(small, { ...more, items, amount })
    const { clientTxnId } = await initiatePayment(context, customer.id, checkout)
    return { clientTxnId, order: onlyRow(await db.select().from(orders).where(eq(orders.reference, checkout.orderId))) }
  }
  return { context, customer, small, large, dark, cart, buy }
}

const inShop = (body: (shop: Awaited<ReturnType<typeof openShop>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await body(await openShop(db), db)
    await expectInvariants(db)
  })

const linesOf = async (db: Db, orderId: string) =>
  (await db.select().from(orderLines).where(eq(orderLines.orderId, orderId)))
    .toSorted((a, b) => (a.productId ?? 0) - (b.productId ?? 0))
    .map(({ quantity, unitPaise }) => [quantity, unitPaise])

describe('an order of many pieces', () => {
  it('has the price of the tier that all sizes reach together, and other products keep theirs', () =>
    inShop(async ({ small, large, dark, cart, buy }, db) => {
      const items = cart([small, 6], [large, 4], [dark, 12])
      // ₹240.10 less 5% is 228.095, which is rounded up.
      const { order } = await buy(items, 6 * 228.1 + 4 * 427.5 + 12 * 100)
      expect(await linesOf(db, order.id)).toEqual([
        [6, 228_10],
        [4, 427_50],
        [12, 100_00],
      ])
    }))

  it('counts a product that stands in two lines once, with all its pieces', () =>
    inShop(async ({ large, cart, buy }, db) => {
      const { order } = await buy(cart([large, 7], [large, 3]), 10 * 427.5)
      expect(await linesOf(db, order.id)).toEqual([[10, 427_50]])
    }))

  it('is refused with the price without tiers, or with one that it does not reach', () =>
    inShop(async ({ large, cart, buy }, db) => {
      const dear = { message: expect.stringContaining('The price has changed'), details: { total: 4275 } }
      await expect(buy(cart([large, 10]), 4500)).rejects.toMatchObject(dear)
      await expect(buy(cart([large, 9]), 9 * 427.5)).rejects.toMatchObject({ details: { total: 4050 } })
      expect(await db.$count(orders)).toBe(0)
    }))

  it('is refused when the tiers changed after the price was shown, and goes through at the new price', () =>
    inShop(async ({ large, cart, buy }, db) => {
      await db.update(priceTiers).set({ percent: 4 }).where(eq(priceTiers.percent, 5))
      await expect(buy(cart([large, 10]), 4275)).rejects.toMatchObject({ code: 'conflict', details: { total: 4320 } })
      expect((await buy(cart([large, 10]), 4320)).order.subtotalPaise).toBe(4320_00)
    }))

  it('has the promo code on top of the tiers', () =>
    inShop(async ({ large, cart, buy }, db) => {
      const { code } = await insertPromotion(db, { amountPaise: 100_00, minSubtotalPaise: 4_300_00 })
      const promoCode = { promoCode: code }
      // ₹4,500.00 would be enough for the code, but the pieces cost ₹4,275.00.
      await expect(buy(cart([large, 10]), 4175, promoCode)).rejects.toThrow('add ₹25.00 more')
      expect((await buy(cart([large, 11]), 11 * 427.5 - 100, promoCode)).order).toMatchObject({
        subtotalPaise: 11 * 427_50,
        discountPaise: 100_00,
      })
    }))

  it('has the price of the tier on its invoice, and the taxes add up to what was paid', () =>
    inShop(async ({ context, small, large, cart, buy }, db) => {
      await registerForGst(db, 'regular')
      const { clientTxnId, order } = await buy(cart([small, 7], [large, 3]), 7 * 228.1 + 3 * 427.5)
      await simulatePayment(context, clientTxnId)
      const { lines, totalPaise } = await findInvoice(db, order)
      expect(lines.map(({ quantity, gross }) => [quantity, gross])).toEqual([
        [7, 7 * 228_10],
        [3, 3 * 427_50],
      ])
      expect(lines.reduce((sum, { taxable, cgst, sgst, igst }) => sum + taxable + cgst + sgst + igst, 0)).toBe(
        totalPaise,
      )
      expect(totalPaise).toBe(order.totalPaise)
    }))

  it('is reordered without a word about prices while the tier is the same', () =>
    inShop(async ({ context, customer, large, cart, buy }, db) => {
      const { clientTxnId, order } = await buy(cart([large, 10]), 4275)
      await simulatePayment(context, clientTxnId)
      await setOrderStatus(db, { orderId: order.id, status: 'completed', by: TEST_ADMIN }, ORDER_EVENTS)
      const reorder = () => planReorder(db, { userId: customer.id, orderId: order.id })
      expect(await reorder()).toMatchObject({ added: [{ quantity: 10, price: 450 }], changed: [] })
      await db.delete(priceTiers)
      expect((await reorder()).changed).toMatchObject([{ was: 427.5, now: 450 }])
    }))
})

it('a part of an order has the tier that the whole order reaches', () =>
  inShop(async ({ small, large, cart }, db) => {
    const [parcel, whole] = [cart([large, 2]), cart([large, 2], [small, 5], [large, 3])]
    const price = (lines: typeof parcel, counted?: typeof whole) =>
      inTransaction(db, (tx) => priceOrderLines(tx, lines, counted))
    expect(await price(parcel)).toMatchObject([{ quantity: 2, unitPrice: 450_00 }])
    expect(await price(parcel, whole)).toMatchObject([{ quantity: 2, unitPrice: 427_50 }])
  }))

it('counts the pieces of all parcels of an order to several people', () =>
  inShop(async ({ customer, large, cart }, db) => {
    await registerForGst(db, 'regular')
    const parcels = ['Ravi', 'Meera', 'Kiran'].map((firstName) => ({
      shippingAddress: { ...TO_PUNE, firstName },
      gift: { ...GIFT, hasWrap: false },
    }))
    const question = { parcels, items: cart([large, 4]) }
    const subtotalOf = async (count: number) =>
      (
        await quoteParcels(db, {
          question: ParcelsQuestion.parse({ ...question, parcels: parcels.slice(0, count) }),
          ...{ userId: customer.id, now: new Date() },
        })
      ).subtotal
    expect([await subtotalOf(2), await subtotalOf(3)]).toEqual([8 * 450, 12 * 427.5])
  }))
