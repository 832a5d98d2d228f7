import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/coerce-number.ts'
import { parseIndianMobile } from '#src/core/validation/indian-mobile.ts'
import {
  multiLineText,
  multiLineTextNoLinks,
  optionalLineNoLinks,
  personName,
  requiredLineNoLinks,
} from '#src/core/validation/text-fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { CartItem } from '#src/features/cart/quote/cart-quote.contract.ts'
import { INDIAN_STATES } from '#src/features/orders/place/shipping-states.ts'
import { PromoCodeInput } from '#src/features/pricing/promotions/promotions.contract.ts'
import { ADMIN_ORDER_STATUSES, ORDER_STATUSES } from './order-status.ts'

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
  amount: coerceNumber(z.number().positive().max(10_000_000).multipleOf(0.01)),
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

export const OrderItem = CartItem.omit({ productId: true }).extend({
  id: z.uuid(),
  price: z.number(),
  /** Null for a custom chocolate. */
  product: z.object({ id: z.int().nullable(), name: z.string(), imageUrl: z.string().nullable() }),
})

/** Amounts are rupees. `orderId` is the order number. */
export const Order = z.object({
  id: z.uuid(),
  orderId: OrderReference,
  status: z.enum(ORDER_STATUSES),
  awaitingPayment: z.boolean(),
  /** The payment deadline of an unpaid order: a day, or longer for a quote. */
  paymentDeadline: z.iso.datetime().nullable(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  shippingAddress: ShippingAddress,
  notes: z.string().nullable(),
  subtotal: z.number(),
  shipping: z.number(),
  discount: z.number(),
  promoCode: z.string().nullable(),
  total: z.number(),
  createdAt: z.iso.datetime(),
  /** From then on the customer can no longer cancel. */
  packedAt: z.iso.datetime().nullable(),
  tracking: z.object({ courier: z.string(), number: z.string(), page: z.url().nullable() }).nullable(),
  items: z.array(OrderItem),
})
export type Order = z.infer<typeof Order>

export const Tracking = z.strictObject({
  courier: requiredLineNoLinks(60),
  number: z
    .string()
    .transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9-]{5,40}$/, 'A tracking number has 5 to 40 letters and digits.')),
})
export type Tracking = z.infer<typeof Tracking>

export const OrderStatusChange = z.strictObject({
  status: z.enum(ADMIN_ORDER_STATUSES),
  reason: multiLineText(500).min(1).optional(),
  tracking: Tracking.optional(),
})
export type OrderStatusChange = z.infer<typeof OrderStatusChange>

/** The order's one valid payment. `refundDue` is in rupees. */
export const OrderPayment = z.object({
  status: z.string(),
  upiTxnId: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  refundDue: z.number(),
  /** A manual UPI payment and its submitted UTR. */
  byHand: z.object({ transactionId: z.uuid(), utr: z.string().nullable() }).nullable(),
})
export type OrderPayment = z.infer<typeof OrderPayment>

/** `path` is relative to the order's address. */
export const OrderDocument = z.object({ title: z.string(), number: z.string(), path: z.string() })
export type OrderDocument = z.infer<typeof OrderDocument>

export const ExpectedDelivery = z.object({ from: z.iso.date(), to: z.iso.date() })

export const OrderDetails = Order.extend({
  timeline: z.array(
    z.object({ at: z.iso.datetime(), kind: z.enum(['placed', 'paid', ...ORDER_STATUSES]), text: z.string() }),
  ),
  payment: OrderPayment.nullable(),
  documents: z.array(OrderDocument),
  /** Paid before the shop wrote invoices, so there is none. */
  legacyWithoutInvoice: z.boolean(),
  /** The promised days, or what paying now would promise. Null if delivery is by arrangement, or when it is over. */
  expectedDelivery: ExpectedDelivery.nullable(),
  /** The day on which a custom chocolate is ready; null otherwise. */
  readyOn: z.iso.date().nullable(),
})
export type OrderDetails = z.infer<typeof OrderDetails>

export const AdminOrder = OrderDetails.omit({ timeline: true }).extend({
  /** Generated for the demo, so it has no invoice. */
  isSample: z.boolean(),
  timeline: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(['placed', 'status', 'packed', 'note', 'message']),
      text: z.string(),
      /** The admin's email, or who else it was. */
      by: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
})
export type AdminOrder = z.infer<typeof AdminOrder>

export const NewOrderNote = z.strictObject({ text: multiLineText(2000).min(1, 'This is required.') })
export type NewOrderNote = z.infer<typeof NewOrderNote>

export const PackedInput = z.strictObject({ packed: z.boolean() })
export type PackedInput = z.infer<typeof PackedInput>

export const OrderCancellation = z.strictObject({ reason: multiLineTextNoLinks(500).optional() })
export type OrderCancellation = z.infer<typeof OrderCancellation>

export const Reorder = z.object({
  added: z.array(
    z.object({
      productId: z.int(),
      quantity: z.int(),
      name: z.string(),
      price: z.number(),
      imageUrl: z.string().nullable(),
      maxPerOrder: z.int(),
    }),
  ),
  changed: z.array(z.object({ productId: z.int(), name: z.string(), was: z.number(), now: z.number() })),
  /** `quantity` is how many are not available. */
  skipped: z.array(
    z.object({ productId: z.int().nullable(), name: z.string(), quantity: z.int(), reason: z.string() }),
  ),
})
export type Reorder = z.infer<typeof Reorder>
