import { z } from 'zod'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { normalizePromoCode, PROMO_REJECTIONS } from '#src/features/pricing/promotions/promotions.ts'

export const CartItem = z.strictObject({
  productId: coerceNumber(z.int().min(1).max(2_147_483_647)),
  quantity: coerceNumber(z.int().min(1).max(MAX_LINE_QUANTITY)),
})
export type CartItem = z.infer<typeof CartItem>

/** Accepts any spelling; an impossible code is an unknown one. */
export const PromoCodeInput = z.string().trim().max(50).transform(normalizePromoCode)

export const PromoResult = z.object({
  code: z.string(),
  ok: z.boolean(),
  reason: z.enum(PROMO_REJECTIONS).optional(),
  message: z.string().optional(),
})
export type PromoResult = z.infer<typeof PromoResult>
