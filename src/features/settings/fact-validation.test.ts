import { describe, expect, it } from 'vitest'
import { SAMPLE_FSSAI, SAMPLE_SOURCE, SHOP_EMAILS, SHOP_PHONES } from '#src/core/shop-contact.ts'
import { STUDIO_ADDRESS } from '#src/core/shop-policy.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import {
  isFullAddress,
  isNamedSource,
  isRealEmail,
  isRealFssai,
  isRealPhone,
  isWrittenPolicy,
} from './fact-validation.ts'
import { POLICY_NAMES } from './setting-names.ts'

describe('a telephone number', () => {
  it.each([
    '+91 40 2355 1234',
    '+91 40 6666 7777',
    '040-2355 1234',
    '(040) 23551234',
    '98480 22338',
    '+91 98480 22338',
    '+91 98989 89890',
    '1800 425 1234',
    '+44 20 7946 0958',
  ])('%s can be called', (phone) => {
    expect(isRealPhone(phone)).toBe(true)
  })

  it.each([
    ...SHOP_PHONES,
    '',
    '0000000000',
    '00000000000000',
    '+91 99999 99999',
    '+91 98989 89898',
    '90000 00000',
    '1234567890',
    '+91 98765 43210',
    '040 123',
    '2355 1234',
    '98480 2233x',
    '+91 40 2355 1234 5678',
    '1800 000 0000',
  ])('%j cannot', (phone) => {
    expect(isRealPhone(phone)).toBe(false)
  })
})

describe('an FSSAI number', () => {
  it.each([
    '13625001000123',
    '13621011000123',
    '10012011000168',
    '23626012000457',
    '13626000000010',
    // A published example, and a state whose codes are not documented.
    '10015042002228',
    '13925001000123',
  ])('%s may be one', (fssai) => {
    expect(isRealFssai(fssai, 2026)).toBe(true)
  })

  it.each([
    ['of the demo', SAMPLE_FSSAI],
    ['of a repeated group', '12312312312312'],
    ['of another repeated group', '13613613613613'],
    ['that rises', '12345678901234'],
    ['of one digit', '11111111111111'],
    ['that begins with neither 1 nor 2', '33625001000123'],
    ['of next year', '13627001000123'],
    ['of before the Act', '13605001000123'],
    ['of zeros', '13625000000000'],
    ['that is short', '1362500100012'],
    ['with a letter', '1362500100012A'],
  ])('%s is none', (_, fssai) => {
    expect(isRealFssai(fssai, 2026)).toBe(false)
  })
})

it.each([
  ['hello@golconda-cacao.in', true],
  ['asha@contest.in', true],
  ['asha@mydomains.in', true],
  ...SHOP_EMAILS.map(({ email }) => [email, false] as const),
  ['hello@Golconda.EXAMPLE', false],
  ['hello@example.com', false],
  ['hello@mail.example.co.in', false],
  ['hello@shop.test', false],
  ['hello@yourdomain.com', false],
  ['hello@your-company.in', false],
] as const)('mail to %s reaches a person: %s', (email, expected) => {
  expect(isRealEmail(email)).toBe(expected)
})

it.each([
  ['3-6-291 Basheerbagh Road, Hyderabad, Telangana 500029', true],
  ['12 MG Road, Secunderabad 500 003', true],
  ['6-3-1090, Somajiguda, Hyderabad 500082', true],
  ['Ramnagar Cross, Hyderabad 500044', true],
  ['Somajiguda, Hyderabad, Telangana 500082', false],
  [STUDIO_ADDRESS, false],
  ['Hyderabad, Telangana, India 500029', false],
  ['Hyderabad, Hyderabad, Hyderabad 500029', false],
  ['3-6-291 Basheerbagh Road, Hyderabad', false],
  ['3-6-291 Basheerbagh Road, Hyderabad 111111', false],
  ['.................... 500029', false],
] as const)('%j is a full address: %s', (address, expected) => {
  expect(isFullAddress(address)).toBe(expected)
})

it.each([
  ['Sales ledger 2019 to 2026, counted by our accountant', true],
  ['Our sales ledger', true],
  ['Verkaufsstatistik', true],
  ['Invoices of 2025', true],
  ['.', false],
  ['', false],
  ['Invoices', false],
  ['x x x x x x', false],
  ['we we we', false],
  ['ab cd 2025', false],
  [SAMPLE_SOURCE, false],
] as const)('%j names a source: %s', (source, expected) => {
  expect(isNamedSource(source)).toBe(expected)
})

describe('a policy', () => {
  it.each(POLICY_NAMES)('of %s as the shop comes with it says something', (name) => {
    expect(isWrittenPolicy(DEFAULT_SETTINGS.policies[name].text)).toBe(true)
  })

  it.each([
    ['a heading without a word', '# '],
    ['one word', 'Ours.'],
    ['markup only', '# - \n'.repeat(200)],
    ['one word again and again', 'Terms and conditions. '.repeat(60)],
    ['a filler', `Lorem ipsum ${DEFAULT_SETTINGS.policies.terms.text}`],
  ])('of %s says nothing', (_, text) => {
    expect(isWrittenPolicy(text)).toBe(false)
  })
})
