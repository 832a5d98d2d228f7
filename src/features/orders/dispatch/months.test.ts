import { expect, it } from 'vitest'
import { daysOfMonth, formatMonth, MONTH, shiftMonth } from './months.ts'

it('the calendar turns its pages over the end of a year, both ways', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
  expect(shiftMonth('2027-01', -1)).toBe('2026-12')
  expect(formatMonth('2026-09')).toBe('Sept 2026')
})

it('a month has all its days, also in a leap year', () => {
  expect(daysOfMonth('2028-02')).toHaveLength(29)
  expect(daysOfMonth('2026-11').at(0)).toBe('2026-11-01')
  expect(daysOfMonth('2026-11').at(-1)).toBe('2026-11-30')
})

it.each(['2026-00', '2026-13', '1926-01', '2026-1', '2026-01-01'])('the address names no month as %s', (text) => {
  expect(text).not.toMatch(MONTH)
})
