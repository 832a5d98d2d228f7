import { describe, expect, it } from 'vitest'
import { line, note, personName, plainText } from './typed-text.ts'

const issueOf = (
  schema: { safeParse: (typed: unknown) => { error?: { issues: { message: string }[] } } },
  typed: string,
) => schema.safeParse(typed).error?.issues[0]?.message

const ZWJ = '\u200d'
const ZWNJ = '\u200c'

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
  ])('H4: can be a real one: %s', (name) => {
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
    ['the address of a site', 'pay at https://evil.example', 'Please leave out addresses of websites.'],
    ['an address with www', 'WWW.evil.example', 'Please leave out addresses of websites.'],
    ['an address in wide letters', 'https：／／evil.example', 'Please leave out addresses of websites.'],
    ['more than sixty letters', 'a'.repeat(61), 'At most 60 letters, please.'],
    ['nothing', '  ', 'This is required.'],
  ])('H4: is refused with %s', (_, name, words) => {
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
  ])('L6: is refused with %s', (_, name) => {
    expect(personName().safeParse(name).success).toBe(false)
  })
})

describe('a note', () => {
  it('H4: may have lines and pictures, but names no site', () => {
    expect(note(200).safeParse(`Ring twice.\n\tThank you 👩${ZWJ}🍳`).success).toBe(true)
    expect(issueOf(note(200), 'See https://evil.example')).toBe('Please leave out addresses of websites.')
  })
})

describe('what goes to the studio alone', () => {
  it('L6: may name a site, and nothing invisible', () => {
    expect(plainText(200).safeParse('As on https://wedding.example/cake').success).toBe(true)
    expect(plainText(200).safeParse('Hello \u202eolleh').success).toBe(false)
  })
})

it('H4: the street of an address says what is wrong with it', () => {
  expect(issueOf(line(300), 'Road 1\nhttps://evil.example')).toBe('This must be one line.')
})
