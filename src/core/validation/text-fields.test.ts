import { describe, expect, it } from 'vitest'
import {
  multiLineText,
  multiLineTextNoLinks,
  optionalLineNoLinks,
  personName,
  requiredLineNoLinks,
} from '#src/core/validation/fields.ts'

const issueOf = (
  schema: { safeParse: (typed: unknown) => { error?: { issues: { message: string }[] } } },
  typed: string,
) => schema.safeParse(typed).error?.issues[0]?.message

const ZWJ = '\u200d'
const ZWNJ = '\u200c'

it('a text that is too long is not looked at further', () => {
  const { error } = requiredLineNoLinks(5).safeParse('www.evil.com\n')
  expect(error?.issues.map(({ message }) => message)).toEqual(['At most 5 letters, please.'])
})

describe('a name', () => {
  it.each([
    'Asha Rao',
    "Jo D'Souza",
    'Jo D’Souza',
    'N. T. Rama Rao-Naidu, Jr.',
    'అనూష శ్రీనివాస్',
    'कृष्णा क्षत्रिय',
    'க்ஷேமா',
    `క${'్'}${ZWNJ}ష`,
    `क्${ZWJ}ष`,
    `ശ്രീ ന്${ZWJ}`,
    `محمد${ZWNJ}علی`,
    'Nguyễn Thị Hương',
    'Müller',
    '.',
  ])('can be a real one: %s', (name) => {
    expect(personName().safeParse(name)).toMatchObject({ success: true, data: name })
  })

  it.each([
    ['two lines', 'customer\n\nYour parcel is held at customs', 'This must be one line.'],
    ['a return', 'customer\rYour parcel', 'This must be one line.'],
    [
      'the separator of lines',
      'customer\u2028Your parcel',
      'This has invisible characters. Please type it instead of pasting it.',
    ],
    ['the address of a site', 'pay at https://evil.example', 'Please leave out website addresses.'],
    ['an address with www', 'WWW.evil.example', 'Please leave out website addresses.'],
    ['an address in wide letters', 'https：／／evil.example', 'Please leave out website addresses.'],
    ['more than sixty letters', 'a'.repeat(61), 'At most 60 letters, please.'],
    ['nothing', '  ', 'This is required.'],
  ])('is refused with %s', (_, name, words) => {
    expect(issueOf(personName(), name)).toBe(words)
  })

  it.each([
    ['the bell', 'Asha\u0007'],
    ['escape', 'Asha\u001b[31m'],
    ['NEL', 'Asha\u0085Rao'],
    ['half a letter', 'Asha\ud800'],
    ['a mark that turns the direction', 'Asha\u202eoaR'],
    ['an isolate of a direction', 'Asha\u2066Rao'],
    ['the mark left to right', '\u200fAsha'],
    ['a space without width', 'As\u200bha'],
    ['a joiner between Latin letters', `As${ZWJ}ha`],
    ['a joiner at its beginning', `${ZWJ}క`],
    ['a hundred and fifty accents', `A${'\u0301'.repeat(150)}`],
  ])('is refused with %s', (_, name) => {
    expect(personName().safeParse(name).success).toBe(false)
  })
})

const SITES = [
  'evil-site.com',
  'bit.ly/abc',
  'e。com',
  'claim at EVIL．IN today',
  'x.xyz',
  'my-shop.co.in',
  'e｡com',
  'goo.gl/x',
]

describe('a site without its beginning', () => {
  it.each([...SITES, 'evil.example', 'evil-site.online', 'evil-co.live', 'prize.live!'])('%s is no name', (name) => {
    expect(issueOf(personName(), name)).toBe('Please leave out website addresses.')
  })

  it.each(SITES)('%s is no line of an address', (typed) => {
    expect(issueOf(requiredLineNoLinks(300), typed)).toBe('Please leave out website addresses.')
    expect(issueOf(optionalLineNoLinks(300), `Road 1, ${typed}`)).toBe('Please leave out website addresses.')
  })

  it.each([
    'Dr. A.P.J. Abdul Kalam',
    'St. Mary',
    'J.R.D. Tata',
    'S.P.Balasubrahmanyam',
    'Dr.Rao',
    'Ch.Srinivas',
    'Smt.Lakshmi',
    'Mohd.Azharuddin',
    'K.V.Rao',
    'కె.వి.రావు',
    'Martin Luther King Jr.',
  ])('%s is a name', (name) => {
    expect(personName().safeParse(name)).toMatchObject({ success: true, data: name })
  })

  it.each([
    'H.No.8-2-293/82/A, Road No.12, Banjara Hills',
    'Flat.No/12, S.R.Nagar/Ameerpet',
    'D.No/45-1, Opp.Bank/ATM, St.Marys Road',
    'Plot 7. Inside the lane',
    'Rao & Co., M.G.Road',
    'Near H.P. petrol pump, N.H.44',
    'C/o Dr. Rao, 2nd floor.',
  ])('%s is a line of an address', (typed) => {
    expect(requiredLineNoLinks(300).safeParse(typed)).toMatchObject({ success: true, data: typed })
  })
})

it('the blank of Braille is invisible, and a mark before the first letter goes', () => {
  expect(issueOf(personName(), 'As\u2800ha')).toContain('invisible')
  expect(issueOf(personName(), '\u2800')).toContain('invisible')
  expect(personName().safeParse('\ufeffAsha')).toMatchObject({ success: true, data: 'Asha' })
  expect(issueOf(personName(), 'A\ufeffsha')).toContain('invisible')
})

describe('a note', () => {
  it('may have lines and pictures, but names no site', () => {
    expect(multiLineTextNoLinks(200).safeParse(`Ring twice.\n\tThank you 👩${ZWJ}🍳`).success).toBe(true)
    for (const typed of ['See https://evil.example', 'See bit.ly/abc'])
      expect(issueOf(multiLineTextNoLinks(200), typed)).toBe('Please leave out website addresses.')
    expect(multiLineTextNoLinks(200).safeParse('Ring twice.In the evening and/or at noon').success).toBe(true)
  })
})

describe('what goes to the studio alone', () => {
  it('may name a site, and nothing invisible', () => {
    expect(multiLineText(200).safeParse('As on https://wedding.example/cake').success).toBe(true)
    expect(multiLineText(200).safeParse('Hello \u202eolleh').success).toBe(false)
  })
})

it('the street of an address says what is wrong with it', () => {
  expect(issueOf(requiredLineNoLinks(300), 'Road 1\nhttps://evil.example')).toBe('This must be one line.')
})
