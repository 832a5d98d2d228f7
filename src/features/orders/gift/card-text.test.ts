import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { Gift } from '#src/features/orders/order-form.contract.ts'
import { layOutCard } from './card-layout.ts'
import { isPrintable, MAX_CARD_LETTERS } from './card-text.ts'

const GIFT = { recipientPhone: '98765 43210' }
const messageOf = (change: object) => Gift.safeParse({ ...GIFT, ...change }).error?.issues[0]?.message

describe('the text of a card', () => {
  it('counts letters as people do: an accent or a Telugu syllable is no letter of its own', () => {
    const accented = 'e\u0301'.repeat(MAX_CARD_LETTERS)
    expect(Gift.parse({ ...GIFT, message: accented }).message).toBe('é'.repeat(MAX_CARD_LETTERS))
    expect(messageOf({ message: 'తె'.repeat(MAX_CARD_LETTERS) })).toBeUndefined()
    expect(messageOf({ message: 'a'.repeat(MAX_CARD_LETTERS + 1) })).toBe('The card has room for 200 letters.')
    expect(messageOf({ message: 'తె'.repeat(MAX_CARD_LETTERS + 1) })).toBe('The card has room for 200 letters.')
  })

  it.each([
    ['Happy birthday 🎂', 'The card cannot print "🎂".'],
    ['👩‍🍳 ❤️ 👩‍🍳', 'The card cannot print "👩‍🍳", "❤️".'],
    ['जन्मदिन मुबारक', /^The card cannot print "ज", "न्?म?/],
    ['С днём рождения', /^The card cannot print "С", "д", "н", "ё", "м"\.$/],
    ['See https://evil.example', 'Please leave out website addresses.'],
    ['See bit.ly/abc', 'Please leave out website addresses.'],
    [`e${'\u0316\u0301'.repeat(2001)}`, 'The card has room for 200 letters.'],
    ['Hello\u0007', 'This contains unreadable characters.'],
    ['Hello\u202eolleh', 'This has invisible characters. Please type it instead of pasting it.'],
    ['\n'.repeat(8).replaceAll('\n', 'a\n').concat('b'), 'The card has room for 8 lines.'],
  ])('refuses %j in words', (message, words) => {
    const said = messageOf({ message })
    if (typeof words === 'string') expect(said).toBe(words)
    else expect(said).toMatch(words)
  })

  it.each(['Happy birthday, Ravi!\nYour “little” sister – ₹1 ahead…', 'పుట్టినరోజు శుభాకాంక్షలు', 'Kṛṣṇa & Noël, Łódź'])(
    'prints %j',
    (message) => expect(Gift.parse({ ...GIFT, message }).message).toBe(message.normalize('NFC')),
  )

  it('is empty unless somebody writes one, and its sender is one line that the card can print', () => {
    expect(Gift.parse(GIFT)).toEqual({
      ...{ recipientPhone: '+919876543210', message: '', from: '', hasWrap: false, notify: 'none' },
    })
    expect(messageOf({ from: 'Asha 🌸' })).toBe('The card cannot print "🌸".')
    expect(messageOf({ from: 'Asha\nRao' })).toBe('This must be one line.')
    expect(messageOf({ from: 'visit evil.com' })).toBe('Please leave out website addresses.')
  })

  it('names the sender in an SMS only if an SMS can', () => {
    const words = 'To name you in an SMS, please enter at most 30 letters from A to Z.'
    expect(messageOf({ notify: 'named', from: 'Asha' })).toBeUndefined()
    for (const from of ['', 'ఆశ', 'You won 5000', 'A'.repeat(31)])
      expect(messageOf({ notify: 'named', from })).toBe(words)
  })

  it('needs an Indian mobile number of the recipient', () => {
    expect(messageOf({ recipientPhone: '+1 415 555 2671' })).toBe(
      'Please enter an Indian mobile number with 10 digits.',
    )
  })
})

const FONTS = [
  ...['latin-400-italic', 'latin-ext-400-italic', 'telugu-400-italic'].map(
    (name) => `tiro-telugu/files/tiro-telugu-${name}`,
  ),
  ...['latin-400-normal', 'latin-ext-400-normal'].map((name) => `figtree/files/figtree-${name}`),
].map((path) => create(readFileSync(`node_modules/@fontsource/${path}.woff`)) as Font)

const ALL = Array.from({ length: 0x30000 }, (_, point) => point).filter((point) => point < 0xd800 || point > 0xdfff)
const SEEN = ALL.filter((point) => isPrintable(String.fromCodePoint(point)) && point !== 0x0a)

it('every letter that the card takes is in its fonts', () => {
  const missing = SEEN.filter((point) => !FONTS.some((font) => font.hasGlyphForCodePoint(point)))
  expect(missing.map((point) => point.toString(16))).toEqual([])
  expect(SEEN.length).toBeGreaterThan(450)
})

it('a card of the longest lines is set in the smallest size, a short one in the largest', () => {
  expect(layOutCard({ message: '', from: '' })).toEqual({ text: 'A gift for you', size: 'large', from: '' })
  expect(layOutCard({ message: 'Happy birthday!', from: 'Asha' })).toMatchObject({ size: 'large', from: 'From Asha' })
  expect(layOutCard({ message: 'a'.repeat(200), from: '' }).size).toBe('medium')
  expect(layOutCard({ message: 'W'.repeat(200), from: '' }).size).toBe('small')
  expect(layOutCard({ message: `${'a\n'.repeat(7)}${'w'.repeat(186)}`, from: '' }).size).toBe('smallest')
})

it('a card has fewer lines of a size below a logo', () => {
  const sizesOf = (message: string) => [false, true].map((hasLogo) => layOutCard({ message, from: '' }, hasLogo).size)
  expect(sizesOf('a\n'.repeat(3))).toEqual(['large', 'large'])
  expect(sizesOf('a\n'.repeat(4))).toEqual(['large', 'medium'])
  expect(sizesOf('a\n'.repeat(5))).toEqual(['medium', 'small'])
  expect(sizesOf('a\n'.repeat(7))).toEqual(['small', 'smallest'])
  expect(sizesOf('W'.repeat(200))).toEqual(['small', 'smallest'])
})
