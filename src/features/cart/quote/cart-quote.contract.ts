import { z } from 'zod'
import { CartItem, PromoCodeInput, PromoResult } from '#src/features/pricing/totals/priced-items.contract.ts'

export const CartQuoteInput = z.strictObject({
  items: z
    .array(CartItem.pick({ productId: true, quantity: true }))
    .min(1)
    .max(100),
  promoCode: PromoCodeInput.optional(),
  /** The unpaid order of this cart: its use of the promo code does not count. */
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
