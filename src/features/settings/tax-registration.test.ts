import { describe, expect, it } from 'vitest'
import { SAMPLE_GSTIN } from '#src/core/shop-contact.ts'
import { findDefaultTaxRate } from '#src/features/settings/settings-rules.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { findGstinProblem, findRegistrationProblem } from './tax-registration.ts'

describe('a GSTIN', () => {
  it.each([
    ['27AAPFU0939F1ZV', 'Maharashtra'],
    ['29AAGCB7383J1Z4', 'Karnataka'],
    [SAMPLE_GSTIN, 'Telangana'],
  ] as const)('%s is one of %s', (gstin, state) => {
    expect(findGstinProblem(gstin, state)).toBeUndefined()
  })

  it.each([
    ['27AAPFU0939F1ZV', 'A GSTIN of Telangana begins with 36.'],
    ['36AAAAA0000A1Z4', 'This GSTIN has a typo: its check character does not match.'],
    ['36AAAAA0001A1Z3', 'This GSTIN has a typo: its check character does not match.'],
    ['36AAAAA0000A1Y3', 'This is not a GSTIN: it has 15 characters, like 36AAAAA0000A1Z3.'],
    ['36AAAAA0000A0Z3', 'This is not a GSTIN: it has 15 characters, like 36AAAAA0000A1Z3.'],
    ['36aaaaa0000a1z3', 'This is not a GSTIN: it has 15 characters, like 36AAAAA0000A1Z3.'],
    ['36AAAAA0000A1Z', 'This is not a GSTIN: it has 15 characters, like 36AAAAA0000A1Z3.'],
  ])('of a shop in Telangana is not %s: %s', (gstin, problem) => {
    expect(findGstinProblem(gstin, 'Telangana')).toBe(problem)
  })

  it('notices every mistyped character, and all but few of two that changed places', () => {
    const body = [...SAMPLE_GSTIN.slice(0, -1)]
    for (let at = 2; at < body.length - 1; at += 1)
      for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        const typed = body.with(at, other).join('') + SAMPLE_GSTIN.at(-1)
        if (typed !== SAMPLE_GSTIN) expect(findGstinProblem(typed, 'Telangana')).toBeDefined()
      }
  })
})

describe('a registered shop', () => {
  const { contact, tax } = DEFAULT_SETTINGS
  const named = { ...contact, gstin: SAMPLE_GSTIN }
  it.each([
    ['regular', contact, 'Asha Rao', 'A tax invoice names the GSTIN. Please give it under Contact first.'],
    ['composition', contact, 'Asha Rao', 'A bill of supply names the GSTIN. Please give it under Contact first.'],
    ['regular', named, '', 'A tax invoice names the legal name. Please give it as on the certificate.'],
    ['regular', named, 'Asha Rao', undefined],
    ['unregistered', contact, '', undefined],
  ] as const)('as %s has a number and a name', (...[mode, contact, legalName, problem]) => {
    expect(findRegistrationProblem({ contact, tax: { ...tax, mode, legalName } })).toBe(problem)
  })
})

describe('the usual rate', () => {
  const rates = [
    { hsn: '18069010', percent: 5, validFrom: '2025-09-22' },
    { hsn: '1806', percent: 0.25, validFrom: '2027-04-01' },
    { hsn: '1806', percent: 18, validFrom: '2017-11-15' },
  ]
  it.each([
    ['2016-01-01', 1800],
    ['2017-11-15', 1800],
    ['2025-09-21', 1800],
    ['2025-09-22', 500],
    ['2027-03-31', 500],
    ['2030-01-01', 25],
  ])('on %s is %i hundredths of a percent: the latest that has begun', (day, expected) => {
    expect(findDefaultTaxRate({ rates }, day).rateBasisPoints).toBe(expected)
  })
})
