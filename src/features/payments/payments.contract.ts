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

/** Compared with the server's own price, never used as such. */
const RupeeAmount = coerceNumber(z.number().positive().max(10_000_000).multipleOf(0.01))

export const InitiatePayment = z.strictObject({
  amount: RupeeAmount,
  orderId: NewOrderReference,
  customerName: personName(),
  customerEmail: Email,
  customerPhone: IndianMobile,
  /** Part of the specification; ignored. */
  merchantId: z.string().max(100).optional(),
  description: optionalLineNoLinks(200).optional(),
  items: z.array(OrderLineInput).min(1).max(100),
  shippingAddress: ShippingAddress,
  notes: multiLineTextNoLinks(2000).optional(),
  promoCode: PromoCodeInput.optional(),
  /** The customer's unpaid order that this one replaces. */
  replaces: OrderReference.optional(),
})
export type InitiatePayment = z.infer<typeof InitiatePayment>

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
  /** No gateway: the customer submits a UTR and an admin confirms it. */
  isByHand: z.boolean(),
  typedUtr: z.string().nullable(),
  expectedDelivery: ExpectedDelivery.nullable(),
})
export type StartedPayment = z.infer<typeof StartedPayment>

export const VerifyPayment = z.strictObject({ transactionId: z.uuid(), orderId: OrderReference })
export type VerifyPayment = z.infer<typeof VerifyPayment>

export const VerifiedPayment = z.object({
  success: z.boolean(),
  status: z.string(),
  typedUtr: z.string().optional(),
  keptUntil: z.iso.datetime().nullable().optional(),
})
export type VerifiedPayment = z.infer<typeof VerifiedPayment>

export const SandboxDecision = z.object({ outcome: z.enum(['success', 'failure']) })
