import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { NewCustomOrder } from './custom-orders.contract.ts'
import '#src/core/validation/validation-messages.ts'

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('an invalid value', () => {
  it.each<[string, z.ZodType, [value: unknown, words: string]]>([
    ['too large', z.number().max(50), [60, 'This must be at most 50.']],
    ['too small', z.int().min(30), [29, 'This must be at least 30.']],
    ['too long', z.string().max(5), ['chocolate', 'Please use at most 5 characters.']],
    ['empty', z.string().min(1), ['', 'This is required.']],
    ['missing', z.object({ name: z.string() }), [{}, 'This is required.']],
    ['no whole number', z.int(), [1.5, 'Please enter a whole number.']],
    ['no number', z.number(), ['two', 'Please enter a number.']],
    ['not offered', z.enum(['dark', 'milk']), ['vodka', 'Please choose one of the values that are offered.']],
    ['no address', z.email(), ['asha', 'Please enter a valid e-mail address.']],
    ['a third decimal', z.number().multipleOf(0.01), [1.001, 'This has too many decimals.']],
    ['unknown', z.strictObject({}), [{ status: 'x' }, 'Unknown field: status.']],
    ['an empty list', z.array(z.string()).min(1), [[], 'Please give at least 1.']],
    ['nothing of two', z.union([z.string(), z.number()]), [true, 'This is not valid.']],
  ])('gets a plain message when it is %s', (_, schema, [value, words]) => {
    expect(said(schema, value)).toBe(words)
  })

  it("keeps a field's own message", () => {
    expect(said(z.number('Please enter a valid amount.'), 'x')).toBe('Please enter a valid amount.')
  })

  it('never gets a technical message', () => {
    const wrong = [undefined, null, 0, -1, 1e9, 1.5, '', 'x'.repeat(9999), true, [], {}, { a: 1 }]
    const sentences = [NewCustomOrder, InitiatePayment].flatMap((schema) =>
      Object.keys(schema.shape).flatMap((field) =>
        wrong.flatMap(
          (value) => schema.safeParse({ [field]: value }).error?.issues.map(({ message }) => message) ?? [],
        ),
      ),
    )
    for (const sentence of sentences)
      expect(sentence).not.toMatch(/expected|Invalid|Too (big|small)|Unrecognized|[<>]=/)
  })

  it('says what to do about too many pieces', () => {
    const issues = NewCustomOrder.safeParse({ quantity: 1001 }).error?.issues
    expect(issues?.find(({ path }) => path[0] === 'quantity')?.message).toBe(
      'You can order up to 1,000 pieces here. Write to us for more.',
    )
  })
})
