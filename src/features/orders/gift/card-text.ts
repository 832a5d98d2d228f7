import { z } from 'zod'
import { multiLineTextNoLinks, optionalLineNoLinks } from '#src/core/validation/fields.ts'

export const MAX_CARD_LETTERS = 200
export const MAX_CARD_LINES = 8
const MAX_NAMED_LETTERS = 5
const MAX_TYPED = MAX_CARD_LETTERS * 20

/** What the fonts of the card have: Latin with its accents, transliterated Indian names, punctuation, and Telugu. */
const PRINTABLE = new RegExp(
  [
    '^[\\n\\u0020-\\u007e\\u00a0-\\u00ac\\u00ae-\\u0137\\u0139-\\u013e\\u0141-\\u0148\\u014a-\\u0161\\u0164\\u0165',
    '\\u0168-\\u017e\\u1e0c-\\u1e0f\\u1e24\\u1e25\\u1e32-\\u1e37\\u1e3a\\u1e3b\\u1e40-\\u1e49\\u1e58-\\u1e5f',
    '\\u1e62\\u1e63\\u1e6c-\\u1e6f\\u1e92-\\u1e95\\u1e9e',
    '\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2022\\u2026\\u2039\\u203a\\u20ac\\u20b9\\u2122\\u2212',
    '\\u0951\\u0952\\u0964\\u0965\\u0c00-\\u0c03\\u0c05-\\u0c0c\\u0c0e-\\u0c10\\u0c12-\\u0c28\\u0c2a-\\u0c39',
    '\\u0c3d-\\u0c44\\u0c46-\\u0c48\\u0c4a-\\u0c4d\\u0c55\\u0c56\\u0c58-\\u0c5a\\u0c60-\\u0c63\\u0c66-\\u0c6f\\u200c\\u200d]+$',
  ].join(''),
  'u',
)

const segmenter = new Intl.Segmenter('en')

/** Letters as people count them: an emoji or a Telugu syllable is one. */
export const splitLetters = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

export const isPrintable = (letter: string) => PRINTABLE.test(letter)

export function findUnprintable(text: string): string | undefined {
  const letters = [...new Set(splitLetters(text))].filter((letter) => !isPrintable(letter))
  if (letters.length === 0) return undefined
  return `The card cannot print ${letters
    .slice(0, MAX_NAMED_LETTERS)
    .map((letter) => `"${letter}"`)
    .join(', ')}.`
}

const NO_ROOM = `The card has room for ${MAX_CARD_LETTERS} letters.`

const typed = () =>
  z
    .string()
    .max(MAX_TYPED, { error: NO_ROOM, abort: true })
    .trim()
    .normalize('NFC')
    .transform((text) => text.replaceAll(/\r\n?/g, '\n'))

function refuseUnprintable(text: string, context: z.RefinementCtx<string>): void {
  const message = findUnprintable(text)
  if (message) context.addIssue({ code: 'custom', message })
}

export const CardMessage = typed()
  .refine((text) => splitLetters(text).length <= MAX_CARD_LETTERS, NO_ROOM)
  .refine((text) => text.split('\n').length <= MAX_CARD_LINES, `The card has room for ${MAX_CARD_LINES} lines.`)
  .pipe(multiLineTextNoLinks(MAX_CARD_LETTERS * 10))
  .superRefine(refuseUnprintable)

export const CardSender = typed().pipe(optionalLineNoLinks(60)).superRefine(refuseUnprintable)
