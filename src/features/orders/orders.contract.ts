import { z } from 'zod'
import { parseIndianMobile } from '#src/core/validation/indian-mobile.ts'
import {
  multiLineText,
  multiLineTextNoLinks,
  optionalLineNoLinks,
  personName,
  requiredLineNoLinks,
} from '#src/core/validation/text-fields.ts'
import { CartItem } from '#src/features/cart/quote/cart-quote.contract.ts'
import { INDIAN_STATES } from '#src/features/orders/place/shipping-states.ts'
import { ADMIN_ORDER_STATUSES, ORDER_STATUSES } from './order-status.ts'

/**
 * The number of a new order, `ORD_{timestamp}_{random}`, made in the browser: the idempotency key, and what people quote.
 * It stands in messages to telephones and mailboxes, so it has no room for words.
 */
export const NewOrderReference = z
  .string()
  .regex(/^ORD_[0-9]{10,14}_[A-Za-z0-9]{1,16}$/, 'This is not an order number.')

/** The number of an order that is there. Earlier versions of the shop took other forms as well. */
export const OrderReference = z.string().regex(/^ORD_[A-Za-z0-9_-]{5,60}$/, 'This is not an order number.')

/** An Indian mobile number however it is written; stored as +91 and ten digits. */
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

/** What is in the cart is what is ordered. */
export const OrderLineInput = CartItem
export type OrderLineInput = CartItem

export const OrderItem = z.object({
  id: z.uuid(),
  quantity: z.int(),
  price: z.number(),
  /** Without an id where it was made for its shopper alone. */
  product: z.object({ id: z.int().nullable(), name: z.string(), imageUrl: z.string().nullable() }),
})

/** An order as its shopper and the maker see it. Amounts are rupees. `orderId` is the number that people quote. */
export const Order = z.object({
  id: z.uuid(),
  orderId: OrderReference,
  status: z.enum(ORDER_STATUSES),
  /** Not paid and not cancelled: shown as 'Awaiting payment'. */
  awaitingPayment: z.boolean(),
  /** Until when a payment may begin, where it awaits one: prices are good for a day, a quotation for longer. */
  payableUntil: z.iso.datetime().nullable(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  shippingAddress: ShippingAddress,
  notes: z.string().nullable(),
  subtotal: z.number(),
  shipping: z.number(),
  /** What the promo code took off; 0 without one. */
  discount: z.number(),
  promoCode: z.string().nullable(),
  total: z.number(),
  createdAt: z.iso.datetime(),
  /** When the parcel was ready: from then on its shopper cannot take the order back any more. */
  packedAt: z.iso.datetime().nullable(),
  /** Who carries the parcel, and their page about it where one is known. */
  tracking: z.object({ courier: z.string(), number: z.string(), page: z.url().nullable() }).nullable(),
  items: z.array(OrderItem),
})
export type Order = z.infer<typeof Order>

/** Who carries a parcel, and by which number they know it. */
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
  /** Needed for a step backwards. */
  reason: multiLineText(500).min(1).optional(),
  /** Told to the shopper with `shipped`. */
  tracking: Tracking.optional(),
})
export type OrderStatusChange = z.infer<typeof OrderStatusChange>

/** The money of an order: its one payment that counts. `refundDue` is what the house owes back, in rupees. */
export const OrderPayment = z.object({
  status: z.string(),
  /** The bank's own number for the money. */
  upiTxnId: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  refundDue: z.number(),
  /** Where only the maker can see the money: the payment whose UTR the shopper may type, and the one typed so far. */
  byHand: z.object({ transactionId: z.uuid(), utr: z.string().nullable() }).nullable(),
})
export type OrderPayment = z.infer<typeof OrderPayment>

/** An invoice or a credit note, found under `path` below the address of its order. */
export const OrderDocument = z.object({ title: z.string(), number: z.string(), path: z.string() })
export type OrderDocument = z.infer<typeof OrderDocument>

/** The first and the last day in India on which a parcel is expected. */
export const ExpectedDelivery = z.object({ from: z.iso.date(), to: z.iso.date() })

export const OrderDetails = Order.extend({
  timeline: z.array(
    z.object({ at: z.iso.datetime(), kind: z.enum(['placed', 'paid', ...ORDER_STATUSES]), text: z.string() }),
  ),
  payment: OrderPayment.nullable(),
  /** The invoice, then its credit notes. */
  documents: z.array(OrderDocument),
  /** Paid in a version of the shop that wrote no invoices: there is none, and none will follow. */
  paidBeforeInvoices: z.boolean(),
  /**
   * The first and the last day, in India, as promised when paying started; before that, what paying now would promise.
   * Null when nothing is on its way any more, and where parcels go by arrangement.
   */
  expectedDelivery: ExpectedDelivery.nullable(),
  /** The day in India on which what is made for this customer leaves the studio; null for what is on the shelf. */
  readyOn: z.iso.date().nullable(),
})
export type OrderDetails = z.infer<typeof OrderDetails>

/** An order as only the maker sees it: who did what and why, what was sent to the shopper, and the notes of the house. */
export const AdminOrder = OrderDetails.omit({ timeline: true }).extend({
  /** Invented for the demo: nobody bought it, so it has no invoice. */
  isSample: z.boolean(),
  timeline: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(['placed', 'status', 'packed', 'note', 'message']),
      text: z.string(),
      /** The maker's address, or whoever else it was in a word. */
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

/** The shopper takes an order back. Without a body, too. */
export const OrderCancellation = z.strictObject({ reason: multiLineTextNoLinks(500).optional() })
export type OrderCancellation = z.infer<typeof OrderCancellation>

/** What of an earlier order goes into the cart again, and what is different now. Amounts are rupees. */
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
  /** `quantity` pieces cannot be had. */
  skipped: z.array(
    z.object({ productId: z.int().nullable(), name: z.string(), quantity: z.int(), reason: z.string() }),
  ),
})
export type Reorder = z.infer<typeof Reorder>
