import { z } from 'zod'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { coerceNumber } from '#src/core/validation/coerce-number.ts'
import { PromoCodeInput, PromoResult } from '#src/features/pricing/promotions/promotions.contract.ts'

export const CartItem = z.strictObject({
  productId: coerceNumber(z.int().min(1).max(2_147_483_647)),
  quantity: coerceNumber(z.int().min(1).max(MAX_LINE_QUANTITY)),
})
export type CartItem = z.infer<typeof CartItem>

export const CartQuoteInput = z.strictObject({
  items: z
    .array(CartItem.pick({ productId: true, quantity: true }))
    .min(1)
    .max(100),
  promoCode: PromoCodeInput.optional(),
  /** The unpaid order of this cart: its reservations and promo use count as free. */
  standsInFor: z.string().max(64).optional(),
})
export type CartQuoteInput = z.infer<typeof CartQuoteInput>

/** Amounts are rupees. A product that is no longer sold has no price and no stock. */
export const CartQuote = z.object({
  lines: z.array(
    z.object({
      productId: z.int(),
      quantity: z.int(),
      name: z.string().nullable(),
      price: z.number().nullable(),
      stock: z.int(),
    }),
  ),
  subtotal: z.number(),
  discount: z.number(),
  shipping: z.number(),
  total: z.number(),
  promo: PromoResult.nullable(),
})
export type CartQuote = z.infer<typeof CartQuote>
