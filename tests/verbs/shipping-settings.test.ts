import { expect, it } from 'vitest'
import { paiseFromRupees, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { quoteCart } from '#src/features/cart/cart-quote.server.ts'
import { cartTotals } from '#src/features/cart/cart-sums.rules.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/payments.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/settings.defaults.ts'
import { shippingRuleOf } from '#src/features/settings/settings.rules.ts'
import { changeSection, publicSettings } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aMaker } from '#tests/makers/maker.ts'
import { aCheckout, aShopper, aTill } from '#tests/makers/payments.ts'
import { aPromotion } from '#tests/makers/promotions.ts'

const BAR = { pricePaise: 450_00 }
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => (error instanceof ShopError ? { code: error.code, message: error.message, ...error.details } : error),
  )

/** What a browser that has just loaded the page shows for two bars. */
function shownTotal(shipping = shippingRuleOf(DEFAULT_SETTINGS.shipping)) {
  return rupees(cartTotals([{ price: 450, quantity: 2 }], undefined, shipping).total)
}

it.each([
  ['a smaller fee', { freeFrom: 2000, fee: 80.5 }, 980.5],
  ['a smaller threshold', { freeFrom: 900, fee: 150 }, 900],
  ['no fee at all', { freeFrom: 0, fee: 0 }, 900],
])('screen, cart quote and order agree about %s', (_, value, total) =>
  inTestTransaction(async (db) => {
    const till = aTill(db)
    const [shopper, product] = [await aShopper(db), await aProduct(db, BAR)]
    await changeSection(db, 'shipping', { version: 0, value, by: await aMaker(db) })

    expect(shownTotal(shippingRuleOf((await publicSettings(db)).shipping))).toBe(total)
    const question = { items: [{ productId: product.id, quantity: 2 }], userId: null, now: till.now() }
    expect((await quoteCart(db, question)).total).toBe(total)
    await initiatePayment(till, shopper.id, aCheckout(product, { quantity: 2, amount: total }))
    expect(await db.select({ paise: orders.totalPaise }).from(orders)).toEqual([{ paise: total * 100 }])
  }),
)

it('a browser that shows the old fee is told the new total, and nothing is placed', () =>
  inTestTransaction(async (db) => {
    const till = aTill(db)
    const [shopper, product] = [await aShopper(db), await aProduct(db, BAR)]
    const amount = shownTotal()
    await changeSection(db, 'shipping', { version: 0, value: { freeFrom: 2000, fee: 99 }, by: await aMaker(db) })
    const refused = await refusal(initiatePayment(till, shopper.id, aCheckout(product, { quantity: 2, amount })))
    expect(refused).toMatchObject({ code: 'conflict', total: 999 })
    expect(await db.$count(orders)).toBe(0)
  }))

it('a PIN code is refused only where the maker has said so', () =>
  inTestTransaction(async (db) => {
    const till = aTill(db)
    const [shopper, product] = [await aShopper(db), await aProduct(db, BAR)]
    const toArmy = () => {
      const checkout = aCheckout(product)
      return { ...checkout, shippingAddress: { ...checkout.shippingAddress, pincode: '900056' } }
    }
    await initiatePayment(till, shopper.id, toArmy())
    const text = 'Chocolate does not survive the way there.'
    const value = { ...DEFAULT_SETTINGS.delivery, blocked: [{ prefix: '9', text, refusesOrders: true }] }
    await changeSection(db, 'delivery', { version: 0, value, by: await aMaker(db) })
    expect(await refusal(initiatePayment(till, shopper.id, toArmy()))).toEqual({ code: 'conflict', message: text })
    expect(await db.$count(orders)).toBe(1)
  }))

it('gateway doubt 6: screen, cart quote and order agree that a discount leaves a rupee to pay', () =>
  inTestTransaction(async (db) => {
    const till = aTill(db)
    const [shopper, product] = [await aShopper(db), await aProduct(db, { pricePaise: 150 })]
    const free = { freeFrom: 0, fee: 0 }
    await changeSection(db, 'shipping', { version: 0, value: free, by: await aMaker(db) })
    const { code: promoCode } = await aPromotion(db, { amountPaise: 149, minSubtotalPaise: 150 })
    const items = [{ productId: product.id, quantity: 1 }]
    const quote = await quoteCart(db, { items, promoCode, userId: shopper.id, now: till.now() })
    const shown = rupees(
      cartTotals([{ price: 1.5, quantity: 1 }], paiseFromRupees(quote.discount), shippingRuleOf(free)).total,
    )
    expect([quote.total, shown]).toEqual([1, 1])
    const checkout = aCheckout(product, { amount: shown, promoCode })
    expect(await initiatePayment(till, shopper.id, checkout)).toMatchObject({ amount: 1 })
  }))

it('gateway doubt 6: less than a rupee cannot be ordered, and nothing is created', () =>
  inTestTransaction(async (db) => {
    const [shopper, product] = [await aShopper(db), await aProduct(db, { pricePaise: 50 })]
    await changeSection(db, 'shipping', { version: 0, value: { freeFrom: 0, fee: 0 }, by: await aMaker(db) })
    const asked = initiatePayment(aTill(db), shopper.id, aCheckout(product, { amount: 0.5 }))
    expect(await refusal(asked)).toMatchObject({ code: 'invalid', message: expect.stringContaining('₹1') })
    expect(await db.$count(orders)).toBe(0)
  }))
