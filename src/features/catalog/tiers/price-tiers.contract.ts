import { z } from 'zod'
import { MAX_LINE_QUANTITY, MAX_PRICE_TIERS } from '#src/core/shop-policy.ts'
import { coerceNumber } from '#src/core/validation/fields.ts'

const BAD_FROM = `Please enter the pieces of a price tier as a whole number from 2 to ${MAX_LINE_QUANTITY.toLocaleString('en-IN')}.`
const BAD_PERCENT = 'Please enter the percentage of a price tier as a whole number from 1 to 89.'

/** From this many pieces on, each costs this much less. */
export const PriceTier = z.strictObject({
  from: coerceNumber(z.int(BAD_FROM).min(2, BAD_FROM).max(MAX_LINE_QUANTITY, BAD_FROM)),
  percent: coerceNumber(z.int(BAD_PERCENT).min(1, BAD_PERCENT).max(89, BAD_PERCENT)),
})
export type PriceTier = z.infer<typeof PriceTier>

export const PriceTiers = z
  .array(PriceTier)
  .max(MAX_PRICE_TIERS, `A product has at most ${MAX_PRICE_TIERS} price tiers.`)
  .superRefine((tiers, context) => {
    for (const [index, tier] of tiers.entries()) {
      const before = tiers[index - 1]
      if (before && tier.from <= before.from)
        context.addIssue({ code: 'custom', path: [index, 'from'], message: 'Each price tier needs more pieces.' })
      if (before && tier.percent <= before.percent)
        context.addIssue({ code: 'custom', path: [index, 'percent'], message: 'Each price tier must take off more.' })
    }
  })
