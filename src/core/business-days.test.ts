import { describe, expect, it } from 'vitest'
import { businessDaysLater } from './business-days.ts'

describe('business days', () => {
  it.each([
    ['a Monday morning', '2026-11-23T10:00:00+05:30', ['2026-11-26', '2026-11-30']],
    ['a Friday evening', '2026-11-20T19:00:00+05:30', ['2026-11-25', '2026-11-27']],
    ['a Saturday, which is none', '2026-11-21T12:00:00+05:30', ['2026-11-25', '2026-11-27']],
    ['a night that is still Sunday in London', '2026-11-23T02:00:00+05:30', ['2026-11-26', '2026-11-30']],
    ['the Monday before Republic Day', '2027-01-25T10:00:00+05:30', ['2027-01-29', '2027-02-02']],
    ['the Thursday before the second of October', '2026-10-01T10:00:00+05:30', ['2026-10-07', '2026-10-09']],
    ['the end of a year', '2026-12-30T10:00:00+05:30', ['2027-01-04', '2027-01-06']],
  ])('counts three and five of them after %s', (_, moment, days) => {
    expect([3, 5].map((count) => businessDaysLater(new Date(moment), count))).toEqual(days)
  })

  it('stays on the day itself for none', () => {
    expect(businessDaysLater(new Date('2026-11-21T12:00:00+05:30'), 0)).toBe('2026-11-21')
  })
})
