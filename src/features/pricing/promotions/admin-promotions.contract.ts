import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { normalizePromoCode } from './promotions.ts'

const Rupees = z.number('Please enter a valid amount.').min(0).max(100_000).multipleOf(0.01)
const Day = z.iso.date('Please enter a valid date.')

const terms = {
  code: z
    .string()
    .transform(normalizePromoCode)
    .pipe(z.string().regex(/^[A-Z0-9]{3,30}$/, 'A code has 3 to 30 letters and digits.')),
  /** Exactly one of the two: percent of the subtotal, or rupees. */
  percent: coerceNumber(
    z.int().min(1, 'At least 1 %.').max(90, 'At most 90 %: something must be left to pay.'),
  ).nullable(),
  amount: coerceNumber(Rupees.positive('The discount must be above zero.')).nullable(),
  minSubtotal: coerceNumber(Rupees),
  /** Days in India, inclusive. Null is unbounded. */
  startsOn: Day.nullable(),
  lastDay: Day.nullable(),
  maxUses: coerceNumber(z.int().min(1, 'At least once.').max(1_000_000)).nullable(),
}

export const PromotionTerms = z
  .strictObject(terms)
  .refine(({ percent, amount }) => (percent === null) !== (amount === null), {
    path: ['amount'],
    message: 'Please enter a percentage or an amount.',
  })
  .refine(({ amount, minSubtotal }) => amount === null || amount < minSubtotal, {
    path: ['minSubtotal'],
    message: 'The minimum subtotal must be higher than the discount, so that something is left to pay.',
  })
  .refine(({ startsOn, lastDay }) => startsOn === null || lastDay === null || startsOn <= lastDay, {
    path: ['lastDay'],
    message: 'The last day cannot come before the first.',
  })
export type PromotionTerms = z.infer<typeof PromotionTerms>

export const PROMOTION_STATES = ['running', 'to-come', 'used-up', 'ended'] as const

export const AdminPromotion = z.object({
  ...terms,
  id: z.uuid(),
  used: z.int(),
  /** A promotion that was ever used can be ended but not deleted. */
  everUsed: z.boolean(),
  state: z.enum(PROMOTION_STATES),
})
export type AdminPromotion = z.infer<typeof AdminPromotion>
