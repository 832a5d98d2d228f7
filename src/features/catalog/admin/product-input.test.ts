import { expect, it } from 'vitest'
import { parsePrice } from './product-input.ts'

it.each([
  ['450', 450_00],
  ['₹1,25,000.00', undefined],
  ['1,250.5', 1250_50],
  ['4.5e2', undefined],
  ['0', undefined],
])('a price of %s is %j paise', (typed, paise) => {
  expect(parsePrice(typed)).toBe(paise)
})
