import { expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { paiseFromRupees, rupees } from '#src/core/money.ts'
import { toShippingRule } from '#src/core/shop-policy.ts'
import { quoteCart } from '#src/features/cart/quote/cart-quote.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { calculateCartTotals } from '#src/features/pricing/totals/totals.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection, readPublicSettings } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'

const BAR = { pricePaise: 450_00 }
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => (error instanceof DomainError ? { code: error.code, message: error.message, ...error.details } : error),
  )

/** What a browser that has just loaded the page shows for two bars. */
function shownTotal(shipping = toShippingRule(DEFAULT_SETTINGS.shipping)) {
  return rupees(calculateCartTotals([{ price: 450, quantity: 2 }], undefined, shipping).total)
}

it.each([
  ['a smaller fee', { freeFrom: 2000, fee: 80.5 }, 980.5],
  ['a smaller threshold', { freeFrom: 900, fee: 150 }, 900],
  ['no fee at all', { freeFrom: 0, fee: 0 }, 900],
])('screen, cart quote and order agree about %s', (_, value, total) =>
  inTestTransaction(async (db) => {
    const context = createTestPayments(db)
    const [customer, product] = [await createCustomer(db), await insertProduct(db, BAR)]
    await changeSection(db, 'shipping', { version: 0, value, by: await createAdmin(db) })

    expect(shownTotal(toShippingRule((await readPublicSettings(db)).shipping))).toBe(total)
    const question = { items: [{ productId: product.id, quantity: 2 }], userId: null, now: context.now() }
    expect((await quoteCart(db, question)).total).toBe(total)
    await initiatePayment(context, customer.id, createCheckout(product, { quantity: 2, amount: total }))
    expect(await db.select({ paise: orders.totalPaise }).from(orders)).toEqual([{ paise: total * 100 }])
  }),
)

it('a browser that shows the old fee gets the new total, and no order is placed', () =>
  inTestTransaction(async (db) => {
    const context = createTestPayments(db)
    const [customer, product] = [await createCustomer(db), await insertProduct(db, BAR)]
    const amount = shownTotal()
    await changeSection(db, 'shipping', { version: 0, value: { freeFrom: 2000, fee: 99 }, by: await createAdmin(db) })
    const refused = await refusal(
      initiatePayment(context, customer.id, createCheckout(product, { quantity: 2, amount })),
    )
    expect(refused).toMatchObject({ code: 'total-changed', total: 999 })
    expect(await db.$count(orders)).toBe(0)
  }))

it('a PIN code is refused only where the admin has restricted delivery', () =>
  inTestTransaction(async (db) => {
    const context = createTestPayments(db)
    const [customer, product] = [await createCustomer(db), await insertProduct(db, BAR)]
    await registerForGst(db, 'regular')
    const toArmy = () => {
      const checkout = createCheckout(product)
      return { ...checkout, shippingAddress: { ...checkout.shippingAddress, pincode: '900056' } }
    }
    await initiatePayment(context, customer.id, toArmy())
    const text = 'Chocolate does not survive the way there.'
    const value = { ...DEFAULT_SETTINGS.delivery, blocked: [{ prefix: '9', text, refusesOrders: true }] }
    await changeSection(db, 'delivery', { version: 0, value, by: await createAdmin(db) })
    expect(await refusal(initiatePayment(context, customer.id, toArmy()))).toEqual({ code: 'conflict', message: text })
    expect(await db.$count(orders)).toBe(1)
  }))

it('gateway doubt 6: screen, cart quote and order agree that a discount leaves a rupee to pay', () =>
  inTestTransaction(async (db) => {
    const context = createTestPayments(db)
    const [customer, product] = [await createCustomer(db), await insertProduct(db, { pricePaise: 150 })]
    const free = { freeFrom: 0, fee: 0 }
    await changeSection(db, 'shipping', { version: 0, value: free, by: await createAdmin(db) })
    const { code: promoCode } = await insertPromotion(db, { amountPaise: 149, minSubtotalPaise: 150 })
    const items = [{ productId: product.id, quantity: 1 }]
    const quote = await quoteCart(db, { items, promoCode, userId: customer.id, now: context.now() })
    const shown = rupees(
      calculateCartTotals([{ price: 1.5, quantity: 1 }], paiseFromRupees(quote.discount), toShippingRule(free)).total,
    )
    expect([quote.total, shown]).toEqual([1, 1])
    const checkout = createCheckout(product, { amount: shown, promoCode })
    expect(await initiatePayment(context, customer.id, checkout)).toMatchObject({ amount: 1 })
  }))

it('gateway doubt 6: an order below a rupee is rejected, and nothing is created', () =>
  inTestTransaction(async (db) => {
    const [customer, product] = [await createCustomer(db), await insertProduct(db, { pricePaise: 50 })]
    await changeSection(db, 'shipping', { version: 0, value: { freeFrom: 0, fee: 0 }, by: await createAdmin(db) })
    const payment = initiatePayment(createTestPayments(db), customer.id, createCheckout(product, { amount: 0.5 }))
    expect(await refusal(payment)).toMatchObject({ code: 'invalid', message: expect.stringContaining('₹1') })
    expect(await db.$count(orders)).toBe(0)
  }))
