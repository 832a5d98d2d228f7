import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { addDays } from './business-days.ts'
import { NO_LOAD } from './delivery-rules.ts'
import { planCrafting, readyDay } from './dispatch-days.ts'

const RULES = toDeliveryRules(DEFAULT_SETTINGS)
/** A Thursday, during studio hours. */
const THURSDAY = new Date('2026-11-26T11:00:00+05:30')

const rulesWith = (dispatch: Partial<typeof RULES.dispatch>) => ({
  ...RULES,
  dispatch: { ...RULES.dispatch, ...dispatch },
})

const aCase = fc.record({
  orderedAt: fc
    .date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
    .map((date) => new Date(date.getTime() - (date.getTime() % 60_000))),
  minutes: fc.integer({ min: 0, max: 6000 }),
  more: fc.integer({ min: 1, max: 3000 }),
  limit: fc.integer({ min: 30, max: 600 }),
  taken: fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 0, max: 900 })), { maxLength: 20 }),
  closedAfter: fc.nat(20),
  craftingDays: fc.nat(5),
})

type Case = typeof aCase extends fc.Arbitrary<infer Found> ? Found : never

function situation({ orderedAt, minutes, limit, taken, closedAfter, craftingDays }: Case) {
  const dayAfter = (days: number) => addDays(orderedAt.toISOString().slice(0, 10), days)
  const closures = [{ from: dayAfter(closedAfter), to: dayAfter(closedAfter + 3) }]
  const craftingMinutes = new Map(taken.map(([after, planned]) => [dayAfter(after), planned]))
  return {
    parcel: { orderedAt, pincode: '500034', craftingDays, craftingMinutes: minutes },
    rules: rulesWith({ craftingMinutesPerDay: limit, closures }),
    load: { ...NO_LOAD, craftingMinutes },
  }
}

describe('the plan of the work on a custom chocolate', () => {
  it('sums to its minutes, and fills no working day beyond its limit', () => {
    fc.assert(
      fc.property(aCase, (found) => {
        const { parcel, rules, load } = situation(found)
        const plan = planCrafting(parcel, rules, load)
        expect(plan.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(found.minutes)
        expect(plan.map(({ day }) => day)).toEqual([...new Set(plan.map(({ day }) => day))].toSorted())
        for (const { day, minutes } of plan) {
          expect(minutes).toBeGreaterThan(0)
          expect((load.craftingMinutes.get(day) ?? 0) + minutes).toBeLessThanOrEqual(found.limit)
          expect(rules.dispatch.closures.some(({ from, to }) => from <= day && day <= to)).toBe(false)
          expect(new Date(day).getUTCDay()).not.toBe(0)
        }
      }),
    )
  })

  it('is never ready earlier with more hours, nor with more hours planned before', () => {
    fc.assert(
      fc.property(aCase, (found) => {
        const { parcel, rules, load } = situation(found)
        const before = readyDay(parcel, rules, load)
        const longer = { ...parcel, craftingMinutes: found.minutes + found.more }
        expect(readyDay(longer, rules, load) >= before).toBe(true)
        const busier = new Map([...load.craftingMinutes].map(([day, minutes]) => [day, minutes + found.more]))
        expect(readyDay(parcel, rules, { ...load, craftingMinutes: busier }) >= before).toBe(true)
      }),
    )
  })

  it('goes around a Sunday and a full day', () => {
    const load = { ...NO_LOAD, craftingMinutes: new Map([['2026-11-27', 240]]) }
    const parcel = { orderedAt: THURSDAY, pincode: '500034', craftingMinutes: 600 }
    expect(planCrafting(parcel, rulesWith({ craftingMinutesPerDay: 240 }), load)).toEqual([
      { day: '2026-11-26', minutes: 240 },
      { day: '2026-11-28', minutes: 240 },
      { day: '2026-11-30', minutes: 120 },
    ])
  })

  it('is one day without a limit, and nothing for products in stock', () => {
    const parcel = { orderedAt: THURSDAY, pincode: '500034', craftingDays: 2 }
    expect(planCrafting({ ...parcel, craftingMinutes: 6000 }, RULES, NO_LOAD)).toEqual([
      { day: '2026-11-28', minutes: 6000 },
    ])
    expect(planCrafting(parcel, RULES, NO_LOAD)).toEqual([])
  })
})
