import { z } from 'zod'
import { DELIVERY_METHODS, HEAT_CHOICES } from '#src/core/delivery/delivery-rules.ts'
import { multiLineText, multiLineTextNoLinks, requiredLineNoLinks } from '#src/core/validation/fields.ts'
import { ProductLabel } from '#src/features/catalog/food/food-facts.contract.ts'
import { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { ExpectedDelivery, Gift, OrderReference, ShippingAddress } from './order-form.contract.ts'
import { ADMIN_ORDER_STATUSES, ORDER_STATUSES } from './order-status.ts'
import { TIMELINE_STATES } from './shipments/courier-sentences.ts'
import { DELIVERY_PROBLEMS } from './shipments/problems/delivery-problems.ts'
import { CourierState } from './shipments/shipments.contract.ts'

export const OrderItem = CartItem.omit({ productId: true }).extend({
  id: z.uuid(),
  price: z.number(),
  product: z.object({
    id: z.int().nullable(),
    name: z.string(),
    imageUrl: z.string().nullable(),
    ...ProductLabel.shape,
  }),
})

/** The parcels that are paid together, of which an order is one; a customer gets them as one order. Rupees. */
export const OrderGroup = z.object({
  id: z.uuid(),
  /** The order number, which is that of the first parcel. */
  orderId: OrderReference,
  /** Null in the order of a customer, which is all of them. */
  number: z.int().nullable(),
  count: z.int(),
  total: z.number(),
  statuses: z.partialRecord(z.enum(ORDER_STATUSES), z.int()),
})
export type OrderGroup = z.infer<typeof OrderGroup>

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
  coolPack: z.number(),
  giftWrap: z.number(),
  deliveryMethod: z.enum(DELIVERY_METHODS),
  heat: z.enum(HEAT_CHOICES).nullable(),
  /** The promised day of dispatch; null in older orders. */
  shipOn: z.iso.date().nullable(),
  /** The shipping address is then the recipient's. */
  gift: Gift.nullable(),
  /** The logo on the card; null without one. */
  cardLogoId: z.uuid().nullable(),
  buyerGstin: z.string().nullable(),
  companyName: z.string().nullable(),
  onWhatsApp: z.boolean(),
  discount: z.number(),
  promoCode: z.string().nullable(),
  total: z.number(),
  createdAt: z.iso.datetime(),
  packedAt: z.iso.datetime().nullable(),
  /** Sends pieces of another order again, at no cost. */
  isReplacement: z.boolean(),
  tracking: z.object({ courier: z.string(), number: z.string(), page: z.url().nullable() }).nullable(),
  /** For admins only: the latest open problem of its parcel. */
  deliveryProblem: z.enum(DELIVERY_PROBLEMS).optional(),
  items: z.array(OrderItem),
  /** Null if it is sent to one person. */
  group: OrderGroup.nullable(),
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

/** The order's one valid payment. Amounts are rupees; `refunds` are the processed ones, of which `refunded` is the sum. */
export const OrderPayment = z.object({
  status: z.string(),
  upiTxnId: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  refundDue: z.number(),
  refunded: z.number(),
  refunds: z.array(z.object({ at: z.iso.datetime(), amount: z.number() })),
  /** Money that did not pay the order and goes back. */
  unused: z.array(z.object({ at: z.iso.datetime(), amount: z.number(), why: z.string() })),
  byHand: z.object({ transactionId: z.uuid(), utr: z.string().nullable() }).nullable(),
})
export type OrderPayment = z.infer<typeof OrderPayment>

/** `path` is relative to the order's address. */
export const OrderDocument = z.object({ title: z.string(), number: z.string(), path: z.string() })
export type OrderDocument = z.infer<typeof OrderDocument>

/** A parcel of an order to several people. Amounts are rupees. */
export const OrderParcel = Order.pick({
  id: true,
  orderId: true,
  status: true,
  awaitingPayment: true,
  shippingAddress: true,
  gift: true,
  heat: true,
  packedAt: true,
  tracking: true,
  total: true,
}).extend({
  number: z.int(),
  items: z.array(z.object({ name: z.string(), quantity: z.int() })),
  deliverOn: z.iso.date().nullable(),
  /** Null if delivery is by arrangement, or when it is over. */
  expectedDelivery: ExpectedDelivery.nullable(),
  courierState: CourierState.nullable(),
  /** Without it, other parcels would have cost more: only an admin can cancel it. */
  setsOtherPrices: z.boolean(),
  refund: z.object({ due: z.number(), done: z.number() }),
  documents: z.array(OrderDocument),
})
export type OrderParcel = z.infer<typeof OrderParcel>

const TIMELINE_KINDS = ['placed', 'paid', 'received', 'refunded', ...ORDER_STATUSES, ...TIMELINE_STATES] as const

export const OrderDetails = Order.extend({
  timeline: z.array(z.object({ at: z.iso.datetime(), kind: z.enum(TIMELINE_KINDS), text: z.string() })),
  payment: OrderPayment.nullable(),
  documents: z.array(OrderDocument),
  legacyWithoutInvoice: z.boolean(),
  /** The promised days, or what paying now would promise. Null if delivery is by arrangement, or when it is over. */
  expectedDelivery: ExpectedDelivery.nullable(),
  /** Null if no courier reports it; of an order to several people each parcel has its own. */
  courierState: CourierState.nullable(),
  /** The day that the customer chose; null is as soon as possible. */
  deliverOn: z.iso.date().nullable(),
  /** Where and when the order is picked up; null if it is delivered. Only its customer gets the code, once it is paid. */
  pickup: z
    .object({ code: z.string().nullable(), address: z.string(), note: z.string(), hours: z.string().nullable() })
    .nullable(),
  /** The day on which a custom chocolate is ready; null otherwise. */
  readyOn: z.iso.date().nullable(),
  /** Of an order to several people; empty otherwise. */
  parcels: z.array(OrderParcel),
  /** Of the link that follows the order without signing in; null in older orders. */
  trackingToken: z.string().nullable(),
  /** The version of the policies under which it was placed; null if that is not known. */
  policiesVersion: z.int().nullable(),
})
export type OrderDetails = z.infer<typeof OrderDetails>

export const AdminOrder = OrderDetails.omit({ timeline: true }).extend({
  /** What it was about the heat; null if the heat asked for nothing. `gelPacks` is 0 for an order that waits. */
  heatOnTheWay: z.object({ place: z.string(), celsius: z.int(), month: z.string(), gelPacks: z.int() }).nullable(),
  /** Generated for the demo, so it has no invoice. */
  isSample: z.boolean(),
  isBooked: z.boolean(),
  trackingLink: z.url().nullable(),
  timeline: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(['placed', 'status', 'packed', 'money', 'note', 'message']),
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

export const HandOver = z
  .strictObject({
    code: z
      .string()
      .transform((typed) => typed.replaceAll(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits.'))
      .optional(),
    reason: multiLineText(500).min(1, 'Please say why.').optional(),
  })
  .refine(({ code, reason }) => (code === undefined) !== (reason === undefined), {
    path: ['code'],
    message: 'Please enter the code, or say why there is none.',
  })
export type HandOver = z.infer<typeof HandOver>

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
