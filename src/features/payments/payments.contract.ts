import { z } from 'zod'
import { optionalLineNoLinks } from '#src/core/validation/fields.ts'
import {
  CartOrder,
  ExpectedDelivery,
  NewOrderReference,
  OrderReference,
} from '#src/features/orders/order-form.contract.ts'

export const InitiatePayment = CartOrder.extend({
  orderId: NewOrderReference,
  /** Part of the specification; ignored. */
  merchantId: z.string().max(100).optional(),
  description: optionalLineNoLinks(200).optional(),
  /** The customer's unpaid order that this one replaces. */
  replaces: OrderReference.optional(),
  /** The day of dispatch that the customer saw. A later one is refused with the new promise. */
  shipOn: z.iso.date().optional(),
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
  isByHand: z.boolean(),
  submittedUtr: z.string().nullable(),
  expectedDelivery: ExpectedDelivery.nullable(),
})
export type StartedPayment = z.infer<typeof StartedPayment>

export const VerifyPayment = z.strictObject({ transactionId: z.uuid(), orderId: OrderReference })
export type VerifyPayment = z.infer<typeof VerifyPayment>

export const VerifiedPayment = z.object({
  success: z.boolean(),
  status: z.string(),
  submittedUtr: z.string().optional(),
  reservedUntil: z.iso.datetime().nullable().optional(),
})
export type VerifiedPayment = z.infer<typeof VerifiedPayment>

export const SandboxDecision = z.object({ outcome: z.enum(['success', 'failure']) })
