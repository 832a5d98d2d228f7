import { describe, expect, it } from 'vitest'
import { getPincodeWarning } from '#src/core/delivery/pincode-states.ts'
import { shipsWithinStateOnly } from '#src/core/gst.ts'
import { Pincode } from '#src/features/orders/order-form.contract.ts'
import { explainUndeliverableState, INDIAN_STATES, MAIN_STATES, OTHER_STATES } from './shipping-states.ts'

const homeState = 'Telangana'

describe('the delivery area', () => {
  it('is all of India with a regular GST registration', () => {
    const refusals = INDIAN_STATES.filter((state) => explainUndeliverableState(state, { mode: 'regular', homeState }))
    expect(refusals).toEqual([])
    expect(shipsWithinStateOnly({ mode: 'regular' })).toBe(false)
  })

  it.each(['unregistered', 'composition'] as const)('is its own state alone when it is %s', (mode) => {
    const served = INDIAN_STATES.filter((state) => !explainUndeliverableState(state, { mode, homeState }))
    expect(served).toEqual(['Telangana'])
    expect(shipsWithinStateOnly({ mode })).toBe(true)
  })

  it('is explained without mentioning tax', () => {
    expect(explainUndeliverableState('Karnataka', { mode: 'unregistered', homeState })).toBe(
      'We deliver inside Telangana only at the moment. Please choose an address there.',
    )
  })

  it('offers four states and all others, each once', () => {
    expect([...MAIN_STATES, ...OTHER_STATES].sort()).toEqual([...INDIAN_STATES].sort())
    expect(OTHER_STATES).toHaveLength(32)
  })
})

describe('a PIN code', () => {
  it.each(['500034', '500 034', ' 5000 34 ', '500\u00a0034'])('may be written %j', (typed) => {
    expect(Pincode.parse(typed)).toBe('500034')
  })

  it.each(['012345', '50003', '5000345', '50003a', '५०००३४', ''])('is not %j', (typed) => {
    expect(Pincode.safeParse(typed).success).toBe(false)
  })

  it.each(['100001', '290001', '350001', '540001', '650001', '860001', '899999', '900056', '999999'])(
    'is never rejected for its first digits, and not questioned where they are ambiguous: %s',
    (pincode) => {
      expect(Pincode.parse(pincode)).toBe(pincode)
      expect(INDIAN_STATES.filter((state) => getPincodeWarning(pincode, state))).toEqual([])
    },
  )

  it.each([
    ['560001', 'Telangana', 'PIN 560001 looks like Karnataka, not Telangana.'],
    ['515001', 'Telangana', 'PIN 515001 looks like Andhra Pradesh, not Telangana.'],
    ['500034', 'Andhra Pradesh', 'PIN 500034 looks like Telangana, not Andhra Pradesh.'],
    ['403001', 'Maharashtra', 'PIN 403001 looks like Goa, not Maharashtra.'],
    ['800001', 'Kerala', 'PIN 800001 looks like Bihar or Jharkhand, not Kerala.'],
    ['110001', 'Telangana', 'PIN 110001 looks like Delhi, not Telangana.'],
  ] as const)('%s is questioned in %s', (pincode, state, warning) => {
    expect(getPincodeWarning(pincode, state)).toBe(warning)
  })

  it.each([
    ['500034', 'Telangana'],
    ['509999', 'Telangana'],
    ['507133', 'Andhra Pradesh'],
    ['507001', 'Telangana'],
    ['533464', 'Puducherry'],
    ['605001', 'Puducherry'],
    ['605602', 'Tamil Nadu'],
    ['682555', 'Lakshadweep'],
    ['744101', 'Andaman and Nicobar Islands'],
    ['737101', 'Sikkim'],
    ['396230', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['194101', 'Ladakh'],
    ['248001', 'Uttarakhand'],
    ['160055', 'Punjab'],
  ] as const)('%s is accepted in %s', (pincode, state) => {
    expect(getPincodeWarning(pincode, state)).toBeUndefined()
  })

  it('is known for every state, so that no state is always questioned', () => {
    const believed = new Set<string>()
    for (let prefix = 110; prefix < 900; prefix += 1)
      for (const state of INDIAN_STATES)
        if (
          !getPincodeWarning(`${prefix}001`, state) &&
          getPincodeWarning(`${prefix}001`, state === 'Goa' ? 'Delhi' : 'Goa')
        )
          believed.add(state)
    expect(INDIAN_STATES.filter((state) => !believed.has(state))).toEqual([])
  })
})
