import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startOfShopMonth, startOfShopWeek } from '#src/core/dates.ts'
import { createSampleHistory, SAMPLE_METRICS, type SampleOrder } from './order-history.ts'

const inIndia = (time: string) => new Date(`${time}+05:30`)
const anyTime = fc.date({ min: new Date('2024-01-01'), max: new Date('2034-01-01'), noInvalidDate: true })

const AWKWARD = [
  ['the first of a month, at midnight', '2026-12-01T00:00:00.000'],
  ['the first of a month, a second later', '2026-12-01T00:00:01.000'],
  ['a Monday, five past midnight', '2026-11-23T00:05:00.000'],
  ['a Monday that is the first, at midnight', '2027-02-01T00:00:00.000'],
  ['a Monday that is the first, ten in the morning', '2027-02-01T10:00:00.000'],
  ['a Sunday that is the first', '2026-11-01T00:03:00.000'],
  ['a Tuesday that is the second', '2026-12-02T09:00:00.000'],
  ['the 31st, a minute before midnight', '2026-10-31T23:59:00.000'],
  ['29 February', '2028-02-29T15:00:00.000'],
  ['the last second of a year', '2026-12-31T23:59:59.999'],
  ['the first second of a year', '2027-01-01T00:00:00.500'],
  ['the first of a March after 28 days', '2027-03-01T00:00:00.001'],
] as const

/** The three figures of the specification, counted as the Analytics tab counts them. */
function figuresOf(history: SampleOrder[], now: Date) {
  const [week, month] = [startOfShopWeek(now), startOfShopMonth(now)]
  const settled = history.filter(({ steps }) => steps.at(-1)?.to !== 'cancelled')
  const inMonth = settled.filter(({ paidAt }) => paidAt >= month)
  const before = new Set(settled.filter(({ paidAt }) => paidAt < month).map(({ customer }) => customer.email))
  return {
    revenueThisMonth: inMonth.reduce((sum, { basket }) => sum + basket.total, 0) / 100,
    ordersThisWeek: settled.filter(({ paidAt }) => paidAt >= week).length,
    newCustomers: new Set(inMonth.map(({ customer }) => customer.email).filter((email) => !before.has(email))).size,
  }
}

function expectSound(history: SampleOrder[], now: Date) {
  expect(figuresOf(history, now)).toEqual(SAMPLE_METRICS)
  for (const { placedAt, paidAt, steps } of history) {
    const times = [...new Set([placedAt.getTime(), paidAt.getTime()]), ...steps.slice(1).map(({ at }) => at.getTime())]
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
  }
}

describe("the demo's sample history", () => {
  it.each(AWKWARD)('shows 45750, 23 and 8 when it starts on %s, and nothing in the future', (_, time) => {
    expectSound(createSampleHistory(inIndia(time)), inIndia(time))
  })

  it('shows 45750, 23 and 8 whenever it starts', () =>
    fc.assert(
      fc.property(anyTime, (now) => expectSound(createSampleHistory(now), now)),
      { numRuns: 300 },
    ))

  it('has a few orders to pack on a usual day, and shows the cancelled ones', () =>
    fc.assert(
      fc.property(anyTime, (now) => {
        const last = createSampleHistory(now).map(({ steps }) => steps.at(-1)?.to)
        expect(last.filter((status) => status === 'processing').length).toBeGreaterThanOrEqual(3)
        expect(last.filter((status) => status === 'cancelled')).toHaveLength(1)
      }),
    ))

  it('is the same for the same time', () => {
    const now = inIndia('2026-11-21T14:05:00')
    expect(createSampleHistory(now)).toEqual(createSampleHistory(now))
  })

  it('contains no customer who could sign in', () => {
    for (const { customer } of createSampleHistory(inIndia('2026-11-21T14:05:00')))
      expect(customer.email).toMatch(/\.example$/)
  })
})
