import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Composition, FLAVORS, INGREDIENTS, PACKAGINGS, SHAPES } from './custom-order-options.ts'
import { estimatePrice, estimatePriceRange } from './price-estimate.ts'

const plainBar: Composition = {
  flavor: 'dark',
  concentration: 70,
  ingredients: [],
  shape: 'bar',
  packaging: 'simple',
  message: '',
  quantity: 1,
}
const anyComposition = fc.record({
  flavor: fc.constantFrom(...FLAVORS),
  concentration: fc.integer({ min: 30, max: 95 }),
  ingredients: fc.uniqueArray(fc.constantFrom(...INGREDIENTS)),
  shape: fc.constantFrom(...SHAPES),
  packaging: fc.constantFrom(...PACKAGINGS),
  message: fc.constantFrom('', 'Happy birthday, Amma'),
  quantity: fc.integer({ min: 1, max: 1000 }),
})
const totalOf = (change: Partial<Composition>) => estimatePrice({ ...plainBar, ...change }).total

describe('the price of a composition', () => {
  it('is itemised', () => {
    const heart = { ...plainBar, shape: 'heart', ingredients: ['rose', 'gold-flakes'], message: 'For you' } as const
    expect(estimatePrice({ ...heart, quantity: 2 })).toEqual({
      lines: [
        { label: 'Dark chocolate, 90 g', each: 234_00, times: 2, amount: 468_00 },
        { label: 'Couverture, 70 %', each: 54_00, times: 2, amount: 108_00 },
        { label: 'Rose', each: 25_00, times: 2, amount: 50_00 },
        { label: 'Gold Flakes', each: 160_00, times: 2, amount: 320_00 },
        { label: 'Heart, casting', each: 60_00, times: 2, amount: 120_00 },
        { label: 'Simple packaging', each: 20_00, times: 2, amount: 40_00 },
        { label: 'Message card', each: 30_00, times: 1, amount: 30_00 },
      ],
      total: 1136_00,
    })
  })

  it('includes the mould of a custom shape once, however many pieces are made', () => {
    const [one, ten] = [totalOf({ shape: 'custom-mold' }), totalOf({ shape: 'custom-mold', quantity: 10 })]
    expect(ten - 1500_00).toBe((one - 1500_00) * 10)
  })

  it('counts an ingredient once, however often it is listed', () => {
    expect(totalOf({ ingredients: ['nuts', 'nuts'] })).toBe(totalOf({ ingredients: ['nuts'] }))
  })

  it('is the sum of its lines, in whole paise', () =>
    fc.assert(
      fc.property(anyComposition, (composition) => {
        const { lines, total } = estimatePrice(composition)
        expect(total).toBe(lines.reduce((sum, line) => sum + line.amount, 0))
        for (const { each, times, amount } of lines) expect(amount).toBe(each * times)
        expect(Number.isSafeInteger(total)).toBe(true)
      }),
    ))

  it('never falls when something is added: strength, an ingredient, a piece', () =>
    fc.assert(
      fc.property(anyComposition, fc.constantFrom(...INGREDIENTS), (composition, added) => {
        const { total } = estimatePrice(composition)
        const more = (change: Partial<Composition>) => estimatePrice({ ...composition, ...change }).total
        expect(more({ concentration: composition.concentration + 1 })).toBeGreaterThan(total)
        expect(more({ quantity: composition.quantity + 1 })).toBeGreaterThan(total)
        expect(more({ ingredients: [...composition.ingredients, added] })).toBeGreaterThanOrEqual(total)
      }),
    ))
})

describe('the price range', () => {
  it('goes from 10 % below the estimate to 15 % above it, in steps of ten rupees', () => {
    expect(totalOf({})).toBe(412_00)
    expect(estimatePriceRange(plainBar)).toEqual({ from: 370_00, to: 480_00 })
  })

  it('always contains the estimate', () =>
    fc.assert(
      fc.property(anyComposition, (composition) => {
        const { total } = estimatePrice(composition)
        const { from, to } = estimatePriceRange(composition)
        expect(from).toBeGreaterThan(0)
        expect(from % 10_00).toBe(0)
        expect(to % 10_00).toBe(0)
        expect(from).toBeLessThanOrEqual(total * 0.9)
        expect(to).toBeGreaterThanOrEqual(total * 1.15)
        expect(to - from).toBeLessThan(total * 0.25 + 20_01)
      }),
    ))
})
