import { z } from 'zod'
import { normalizePromoCode, PROMO_REJECTIONS } from './promotions.ts'

/** Accepts any spelling; an impossible code is an unknown one. */
export const PromoCodeInput = z.string().trim().max(50).transform(normalizePromoCode)

export const PromoResult = z.object({
  code: z.string(),
  ok: z.boolean(),
  reason: z.enum(PROMO_REJECTIONS).optional(),
  message: z.string().optional(),
})
export type PromoResult = z.infer<typeof PromoResult>
