import { expect, it } from 'vitest'
import { parseIndianMobile } from '#src/core/validation/fields.ts'

it.each([
  '9876543210',
  '+91 98765 43210',
  '+91-98765-43210',
  '09876543210',
  '919876543210',
  '0091 98765 43210',
  '(+91) 98765.43210',
  '[98765] 43210',
  '\u202a+91\u00a098765\u201143210\u202c',
  '\ufeff9876543210',
])('%j is a mobile number, kept as +919876543210', (typed) => {
  expect(parseIndianMobile(typed)).toBe('+919876543210')
})

it.each(['6543210987', '7012345678', '8765432109', '9198765432'])('%s is one, whatever series it is of', (typed) => {
  expect(parseIndianMobile(typed)).toBe(`+91${typed}`)
})

it.each([
  ['a fixed line', '5876543210'],
  ['a fixed line with its area', '040 2345 6789'],
  ['too short', '12345'],
  ['too short behind 91', '919876543'],
  ['0 and 91 together', '0919876543210'],
  ['91 twice', '+91+919876543210'],
  ['another country', '+1 415 555 2671'],
  ['two numbers', '9876543210 / 9876543211'],
  ['a number with an extension', '9876543210 ext. 5'],
  ['a sentence', 'call 9876543210'],
  ['digits that no operator dials', '९८७६५४३२१०'],
  ['masked', '+91 XXXXX XXXXX'],
  ['nothing', ''],
])('%s is none: %j', (_, typed) => {
  expect(parseIndianMobile(typed)).toBeUndefined()
})
