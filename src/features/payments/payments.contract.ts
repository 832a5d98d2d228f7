import { z } from 'zod'
import { optionalLineNoLinks } from '#src/core/validation/fields.ts'
import {
  CartOrder,
  ExpectedDelivery,
  NewOrderReference,
  OrderReference,
  SaveAddress,
  ShownPromise,
} from '#src/features/orders/order-form.contract.ts'
import { Parcels } from '#src/features/orders/parcels/parcels.contract.ts'

export const InitiatePayment = CartOrder.safeExtend({
  orderId: NewOrderReference,
  merchantId: z.string().max(100).optional(),
  description: optionalLineNoLinks(200).optional(),
  account: z.string().max(100).optional(),
  replaces: OrderReference.optional(),
  ...ShownPromise.shape,
  saveAddress: SaveAddress,
  /** Saves the people of `parcels` in the address book, as many as fit. */
  savePeople: SaveAddress,
  /** Sends the items to several people; the shipping address is then the customer's own, for the invoice. */
  parcels: Parcels.optional(),
}).superRefine(({ parcels, gift, cardLogoId, deliverOn, deliveryMethod = 'courier' }, context) => {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (cardLogoId && !gift && !parcels) refuse('cardLogoId', 'A logo goes on the card of a gift.')
  if (!parcels) return
  if (gift) refuse('gift', 'Each person has a gift card of their own.')
  if (deliverOn) refuse('deliverOn', 'Each person has a day of their own.')
  if (deliveryMethod !== 'courier') refuse('deliveryMethod', 'We send orders to several people by courier.')
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
  /** Of an order to several people: how many parcels, and on which days they leave. */
  dispatch: z.object({ parcels: z.int(), first: z.iso.date(), last: z.iso.date() }).nullable(),
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
