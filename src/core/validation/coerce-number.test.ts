import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/fields.ts'

const Price = coerceNumber(z.number('Please enter a valid amount.').positive('Above zero, please.').multipleOf(0.01))

describe('a number in the body of a call', () => {
  it('is the same as a JSON number and as its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (inPaise) => {
        const rupees = inPaise / 100
        expect(Price.parse(rupees)).toBe(rupees)
        expect(Price.parse(String(rupees))).toBe(rupees)
        expect(Price.parse(rupees.toFixed(2))).toBe(rupees)
      }),
    )
  })

  it('is taken with spaces around its text', () => {
    expect(Price.parse(' 1234.5 ')).toBe(1234.5)
  })

  it.each(['', ' ', 'abc', '1e3', '0x10', '1,234', '1.2.3', 'Infinity', 'NaN', '+5', '5.', '.5', '9'.repeat(400)])(
    'is not the text %j',
    (text) => {
      expect(Price.safeParse(text).error?.issues[0]?.message).toBe('Please enter a valid amount.')
    },
  )

  it.each([true, null, [], ['5'], {}])('is not the value %j', (value) => {
    expect(Price.safeParse(value).error?.issues[0]?.message).toBe('Please enter a valid amount.')
  })

  it('is refused outside its bounds in the words of the field, as a number and as text', () => {
    for (const sent of [-5, '-5', '-0.5'])
      expect(Price.safeParse(sent).error?.issues[0]?.message).toBe('Above zero, please.')
  })

  it('may be left out where the field may be', () => {
    const Body = z.strictObject({ pieces: coerceNumber(z.int()).default(1), note: coerceNumber(z.int()).nullable() })
    expect(Body.parse({ note: null })).toEqual({ pieces: 1, note: null })
    expect(Body.parse({ pieces: '7', note: '8' })).toEqual({ pieces: 7, note: 8 })
    expect(Body.safeParse({ pieces: 7 }).success).toBe(false)
  })
})
