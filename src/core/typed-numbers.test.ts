import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatAmount, paise, rupees } from './money.ts'
import { readTypedRupees, readTypedWhole } from './typed-numbers.ts'

const amounts = fc.integer({ min: 0, max: 100_000_000_000 }).map(paise)

it.each([
  ['450', 450_00],
  [' 450.5 ', 450_50],
  ['₹ 1,850.05', 1850_05],
  ['1,25,000.00', 125_000_00],
  ['0', 0],
])('%s as typed is %i paise', (typed, amount) => {
  expect(readTypedRupees(typed)).toBe(amount)
})

it.each(['', ' ', '1,5', '19.999', '4.5e2', '0x10', 'Infinity', '-1', '1 850', '1850/-', ',100'])(
  'an amount typed as “%s” is not guessed',
  (typed) => {
    expect(readTypedRupees(typed)).toBeUndefined()
  },
)

it('every amount is read as it is shown', () => {
  fc.assert(fc.property(amounts, (amount) => readTypedRupees(formatAmount(rupees(amount))) === amount))
})

it.each([
  ['1000', 1000],
  [' 8 ', 8],
  ['1,000', 1000],
  ['10,00,000', 1_000_000],
  ['0', 0],
])('%s pieces are %i', (typed, pieces) => {
  expect(readTypedWhole(typed)).toBe(pieces)
})

it.each(['', '1,0', '5.5', '1e3', '12 boxes', '-1', '0x10', '1 000', ',1'])(
  'a stock of “%s” is not guessed: the server refuses it',
  (typed) => {
    expect(readTypedWhole(typed)).toBeNaN()
  },
)
