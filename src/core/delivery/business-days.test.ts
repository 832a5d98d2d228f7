import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addBusinessDays,
  businessDayOnOrAfter,
  COURIER_WEEKDAYS,
  countBusinessDays,
  NATIONAL_HOLIDAYS,
  workingWeekdays,
} from './business-days.ts'

const CALENDAR = { weekdays: COURIER_WEEKDAYS, holidays: NATIONAL_HOLIDAYS }

describe('business days', () => {
  it.each([
    ['a Monday', '2026-11-23', ['2026-11-26', '2026-11-28']],
    ['a Friday, over a Sunday', '2026-11-20', ['2026-11-24', '2026-11-26']],
    ['a Sunday, which is none', '2026-11-22', ['2026-11-25', '2026-11-27']],
    ['the Monday before Republic Day', '2027-01-25', ['2027-01-29', '2027-02-01']],
    ['the Thursday before the second of October', '2026-10-01', ['2026-10-06', '2026-10-08']],
    ['the end of a year', '2026-12-30', ['2027-01-02', '2027-01-05']],
  ])('counts three and five of them after %s', (_, day, days) => {
    expect([3, 5].map((count) => addBusinessDays(day, count, CALENDAR))).toEqual(days)
  })

  it('stays on the day itself for none, also on a Sunday', () => {
    expect(addBusinessDays('2026-11-22', 0, CALENDAR)).toBe('2026-11-22')
  })

  it('begins on the day itself or on the next that counts', () => {
    expect(businessDayOnOrAfter('2026-11-21', CALENDAR)).toBe('2026-11-21')
    expect(businessDayOnOrAfter('2026-11-22', CALENDAR)).toBe('2026-11-23')
    expect(businessDayOnOrAfter('2027-01-26', CALENDAR)).toBe('2027-01-27')
    expect(businessDayOnOrAfter('2026-11-09', { ...CALENDAR, holidays: ['2026-11-09', '2026-11-10'] })).toBe(
      '2026-11-11',
    )
  })

  it('are as many between two days as one has gone', () => {
    const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 40 }), (date, count) => {
        const day = date.toISOString().slice(0, 10)
        expect(countBusinessDays(day, addBusinessDays(day, count, CALENDAR), CALENDAR)).toBe(count)
      }),
    )
    expect(countBusinessDays('2026-11-24', '2026-11-20', CALENDAR)).toBe(0)
  })
})

describe('the week of a studio', () => {
  it('has the days from Monday to Saturday on which it opens', () => {
    expect(workingWeekdays((weekday) => weekday !== 3)).toEqual([1, 2, 4, 5, 6])
  })

  it('is the courier week where it opens on Sundays only', () => {
    expect(workingWeekdays((weekday) => weekday === 0)).toEqual(COURIER_WEEKDAYS)
  })
})
