import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canSupply,
  financialYearOf,
  GST_MODES,
  resolveSupplyType,
  STATE_CODES,
  type Supply,
  splitInclusiveTax,
} from './gst.ts'
import { type Paise, paise } from './money.ts'

const FIVE_PERCENT = 500

describe('the tax within a price', () => {
  it('is what the law of the place says for ₹999.00 at 5%', () => {
    expect(splitInclusiveTax(paise(999_00), FIVE_PERCENT, 'intra')).toEqual({
      taxable: 951_42,
      cgst: 23_79,
      sgst: 23_79,
      igst: 0,
    })
    expect(splitInclusiveTax(paise(999_00), FIVE_PERCENT, 'inter')).toEqual({
      taxable: 951_43,
      cgst: 0,
      sgst: 0,
      igst: 47_57,
    })
  })

  it.each([
    ['nothing', splitInclusiveTax(paise(0), FIVE_PERCENT, 'intra'), 0],
    ['one paisa', splitInclusiveTax(paise(1), FIVE_PERCENT, 'intra'), 0],
    ['goods without tax', splitInclusiveTax(paise(999_00), 0, 'inter'), 0],
    ['chocolate until September 2025', splitInclusiveTax(paise(118_00), 1800, 'inter'), 18_00],
    ['the dearest order that UPI takes', splitInclusiveTax(paise(1_00_000_00), FIVE_PERCENT, 'intra'), 4_761_90],
  ])('of %s is right', (_, { cgst, sgst, igst }, expected) => {
    expect(cgst + sgst + igst).toBe(expected)
  })

  const amounts = fc.integer({ min: 0, max: 100_000_000_00 }).map(paise)
  const rates = fc.constantFrom(0, 10, 25, 100, 150, 300, 500, 1200, 1800, 2800, 4000)
  const supplies = fc.constantFrom<Supply>('intra', 'inter')

  it('always adds up to the price, no part is negative, and the centre gets as much as the state', () => {
    fc.assert(
      fc.property(amounts, rates, supplies, (amount, rate, supply) => {
        const { taxable, cgst, sgst, igst } = splitInclusiveTax(amount, rate, supply)
        expect(taxable + cgst + sgst + igst).toBe(amount)
        expect(Math.min(taxable, cgst, igst)).toBeGreaterThanOrEqual(0)
        expect(cgst).toBe(sgst)
        expect(supply === 'intra' ? igst : cgst).toBe(0)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves the same taxable value in every state, to the paisa', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const [here, there] = [splitInclusiveTax(amount, rate, 'intra'), splitInclusiveTax(amount, rate, 'inter')]
        expect(Math.abs(here.taxable - there.taxable)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is never computed of money that goes back', () => {
    expect(() => splitInclusiveTax(-1 as Paise, FIVE_PERCENT, 'intra')).toThrow('negative')
  })
})

describe('the states', () => {
  it('are 28 and 8 union territories, each with a code of its own', () => {
    const codes = Object.values(STATE_CODES)
    expect(new Set(codes).size).toBe(36)
    expect(codes).toEqual([...codes].sort())
    expect(STATE_CODES.Telangana).toBe('36')
    expect(codes).not.toContain('28')
  })

  it('are supplied from outside, except the own one', () => {
    expect(resolveSupplyType('Telangana', 'Telangana')).toBe('intra')
    expect(resolveSupplyType('Andhra Pradesh', 'Telangana')).toBe('inter')
    expect(resolveSupplyType('Delhi', 'Telangana')).toBe('inter')
  })

  it('other than the own one are for the regularly registered only', () => {
    expect(GST_MODES.filter((mode) => canSupply(mode, 'inter'))).toEqual(['regular'])
    expect(GST_MODES.filter((mode) => canSupply(mode, 'intra'))).toEqual([...GST_MODES])
  })
})

it.each([
  ['2026-03-31T23:59:59+05:30', '25-26'],
  ['2026-04-01T00:00:00+05:30', '26-27'],
  ['2026-12-31T23:30:00+05:30', '26-27'],
  ['2027-03-31T18:29:59Z', '26-27'],
  ['2027-03-31T18:30:00Z', '27-28'],
  ['2099-06-01T00:00:00Z', '99-00'],
])('%s is in the financial year %s, which begins on 1 April in India', (date, year) => {
  expect(financialYearOf(new Date(date))).toBe(year)
})
