import { expect, it } from 'vitest'
import { parsePrice, parseWhole } from './product-input.ts'

it.each([
  ['1000', 1000],
  [' 8 ', 8],
  ['1,000', 1000],
  ['10,00,000', 1_000_000],
  ['0', 0],
])('%s pieces are %i', (typed, pieces) => {
  expect(parseWhole(typed)).toBe(pieces)
})

it.each(['', '1,0', '5.5', '1e3', '12 boxes', '-1', '0x10', '1 000', ',1'])(
  'a stock of “%s” is not guessed: the server refuses it',
  (typed) => {
    expect(parseWhole(typed)).toBeNaN()
  },
)

it.each([
  ['450', 450_00],
  ['₹1,25,000.00', undefined],
  ['1,250.5', 1250_50],
  ['4.5e2', undefined],
  ['0', undefined],
])('a price of %s is %j paise', (typed, paise) => {
  expect(parsePrice(typed)).toBe(paise)
})
