import { expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { calculateIncludedTax } from '#src/features/pricing/totals/included-tax-note.tsx'
import { calculateCartTotals } from './totals.ts'

const rates = { usual: 5, products: { '7': 18 } }
const lines = [
  { productId: 7, price: 118, quantity: 2 },
  { productId: 8, price: 1050, quantity: 1 },
]

it('the tax in a cart is that of every product, and shipping shares the rates', () => {
  const totals = calculateCartTotals(lines)
  expect(totals.shipping).toBe(150_00)
  // ₹36 and ₹50 in the goods; of the shipping 27.53 at 18% and 122.47 at 5%.
  expect(calculateIncludedTax({ lines, totals, rates, supply: 'inter' })).toBe(36_00 + 50_00 + 4_20 + 5_83)
})

it('a promo code discount is not taxed', () => {
  const whole = calculateIncludedTax({ lines, totals: calculateCartTotals(lines), rates, supply: 'inter' })
  const reduced = calculateIncludedTax({
    lines,
    totals: calculateCartTotals(lines, paise(643_00)),
    rates,
    supply: 'inter',
  })
  expect(reduced).toBe(43_00 + 4_20 + 5_83)
  expect(reduced).toBeLessThan(whole)
})

it('a custom chocolate has the default rate', () => {
  const made = [{ productId: null, price: 999, quantity: 1 }]
  const totals = { ...calculateCartTotals(made), shipping: paise(0) }
  expect(calculateIncludedTax({ lines: made, totals, rates, supply: 'intra' })).toBe(47_58)
  expect(calculateIncludedTax({ lines: made, totals, rates, supply: 'inter' })).toBe(47_57)
})
