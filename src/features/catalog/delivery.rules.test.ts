import { describe, expect, it } from 'vitest'
import { estimateDelivery, readPincode } from './delivery.rules.ts'

/** A Monday, noon in Hyderabad. */
const MONDAY = new Date('2026-11-23T06:30:00Z')
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
    ['900056', { kind: 'by-arrangement' }],
    ['990001', { kind: 'by-arrangement' }],
  ])('to %s', (pincode, expected) => {
    expect(estimateDelivery(pincode, MONDAY)).toEqual(expected)
  })

  it('counts from the day in India, over the weekend and national holidays', () => {
    // Friday 23:00 in Hyderabad, before the weekend and Republic Day on Tuesday.
    const friday = new Date('2027-01-22T17:30:00Z')
    expect(estimateDelivery('500001', friday)).toEqual(days('Hyderabad', '2027-01-25', '2027-01-25'))
    expect(estimateDelivery('506002', friday)).toEqual(days('Telangana', '2027-01-25', '2027-01-27'))
    // Half an hour into Monday in Hyderabad, still Sunday in UTC.
    expect(estimateDelivery('500001', new Date('2026-11-22T19:00:00Z'))).toMatchObject({ from: '2026-11-24' })
  })

  it.each(['', '50001', '5000011', '012345', 'abcdef', '500-034'])('to %j is asked about again', (typed) => {
    expect(readPincode(typed)).toBeUndefined()
    expect(estimateDelivery(typed, MONDAY)).toEqual({ kind: 'not-a-pin' })
  })
})
