import { z } from 'zod'
import {
  coerceNumber,
  multiLineTextNoLinks,
  optionalLineNoLinks,
  parseIndianMobile,
  personName,
  requiredLineNoLinks,
} from '#src/core/validation/fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { INDIAN_STATES } from '#src/features/orders/place/shipping-states.ts'
import { CartItem, PromoCodeInput } from '#src/features/pricing/totals/priced-items.contract.ts'

/**
 * `ORD_{timestamp}_{random}`, made in the browser: the idempotency key and the order number. Its form leaves no room
 * for words, because SMS and emails contain it.
 */
export const NewOrderReference = z
  .string()
  .regex(/^ORD_[0-9]{10,14}_[A-Za-z0-9]{1,16}$/, 'This is not a valid order number.')

/** Also accepts the forms of earlier versions. */
export const OrderReference = z.string().regex(/^ORD_[A-Za-z0-9_-]{5,60}$/, 'This is not a valid order number.')

export const IndianMobile = z
  .string()
  .trim()
  .max(30)
  .transform((typed, context) => {
    const number = parseIndianMobile(typed)
    if (number) return number
    context.addIssue({ code: 'custom', message: 'Please enter an Indian mobile number with 10 digits.' })
    return z.NEVER
  })

export const Pincode = z
  .string()
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^[1-9][0-9]{5}$/, 'A PIN code has six digits.'))

export const ShippingAddress = z.strictObject({
  firstName: personName(),
  lastName: personName(),
  address: requiredLineNoLinks(300),
  city: requiredLineNoLinks(100),
  state: z.enum(INDIAN_STATES, 'Please choose a state.'),
  pincode: Pincode,
  landmark: optionalLineNoLinks(200).optional(),
})
export type ShippingAddress = z.infer<typeof ShippingAddress>

/** What a customer fills in to order. Each field but `amount` is a column of `orders`. */
export const OrderForm = z.strictObject({
  /** Rupees; compared with the server's own price, never used as such. */
  amount: coerceNumber(z.number().positive('The total must be above zero.').max(10_000_000).multipleOf(0.01)),
  customerName: personName(),
  customerEmail: Email,
  customerPhone: IndianMobile,
  shippingAddress: ShippingAddress,
  notes: multiLineTextNoLinks(2000).optional(),
})
export type OrderForm = z.infer<typeof OrderForm>

/** Its content hash covers every field, and each field of an item is a column of `order_lines`. */
export const CartOrder = OrderForm.extend({
  items: z.array(CartItem).min(1).max(100),
  promoCode: PromoCodeInput.optional(),
})
export type CartOrder = z.infer<typeof CartOrder>

export const ExpectedDelivery = z.object({ from: z.iso.date(), to: z.iso.date() })
