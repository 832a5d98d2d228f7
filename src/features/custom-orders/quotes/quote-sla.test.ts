import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { STUDIO_WEEK, type StudioWeek } from '#src/core/delivery/studio-hours.ts'
import { delayedQuoteDueAt, quoteDueAt } from './quote-sla.ts'

const inIndia = (time: string) => new Date(`${time}:00+05:30`)

describe("the quotation's clock", () => {
  // 2026-11-21 is a Saturday.
  it.each([
    ['in the middle of a workday', '2026-11-23T11:00', '2026-11-23T11:30'],
    ['at opening time', '2026-11-23T09:00', '2026-11-23T09:30'],
    ['half an hour before closing', '2026-11-23T18:30', '2026-11-23T19:00'],
    ['ten minutes before closing', '2026-11-23T18:50', '2026-11-24T09:20'],
    ['at closing time', '2026-11-23T19:00', '2026-11-24T09:30'],
    ['in the evening', '2026-11-23T22:10', '2026-11-24T09:30'],
    ['after midnight', '2026-11-24T00:05', '2026-11-24T09:30'],
    ['on a Friday evening', '2026-11-20T19:30', '2026-11-21T10:30'],
    ['shortly before a Saturday ends', '2026-11-21T17:45', '2026-11-22T11:15'],
    ['on a Sunday morning', '2026-11-22T08:00', '2026-11-22T11:30'],
    ['shortly before a Sunday ends', '2026-11-22T15:59', '2026-11-23T09:29'],
  ])('started %s (%s) ends at %s', (_, received, due) => {
    expect(quoteDueAt(inIndia(received))).toEqual(inIndia(due))
  })

  it('does not count holidays, single or yearly ones', () => {
    const hours = { week: STUDIO_WEEK, holidays: ['2026-11-24', '11-25'] }
    expect(quoteDueAt(inIndia('2026-11-23T18:50'), hours)).toEqual(inIndia('2026-11-26T09:20'))
    expect(quoteDueAt(inIndia('2027-11-24T18:50'), hours)).toEqual(inIndia('2027-11-26T09:20'))
    expect(quoteDueAt(inIndia('2027-01-26T10:00'))).toEqual(inIndia('2027-01-27T09:30'))
  })

  const anyTime = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const anyDay = fc.option(
    fc.tuple(fc.nat(1439), fc.nat(1439)).map(([a, b]) => ({ opens: Math.min(a, b), closes: Math.max(a, b) })),
  )
  const anyWeek: fc.Arbitrary<StudioWeek> = fc
    .array(anyDay, { minLength: 7, maxLength: 7 })
    .filter((week) => week.some((day) => day && day.closes > day.opens))

  /** Slow reference: counts every minute. */
  function openMsBetween(from: Date, to: Date, week: StudioWeek): number {
    let open = 0
    for (
      let day = Math.floor(from.getTime() / 86_400_000) - 1;
      day * 86_400_000 < to.getTime() + 86_400_000;
      day += 1
    ) {
      const midnight = day * 86_400_000 - 330 * 60_000
      const today = week[new Date(day * 86_400_000).getUTCDay()]
      if (!today) continue
      const begins = Math.max(from.getTime(), midnight + today.opens * 60_000)
      const ends = Math.min(to.getTime(), midnight + today.closes * 60_000)
      open += Math.max(0, ends - begins)
    }
    return open
  }

  it('ends after exactly thirty open minutes, within open hours, in any week', () =>
    fc.assert(
      fc.property(anyTime, anyWeek, (received, week) => {
        const due = quoteDueAt(received, { week, holidays: [] })
        expect(due.getTime()).toBeGreaterThanOrEqual(addMinutes(received, 30).getTime())
        expect(openMsBetween(received, due, week)).toBe(30 * 60_000)
        // The deadline never falls into closed hours.
        expect(openMsBetween(addMinutes(due, -1 / 60_000), due, week)).toBe(1)
      }),
    ))

  it('never ends earlier for a request that came in later', () =>
    fc.assert(
      fc.property(anyTime, fc.nat(10_000), (received, minutes) => {
        const later = quoteDueAt(addMinutes(received, minutes))
        expect(later.getTime()).toBeGreaterThanOrEqual(quoteDueAt(received).getTime())
      }),
    ))

  it('ends within eighteen hours in a usual week', () =>
    fc.assert(
      fc.property(anyTime, (received) => {
        const hours = { week: STUDIO_WEEK, holidays: [] }
        expect(quoteDueAt(received, hours).getTime() - received.getTime()).toBeLessThanOrEqual(18 * 3_600_000)
      }),
    ))

  it('gives the due time while the studio is closed, and nothing while it is open', () => {
    expect(delayedQuoteDueAt(inIndia('2026-11-23T11:00'))).toBeNull()
    expect(delayedQuoteDueAt(inIndia('2026-11-23T18:30'))).toBeNull()
    expect(delayedQuoteDueAt(inIndia('2026-11-23T18:50'))).toEqual(inIndia('2026-11-24T09:20'))
    expect(delayedQuoteDueAt(inIndia('2026-11-23T23:00'))).toEqual(inIndia('2026-11-24T09:30'))
  })

  it('throws for a studio that never opens', () => {
    expect(() => quoteDueAt(new Date(), { week: Array(7).fill(null), holidays: [] })).toThrow('no opening hours')
  })
})
