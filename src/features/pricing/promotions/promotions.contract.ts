import { z } from 'zod'
import { PROMO_REJECTIONS } from './promotions.ts'

/** As people type it; a code that cannot exist is one that nobody knows. */
export const PromoCodeInput = z.string().trim().max(50)

/** What the shop says about a code for one cart: it counts, or why not, in words. */
export const PromoResult = z.object({
  code: z.string(),
  ok: z.boolean(),
  reason: z.enum(PROMO_REJECTIONS).optional(),
  message: z.string().optional(),
})
export type PromoResult = z.infer<typeof PromoResult>
