import { describe, expect, it } from 'vitest'
import { findModerationFlags } from './moderation-flags.ts'

describe('moderation flags', () => {
  it.each(['Call 9876543210 for boxes', 'Call +91 98765-43210.', 'Call (040) 2345 6789 00', 'నా నంబర్ ౯౮౭౬౫౪౩౨౧౦'])(
    'a phone number: %s',
    (text) => expect(findModerationFlags(text)).toEqual(['phone']),
  )

  it.each([
    'See https://spam.example/win',
    'HTTP://SPAM and more',
    'see www.spam',
    'buy at cheapchoco.shop today',
    'write to me@spam.example',
    'wa.me/91',
  ])('a link or an address: %s', (text) => expect(findModerationFlags(text)).toEqual(['link']))

  it.each(['THIS WAS THE BEST TRUFFLE EVER', 'Buy now!!!!'])('shouting: %s', (text) =>
    expect(findModerationFlags(text)).toEqual(['shouting']),
  )

  it.each([
    'Soooooo good',
    'good good good good',
    'I ate it under the stars. And then I ate it under the stars. I ate it under the stars.',
  ])('repeated text: %s', (text) => expect(findModerationFlags(text)).toEqual(['repeated']))

  it('all of them together', () => {
    const text = 'BUY BUY BUY BUY CHOCOLATE NOW AT WWW.SPAM.IN OR CALL 9876543210'
    expect(findModerationFlags(text)).toEqual(['phone', 'link', 'shouting', 'repeated'])
  })
})

it('every text is checked on its own: a quiet story does not hide a loud title', () => {
  expect(
    findModerationFlags('BUY CHEAP CHOCOLATE AT MY SHOP', 'It is a long and quiet story about a truffle and a rose.'),
  ).toEqual(['shouting'])
})

it.each([
  '',
  'My grandmother gave me a piece on 26 January 1987, and 35 years later I gave one to my daughter.',
  'It was great.In the end we had three boxes, for Rs. 1,450.50 each.',
  'The DJ played ABBA. Hmmm, so good! What?! Yes!!',
  'రోజూ సాయంత్రం మా అమ్మ ఒక చాక్లెట్ ముక్క ఇచ్చేది.',
  'no no no, I said, and then ate it',
])('an ordinary story has no flag: %s', (text) => expect(findModerationFlags(text)).toEqual([]))

it('a text of the maximum length is checked at once', () => {
  const began = performance.now()
  for (const text of ['1'.repeat(5000), '1 - '.repeat(1250), 'a.'.repeat(2500), `${'x@'.repeat(2500)}`])
    findModerationFlags(text)
  expect(performance.now() - began).toBeLessThan(200)
})
