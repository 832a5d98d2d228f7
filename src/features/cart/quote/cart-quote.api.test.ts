import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertFamily, insertPriceTiers, insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { cartQuoteApi } from './cart-quote.api.server.ts'
import { CartQuote } from './cart-quote.contract.ts'

async function aCounter(db: Db) {
  const api = createTestApi(cartQuoteApi({ db }))
  const customer = await createCustomer(db)
  const product = await insertProduct(db, { pricePaise: 1_250_50, stock: 4 })
  const ask = (body: unknown, cookie = customer.cookie) =>
    api.request('/api/cart/quote', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: 'http://localhost', cookie },
    })
  const items = [{ productId: product.id, quantity: 1 }]
  const quote = async (body: object = {}, cookie?: string) =>
    CartQuote.parse(await (await ask({ items, ...body }, cookie)).json())
  return { product, items, ask, quote }
}

it('prices a cart with live prices and stock', () =>
  inTestTransaction(async (db) => {
    const { product, quote } = await aCounter(db)
    expect(await quote()).toEqual({
      lines: [{ productId: product.id, quantity: 1, name: product.name, price: 1250.5, stock: 4 }],
      subtotal: 1250.5,
      discount: 0,
      shipping: 150,
      total: 1400.5,
      promo: null,
    })
  }))

it('prices each piece by the tier that all sizes of a family reach together, before the promo code', () =>
  inTestTransaction(async (db) => {
    const { quote } = await aCounter(db)
    const [small, large] = await insertFamily(db, 'Milk', [{ pricePaise: 240_00 }, { pricePaise: 450_00 }])
    await insertPriceTiers(db, small, [{ from: 10, percent: 5 }])
    const { code } = await insertPromotion(db, { amountPaise: 100_00, minSubtotalPaise: 1_000_00 })
    const cart = (pieces: number) => [
      { productId: small.id, quantity: 6 },
      { productId: large.id, quantity: pieces },
    ]
    expect(await quote({ items: cart(3) })).toMatchObject({ subtotal: 6 * 240 + 3 * 450 })
    expect(await quote({ items: cart(4), promoCode: code })).toMatchObject({
      lines: [{ price: 228 }, { price: 427.5 }],
      subtotal: 6 * 228 + 4 * 427.5,
      discount: 100,
    })
  }))

it('subtracts the discount, and ships free by the subtotal before it', () =>
  inTestTransaction(async (db) => {
    const { product, quote } = await aCounter(db)
    const { code } = await insertPromotion(db, { amountPaise: 600_00, minSubtotalPaise: 1_000_00 })
    const items = [{ productId: product.id, quantity: 2 }]
    expect(await quote({ items, promoCode: code.toLowerCase() })).toMatchObject({
      subtotal: 2501,
      discount: 600,
      shipping: 0,
      total: 1901,
      promo: { code, ok: true },
    })
  }))

it('says why a code is not valid, and what the cart costs without it', () =>
  inTestTransaction(async (db) => {
    const { quote } = await aCounter(db)
    const { code } = await insertPromotion(db, { minSubtotalPaise: 1_500_00 })
    expect(await quote({ promoCode: code })).toMatchObject({
      discount: 0,
      total: 1400.5,
      promo: {
        code,
        ok: false,
        reason: 'MIN_SUBTOTAL',
        message: `${code} needs a subtotal of ₹1,500.00: add ₹249.50 more.`,
      },
    })
  }))

it('asks a visitor to sign in, but says at once that a code does not exist', () =>
  inTestTransaction(async (db) => {
    const { quote } = await aCounter(db)
    const { code } = await insertPromotion(db)
    expect((await quote({ promoCode: code }, '')).promo).toMatchObject({ ok: false, reason: 'SIGN_IN' })
    expect((await quote({ promoCode: 'NONE' }, '')).promo).toMatchObject({ ok: false, reason: 'UNKNOWN' })
  }))

it('charges nothing for products that are no longer sold', () =>
  inTestTransaction(async (db) => {
    const { items, quote } = await aCounter(db)
    const gone = await insertProduct(db, { archivedAt: new Date() })
    const { lines, subtotal } = await quote({ items: [...items, { productId: gone.id, quantity: 3 }] })
    expect(subtotal).toBe(1250.5)
    expect(lines[1]).toEqual({ productId: gone.id, quantity: 3, name: null, price: null, stock: 0 })
  }))

it('limits the guessing of codes', () =>
  inTestTransaction(async (db) => {
    const { ask, items } = await aCounter(db)
    const statuses = []
    for (let guess = 0; guess <= 20; guess++) statuses.push((await ask({ items, promoCode: `GUESS${guess}` })).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  }))

it.each([
  ['no items', { items: [] }],
  ['5,001 pieces', { items: [{ productId: 1, quantity: 5_001 }] }],
  ['a code as long as a letter', { promoCode: 'A'.repeat(51) }],
  ['a price of its own', { total: 1 }],
])('answers 400 to %s', (_, wrong) =>
  inTestTransaction(async (db) => {
    const { ask, items } = await aCounter(db)
    expect((await ask({ items, ...wrong })).status).toBe(400)
  }),
)
