import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDay,
  formatDayAndTime,
  formatFullDay,
  formatTime,
  shopDay,
  startOfShopMonth,
  startOfShopWeek,
} from './dates.ts'

const inIndia = (time: string) => new Date(`${time}+05:30`)
const anyTime = fc.date({ min: new Date('2024-01-01'), max: new Date('2034-01-01'), noInvalidDate: true })

describe("the shop's weeks and months", () => {
  it.each([
    ['a Saturday', '2026-11-21T14:05:00', ['2026-11-16', '2026-11-01']],
    ['five past midnight on a Monday', '2026-11-23T00:05:00', ['2026-11-23', '2026-11-01']],
    ['a Sunday that is still Saturday in London', '2026-11-01T03:00:00', ['2026-10-26', '2026-11-01']],
    ['29 February', '2028-02-29T12:00:00', ['2028-02-28', '2028-02-01']],
    ["New Year's Day", '2027-01-01T00:00:00', ['2026-12-28', '2027-01-01']],
  ])('began where people in India say, on %s', (_, date, days) => {
    const began = [startOfShopWeek(inIndia(date)), startOfShopMonth(inIndia(date))]
    expect(began).toEqual(days.map((day) => inIndia(`${day}T00:00:00`)))
  })

  it('a week begins on a Monday, at most seven days ago', () =>
    fc.assert(
      fc.property(anyTime, (date) => {
        const week = startOfShopWeek(date)
        expect(new Date(shopDay(week)).getUTCDay()).toBe(1)
        expect(date.getTime() - week.getTime()).toBeGreaterThanOrEqual(0)
        expect(date.getTime() - week.getTime()).toBeLessThan(7 * 86_400_000)
      }),
    ))

  it('days and times are written as India writes them (Unicode CLDR)', () => {
    const timeZone = 'Asia/Kolkata'
    const written = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-IN', { timeZone, ...options })
    const [date, day, full] = [
      written({ dateStyle: 'medium', timeStyle: 'short' }),
      written({ weekday: 'short', day: 'numeric', month: 'short' }),
      written({ dateStyle: 'medium' }),
    ]
    fc.assert(
      fc.property(anyTime, (at) => {
        expect(formatDayAndTime(at.toISOString())).toBe(date.format(at))
        expect(formatDay(shopDay(at))).toBe(day.format(at))
        expect(formatFullDay(shopDay(at))).toBe(full.format(at))
      }),
    )
  })

  it('a time of day is shown in Indian time', () => {
    expect(formatTime('2026-11-21T08:35:00Z')).toBe('14:05')
    expect(formatTime('2026-11-21T18:31:00Z')).toBe('00:01')
  })
})
