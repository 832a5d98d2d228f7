import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paiseFromRupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { parseStoredCart, toCartItem } from '#src/features/cart/cart-store.ts'
import { parsePendingOrder } from '#src/features/cart/pending-order.ts'
import { resolvePendingOrder } from '#src/features/checkout/payment-dialog/order-attempt.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { getOrderDetails } from '#src/features/orders/lookup/order-details.server.ts'
import type { CartOrder, Gift, OrderForm } from '#src/features/orders/order-form.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { readOrderInputs } from '#src/features/orders/place/place-order.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createAcceptance, createQuotedOrder } from '#tests/factories/custom-orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** A value of every field: the compiler asks for one when the contract gets a field. */
const ITEM: Required<CartItem> = { productId: 7, quantity: 2 }
const OTHER_ITEM: Required<CartItem> = { productId: 8, quantity: 3 }
const OTHER_GIFT: Required<Gift> = {
  ...{ recipientPhone: '+919876543212', message: 'Happy Diwali', from: 'Asha' },
  ...{ hasWrap: true, notify: 'surprise' },
}
const OTHER: Required<CartOrder> = {
  amount: 1,
  customerName: 'Ravi Varma',
  customerEmail: 'ravi@shopper.example',
  customerPhone: '+919876543219',
  items: [OTHER_ITEM],
  shippingAddress: {
    firstName: 'Ravi',
    lastName: 'Varma',
    address: '1 Tank Bund Road',
    city: 'Secunderabad',
    state: 'Telangana',
    pincode: '500003',
  },
  notes: 'Please ring twice.',
  promoCode: 'WELCOME10',
  deliveryMethod: 'same-day',
  deliverOn: '2027-01-30',
  heat: 'wait',
  gift: OTHER_GIFT,
  cardLogoId: '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a',
  buyerGstin: '36AAAAA0000A1Z3',
  companyName: 'Asha Foods',
  onWhatsApp: true,
}
const changeOf = (values: object, name: string) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key === name))

async function openShop(db: Db) {
  const [context, customer, product] = [createTestPayments(db), await createCustomer(db), await insertProduct(db)]
  const checkout = createCheckout(product, { items: [{ ...ITEM, productId: product.id }], quantity: ITEM.quantity })
  return { context, customer, product, checkout }
}

describe('every field of an order', () => {
  it.each([
    ...Object.keys(OTHER).map((name) => [name, changeOf(OTHER, name), {}] as const),
    ...Object.keys(OTHER_ITEM).map((name) => [`items.${name}`, {}, changeOf(OTHER_ITEM, name)] as const),
  ])('makes another order when it changes: %s', (_, change, itemChange) =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout } = await openShop(db)
      const changed = { ...checkout, items: checkout.items.map((item) => ({ ...item, ...itemChange })), ...change }
      await initiatePayment(context, customer.id, checkout)
      await expect(initiatePayment(context, customer.id, changed)).rejects.toThrow('already taken')
      const attempt = { userId: customer.id, now: context.now().getTime() }
      const pending = resolvePendingOrder(null, { ...attempt, content: checkout })
      expect(resolvePendingOrder(pending, { ...attempt, content: checkout })).toBe(pending)
      expect(resolvePendingOrder(pending, { ...attempt, content: changed })).not.toBe(pending)
    }),
  )

  it.each(Object.keys(OTHER_GIFT))('of a gift makes another order when it changes: %s', (name) =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout } = await openShop(db)
      const gift = {
        recipientPhone: '+919876543213',
        message: '',
        from: 'Ravi',
        hasWrap: false,
        notify: 'none',
      } as const
      await initiatePayment(context, customer.id, { ...checkout, gift })
      const changed = { ...checkout, gift: { ...gift, ...changeOf(OTHER_GIFT, name) } }
      await expect(initiatePayment(context, customer.id, changed)).rejects.toThrow('already taken')
    }),
  )

  it('of an item survives a reload in the cart and in the pending order', () => {
    const line = { ...ITEM, productName: 'Noor Ruby Heart', price: 620, imageUrl: '/a.webp' }
    const cart = parseStoredCart(JSON.stringify({ state: { items: [line], sessionId: 'session_1_a' } }))
    expect(cart?.items.map(toCartItem)).toEqual([ITEM])
    const order = { orderId: 'ORD_1763750000000_a', userId: 'asha', content: 'abc', items: [ITEM] }
    expect(parsePendingOrder(JSON.stringify({ state: { order } }))?.items).toEqual([ITEM])
  })

  it('of an item stays with its line when the lines of a product are merged', () =>
    inTestTransaction(async (db) => {
      const { product, checkout } = await openShop(db)
      const [one, rest] = [
        { ...ITEM, productId: product.id, quantity: 1 },
        { productId: product.id, quantity: 1 },
      ]
      const content = { ...checkout, items: [one, rest] }
      const { lines } = await readOrderInputs(db, content)
      expect(lines).toMatchObject([{ ...ITEM, productId: product.id }])
    }))

  it('is shown with the order', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout, product } = await openShop(db)
      const { productId: _, ...ordered } = ITEM
      await initiatePayment(context, customer.id, checkout)
      const { id } = onlyRow(await db.select().from(orders))
      const lookups = {
        paymentOf: async () => null,
        refundsOf: async () => new Map(),
        documentsOf: async () => new Map(),
      }
      const shown = await getOrderDetails(db, { id, scope: { userId: customer.id }, ...lookups })
      expect(shown.items).toMatchObject([{ ...ordered, product: { id: product.id } }])
    }))
})

describe('an order that an earlier version placed', () => {
  const sha256 = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const formOf = (form: OrderForm) => ({
    customer: [form.customerName, form.customerEmail, form.customerPhone],
    address: Object.entries(form.shippingAddress).sort(),
    notes: form.notes ?? '',
  })

  it('is found again by the same content, and refuses other content', () =>
    inTestTransaction(async (db) => {
      const { context, customer, checkout } = await openShop(db)
      const started = await initiatePayment(context, customer.id, checkout)
      const items = checkout.items.map(({ productId, quantity }) => [productId, quantity])
      const expectedTotal = paiseFromRupees(checkout.amount)
      const contentHash = sha256({ items, ...formOf(checkout), promoCode: '', expectedTotal })
      await db.update(orders).set({ contentHash }).where(eq(orders.reference, checkout.orderId))
      expect(await initiatePayment(context, customer.id, checkout)).toMatchObject({
        transactionId: started.transactionId,
      })
      const changed = initiatePayment(context, customer.id, { ...checkout, notes: 'Please ring twice.' })
      await expect(changed).rejects.toThrow('already taken')
    }))

  it('from a quotation keeps its number when it is accepted again', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, token } = await createQuotedOrder(context, 1850)
      const [link, form] = [{ token, userId: customer.id }, createAcceptance(2000)]
      const started = await acceptQuote(context, link, form)
      const { customer: person, address, notes } = formOf(form)
      const contentHash = sha256([id, paiseFromRupees(1850), person, address, notes, paiseFromRupees(2000)])
      await db.update(orders).set({ contentHash })
      expect(await acceptQuote(context, link, form)).toMatchObject({ orderId: started.orderId })
      const other = { ...form, notes: 'Please ring twice.', replaces: started.orderId }
      const changed = await acceptQuote(context, link, other)
      expect(changed.orderId).not.toBe(started.orderId)
    }))
})
