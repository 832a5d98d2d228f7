import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { fromTierCell, priceTogether, toTierCell, unitPriceAt } from './price-tiers.ts'

const TIERS = [
  { from: 10, percent: 5 },
  { from: 50, percent: 10 },
]

describe('the price of one piece', () => {
  it.each([
    [1, 450_00],
    [9, 450_00],
    [10, 427_50],
    [49, 427_50],
    [50, 405_00],
    [5_000, 405_00],
  ])('is the one of the tier that %i pieces reach', (pieces, price) => {
    expect(unitPriceAt(paise(450_00), TIERS, pieces)).toBe(price)
  })

  it.each([
    { rounded: 'half a paisa up', price: 450_10, percent: 5, expected: 427_60 },
    { rounded: 'less than half down', price: 99_99, percent: 1, expected: 98_99 },
    { rounded: 'to one paisa at least', price: 1, percent: 89, expected: 1 },
  ])('is rounded: $rounded', ({ price, percent, expected }) => {
    expect(unitPriceAt(paise(price), [{ from: 2, percent }], 2)).toBe(expected)
  })

  it('is never above the list price, and never rises with the number of pieces', () => {
    const anyTiers = fc
      .uniqueArray(fc.integer({ min: 1, max: 89 }), { maxLength: 5 })
      .map((percents) => percents.sort((a, b) => a - b).map((percent, index) => ({ from: 2 + index * 7, percent })))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_99 }), anyTiers, fc.nat(60), (price, tiers, pieces) => {
        const [now, more] = [unitPriceAt(paise(price), tiers, pieces), unitPriceAt(paise(price), tiers, pieces + 1)]
        expect(now).toBeLessThanOrEqual(price)
        expect(more).toBeLessThanOrEqual(now)
        expect(more).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

describe('products bought together', () => {
  const family = { id: 3, name: 'Milk', label: '55 g', sizes: 2, first: 7 }
  const small = { id: 7, price: 240, tiers: TIERS, family }
  const large = { id: 8, price: 450, tiers: TIERS, family: { ...family, label: '110 g' } }
  const other = { id: 9, price: 100, tiers: TIERS }
  const products = new Map([small, large, other].map((product) => [product.id, product]))

  it('count all sizes of a family, and one product in several lines, but no other product', () => {
    const priceOf = priceTogether(
      [
        { productId: 7, quantity: 4 },
        { productId: 7, quantity: 2 },
        { productId: 8, quantity: 4 },
        { productId: 9, quantity: 8 },
      ],
      products,
    )
    expect(priceOf(small)).toEqual({ price: 228, next: { missing: 40, from: 50, price: 216 } })
    expect(priceOf(large)).toMatchObject({ price: 427.5 })
    expect(priceOf(other)).toEqual({ price: 100, next: { missing: 2, from: 10, price: 95 } })
  })
})

describe('the cell of a file', () => {
  it.each([
    ['10: 5%, 50: 10%', TIERS],
    [' 10:5 ; 50 : 10 % ', TIERS],
    ['None', []],
    ['ten: five', [{ from: Number.NaN, percent: Number.NaN }]],
  ])('reads %s', (cell, tiers) => {
    expect(fromTierCell(cell)).toEqual(tiers)
  })

  it('comes back as it was', () => {
    expect(fromTierCell(toTierCell(TIERS))).toEqual(TIERS)
  })
})
