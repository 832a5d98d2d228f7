import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addPaise,
  decimalRupees,
  formatAmount,
  formatPrice,
  type Paise,
  paise,
  paiseFromRupees,
  rupees,
  timesPaise,
} from './money.ts'

const amounts = fc.integer({ min: 0, max: 100_000_000_000 }).map(paise)

it('every amount survives the trip to rupees and back, exactly', () => {
  fc.assert(fc.property(amounts, (amount) => paiseFromRupees(rupees(amount)) === amount))
})

it('every amount survives JSON', () => {
  fc.assert(fc.property(amounts, (amount) => paiseFromRupees(JSON.parse(JSON.stringify(rupees(amount)))) === amount))
})

it.each([
  [19.99, 1999],
  [0.1 + 0.2, 30],
  [1999.99, 199_999],
  [2149, 214_900],
])('%d rupees are %d paise', (given, expected) => {
  expect(paiseFromRupees(given)).toBe(expected)
})

it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not an amount', (wrong) => {
  expect(() => paise(wrong)).toThrow('Not a whole number of paise')
})

it('adding nothing is nothing, and adding does not lose a paisa', () => {
  expect(addPaise()).toBe(0)
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 50 }), (list) => {
      const sum = list.reduce((total, amount) => total + BigInt(amount), 0n)
      expect(BigInt(addPaise(...list))).toBe(sum)
    }),
  )
})

it('a sum beyond what a number holds exactly is refused instead of rounded', () => {
  expect(() => addPaise(paise(Number.MAX_SAFE_INTEGER), paise(1))).toThrow('Not a whole number')
  expect(() => timesPaise(paise(Number.MAX_SAFE_INTEGER), 2)).toThrow('Not a whole number')
})

it('a UPI link gets exactly two decimals, no symbol and no grouping', () => {
  expect(decimalRupees(214_900 as Paise)).toBe('2149.00')
  expect(decimalRupees(5 as Paise)).toBe('0.05')
  expect(decimalRupees(100_000_00 as Paise)).toBe('100000.00')
  fc.assert(fc.property(amounts, (amount) => /^\d+\.\d\d$/.test(decimalRupees(amount))))
  fc.assert(fc.property(amounts, (amount) => paiseFromRupees(Number(decimalRupees(amount))) === amount))
})

it('prices are written the Indian way: lakhs, and decimals only where there are paise', () => {
  expect(formatPrice(1850)).toBe('₹1,850')
  expect(formatPrice(1850.5)).toBe('₹1,850.50')
  expect(formatPrice(123_456)).toBe('₹1,23,456')
})

it('every amount is written as India writes it (Unicode CLDR)', () => {
  const written = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', ...options })
  const [price, exact] = [written({ trailingZeroDisplay: 'stripIfInteger' }), written({})]
  fc.assert(
    fc.property(amounts, fc.constantFrom(1, -1), (amount, sign) => {
      const inRupees = rupees(amount) * sign || 0
      expect(formatPrice(inRupees)).toBe(price.format(inRupees))
      expect(formatAmount(inRupees)).toBe(exact.format(inRupees))
    }),
  )
})

it('amounts of the cart always have two decimals', () => {
  expect(formatAmount(1850)).toBe('₹1,850.00')
  expect(formatAmount(150_000.5)).toBe('₹1,50,000.50')
  expect(formatAmount(0)).toBe('₹0.00')
})
