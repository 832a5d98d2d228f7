import { z } from 'zod'
import { PROMO_REFUSALS } from './promotions.rules.ts'

/** As people type it; a code that cannot exist is one that nobody knows. */
export const TypedPromoCode = z.string().trim().max(50)

/** What the shop says about a code for one cart: it counts, or why not, in words. */
export const PromoAnswer = z.object({
  code: z.string(),
  ok: z.boolean(),
  reason: z.enum(PROMO_REFUSALS).optional(),
  message: z.string().optional(),
})
export type PromoAnswer = z.infer<typeof PromoAnswer>
