import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/coerce-number.ts'
import { multiLineTextNoLinks, optionalLineNoLinks, personName } from '#src/core/validation/text-fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import {
  ExpectedDelivery,
  IndianMobile,
  NewOrderReference,
  OrderLineInput,
  OrderReference,
  ShippingAddress,
} from '#src/features/orders/orders.contract.ts'
import { PromoCodeInput } from '#src/features/pricing/promotions/promotions.contract.ts'

/** Rupees with at most two decimals, as the browser believes the total to be. Only ever compared with the server's own. */
const RupeeAmount = coerceNumber(z.number().positive().max(10_000_000).multipleOf(0.01))

/** Starts a payment: the specification's fields and what the server needs to price and place the order itself. */
export const InitiatePayment = z.strictObject({
  amount: RupeeAmount,
  orderId: NewOrderReference,
  customerName: personName(),
  customerEmail: Email,
  customerPhone: IndianMobile,
  /** Sent because the specification does; the server uses its own. */
  merchantId: z.string().max(100).optional(),
  description: optionalLineNoLinks(200).optional(),
  items: z.array(OrderLineInput).min(1).max(100),
  shippingAddress: ShippingAddress,
  notes: multiLineTextNoLinks(2000).optional(),
  promoCode: PromoCodeInput.optional(),
  /** The shopper's earlier, unpaid order that this one stands in for: its pieces are given back first. */
  replaces: OrderReference.optional(),
})
export type InitiatePayment = z.infer<typeof InitiatePayment>

/** What the dialog needs. `qrCode` is an image as a data URL, `paymentUrl` a page that can be opened, `upiLink` the link behind both. */
export const StartedPayment = z.object({
  success: z.literal(true),
  message: z.string(),
  paymentUrl: z.string(),
  upiLink: z.string(),
  qrCode: z.string(),
  upiId: z.string(),
  payeeName: z.string(),
  amount: z.number(),
  orderId: OrderReference,
  clientTxnId: z.string(),
  transactionId: z.uuid(),
  status: z.string(),
  expiresAt: z.iso.datetime(),
  /** Nobody tells the shop of the money: the shopper types its number (UTR), and the maker looks for it. */
  isByHand: z.boolean(),
  /** The number that the shopper has typed and that the maker has not looked for yet. */
  typedUtr: z.string().nullable(),
  /** The days in India between which the order arrives, as kept with it; null where parcels go by arrangement. */
  expectedDelivery: ExpectedDelivery.nullable(),
})
export type StartedPayment = z.infer<typeof StartedPayment>

export const VerifyPayment = z.strictObject({ transactionId: z.uuid(), orderId: OrderReference })
export type VerifyPayment = z.infer<typeof VerifyPayment>

export const VerifiedPayment = z.object({
  success: z.boolean(),
  status: z.string(),
  /** While the maker looks for the money: the number under which the shopper says to have paid. */
  typedUtr: z.string().optional(),
  /** With that number: until when the pieces are kept; null when they are on sale again. */
  keptUntil: z.iso.datetime().nullable().optional(),
})
export type VerifiedPayment = z.infer<typeof VerifiedPayment>

/** What the shopper's bank decides in the demo. */
export const SandboxDecision = z.object({ outcome: z.enum(['success', 'failure']) })
