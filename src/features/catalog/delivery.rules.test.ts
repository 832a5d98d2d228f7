import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/features/settings/settings.defaults.ts'
import { holidayDays } from '#src/features/settings/studio-hours.rules.ts'
import { estimateDelivery, readPincode, refusedDelivery } from './delivery.rules.ts'

/** A Monday, noon in Hyderabad. */
const MONDAY = new Date('2026-11-23T06:30:00Z')
const RULES = { delivery: DEFAULT_SETTINGS.delivery, holidays: holidayDays(DEFAULT_SETTINGS.hours) }
const ARMY = 'Army Post Office: by arrangement. Please write to us before you order.'
const days = (place: string, from: string, to: string) => ({ kind: 'days', place, from, to })

describe('a delivery', () => {
  it.each([
    ['500001', days('Hyderabad', '2026-11-24', '2026-11-24')],
    ['500 034', days('Hyderabad', '2026-11-24', '2026-11-24')],
    ['506002', days('Telangana', '2026-11-24', '2026-11-25')],
    ['110001', days('Delhi', '2026-11-25', '2026-11-27')],
    ['400050', days('Mumbai', '2026-11-25', '2026-11-27')],
    ['560034', days('Bengaluru', '2026-11-25', '2026-11-27')],
    ['600004', days('Chennai', '2026-11-25', '2026-11-27')],
    ['700019', days('Kolkata', '2026-11-25', '2026-11-27')],
    ['781001', days('Your area', '2026-11-26', '2026-11-30')],
    ['655001', days('Your area', '2026-11-26', '2026-11-30')],
    ['900056', { kind: 'by-arrangement', text: ARMY }],
    ['990001', { kind: 'by-arrangement', text: ARMY }],
  ])('to %s', (pincode, expected) => {
    expect(estimateDelivery(pincode, MONDAY, RULES)).toEqual(expected)
  })

  it('counts from the day in India, over the weekend and national holidays', () => {
    // Friday 23:00 in Hyderabad, before the weekend and Republic Day on Tuesday.
    const friday = new Date('2027-01-22T17:30:00Z')
    expect(estimateDelivery('500001', friday, RULES)).toEqual(days('Hyderabad', '2027-01-25', '2027-01-25'))
    expect(estimateDelivery('506002', friday, RULES)).toEqual(days('Telangana', '2027-01-25', '2027-01-27'))
    // Half an hour into Monday in Hyderabad, still Sunday in UTC.
    expect(estimateDelivery('500001', new Date('2026-11-22T19:00:00Z'), RULES)).toMatchObject({ from: '2026-11-24' })
  })

  it.each(['', '50001', '5000011', '012345', 'abcdef', '500-034'])('to %j is asked about again', (typed) => {
    expect(readPincode(typed)).toBeUndefined()
    expect(estimateDelivery(typed, MONDAY, RULES)).toEqual({ kind: 'not-a-pin' })
  })

  it('goes by the narrowest area that the maker has named, and around their holidays', () => {
    const delivery = {
      elsewhere: { from: 6, to: 9 },
      zones: [
        { prefix: '5', place: 'The south', from: 3, to: 4 },
        { prefix: '500034', place: 'Banjara Hills', from: 1, to: 1 },
      ],
      blocked: [],
    }
    const rules = { delivery, holidays: ['2026-11-24'] }
    expect(estimateDelivery('500034', MONDAY, rules)).toEqual(days('Banjara Hills', '2026-11-25', '2026-11-25'))
    expect(estimateDelivery('500001', MONDAY, rules)).toMatchObject({ place: 'The south', from: '2026-11-27' })
    expect(estimateDelivery('110001', MONDAY, rules)).toMatchObject({ place: 'Your area' })
  })

  it('is refused only where the maker has said so', () => {
    expect(refusedDelivery('900056', DEFAULT_SETTINGS.delivery)).toBeUndefined()
    const island = { prefix: '744', text: 'Chocolate does not survive the ship.', refusesOrders: true }
    const delivery = { ...DEFAULT_SETTINGS.delivery, blocked: [island] }
    expect(refusedDelivery('744101', delivery)).toBe(island.text)
    expect(refusedDelivery('500001', delivery)).toBeUndefined()
  })
})
