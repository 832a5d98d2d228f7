import { expect, it } from 'vitest'
import { INDIAN_STATES } from '#src/features/orders/place/shipping-states.ts'
import { checkRecipient, toCells } from './recipient-row.ts'
import { decideState, parseTypedDay, parseTypedState } from './typed-cells.ts'

it.each([
  '2026-11-07',
  '2026/11/7',
  '7/11/2026',
  '07-11-2026',
  '07.11.26',
  '7 Nov 2026',
  '7-Nov-26',
  '7 November, 2026',
  '2026-11-07T00:00:00.000Z',
  '07/11/2026 00:00',
])('the day %s has the day first, unless the year is', (typed) => {
  expect(parseTypedDay(typed)).toBe('2026-11-07')
})

it.each(['', 'soon', '11/27/2026', '31/11/2026', '2026-13-01', '46333', '7 Foo 2026', '7/11'])(
  '%j is no day',
  (typed) => {
    expect(parseTypedDay(typed)).toBeUndefined()
  },
)

it.each([
  ['TAMILNADU', 'Tamil Nadu'],
  ['T.S.', 'Telangana'],
  ['Orissa', 'Odisha'],
  ['Jammu & Kashmir', 'Jammu and Kashmir'],
  ['new delhi', 'Delhi'],
  ['Pondicherry', 'Puducherry'],
  ['Uttaranchal', 'Uttarakhand'],
])('%s is %s', (typed, state) => {
  expect(parseTypedState(typed)).toBe(state)
})

it('each state is known by its own name, and no short name means two', () => {
  expect(INDIAN_STATES.map(parseTypedState)).toEqual(INDIAN_STATES)
  expect(parseTypedState('')).toBeUndefined()
})

it('a PIN code decides its state where it can be in one only', () => {
  expect(['600028', '507115', '900056'].map(decideState)).toEqual(['Tamil Nadu', undefined, undefined])
})

const CELLS = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phone: '98765 43210',
  address: '12 Lake View Road',
  city: 'Chennai',
  state: 'Kerala',
  pincode: '600028',
}

it('a customer can confirm a PIN code and a state that seem not to match', () => {
  expect(checkRecipient(CELLS).faults).toMatchObject([{ column: 'state', isDoubt: true }])
  const { recipient, faults } = checkRecipient(CELLS, { isPlaceConfirmed: true })
  expect([recipient?.shippingAddress.state, faults]).toEqual(['Kerala', []])
})

it('what was read can be changed and read again', () => {
  const { recipient } = checkRecipient({ ...CELLS, state: 'TN', landmark: 'Lake', deliverOn: '7/11/2026' })
  expect(recipient && checkRecipient(toCells(recipient)).recipient).toEqual(recipient)
})
