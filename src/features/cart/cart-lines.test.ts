import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { calculateCartTotals, calculateTotals, remainingForFreeShipping } from '#src/features/pricing/totals/totals.ts'
import { clampQuantity } from './cart-store.ts'

const line = (price: number, quantity: number) => ({
  productId: 1,
  productName: 'Kollur Dark 72%',
  price,
  imageUrl: '/pictures/placeholder.webp',
  quantity,
})

describe('the totals', () => {
  it('cost 150 for shipping below two thousand rupees', () => {
    expect(calculateCartTotals([line(1999.99, 1)])).toEqual({
      subtotal: 199999,
      discount: 0,
      shipping: 15000,
      coolPack: 0,
      giftWrap: 0,
      total: 214999,
    })
  })

  it('ship free from two thousand rupees on', () => {
    expect(calculateCartTotals([line(1000, 2)])).toEqual({
      subtotal: 200000,
      discount: 0,
      shipping: 0,
      coolPack: 0,
      giftWrap: 0,
      total: 200000,
    })
  })

  it('charge no shipping for an empty cart', () => {
    expect(calculateTotals([])).toEqual({ subtotal: 0, discount: 0, shipping: 0, coolPack: 0, giftWrap: 0, total: 0 })
  })

  it('use the subtotal before the discount for free shipping', () => {
    expect(calculateCartTotals([line(1000, 2)], paise(200_00))).toEqual({
      subtotal: 200000,
      discount: 20000,
      shipping: 0,
      coolPack: 0,
      giftWrap: 0,
      total: 180000,
    })
  })

  it('lose no paisa to rounding', () => {
    expect(calculateCartTotals([line(19.99, 3), line(0.1, 7)]).subtotal).toBe(6067)
  })

  it('always add up', () => {
    const lines = fc.array(
      fc.record({ unitPrice: fc.nat(5_000_00).map(paise), quantity: fc.integer({ min: 1, max: 50 }) }),
    )
    fc.assert(
      fc.property(lines, fc.nat(5_000_00).map(paise), (some, promised) => {
        const { subtotal, discount, shipping, total } = calculateTotals(some, promised)
        expect(total).toBe(subtotal + shipping - discount)
        expect(total).toBeGreaterThanOrEqual(shipping)
        expect(discount).toBe(Math.min(promised, subtotal))
        expect(shipping === 0).toBe(subtotal === 0 || subtotal >= 200000)
      }),
    )
  })
})

describe('free shipping', () => {
  it('says how much is missing, and nothing once it is reached', () => {
    expect(remainingForFreeShipping({ subtotal: paise(185000) })).toBe(15000)
    expect(remainingForFreeShipping({ subtotal: paise(200000) })).toBe(0)
    expect(remainingForFreeShipping({ subtotal: paise(990000) })).toBe(0)
  })
})

describe('a quantity', () => {
  it.each([
    [3, 3],
    [0, 1],
    [-4, 1],
    [2.9, 2],
    [5_001, 5_000],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 5_000],
  ])('clamps %d to %d', (typed, quantity) => {
    expect(clampQuantity(typed)).toBe(quantity)
  })
})
