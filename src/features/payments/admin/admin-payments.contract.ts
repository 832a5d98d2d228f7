import { z } from 'zod'
import { coerceNumber, multiLineText } from '#src/core/validation/fields.ts'
import { OrderReference } from '#src/features/orders/order-form.contract.ts'
import { PAYMENT_FILTERS } from '#src/features/payments/payment-status.ts'
import { REFUND_STATES } from '#src/features/payments/refunds/refund-state-machine.ts'

export const PaymentRecord = z.object({
  id: z.uuid(),
  clientTxnId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerMobile: z.string(),
  /** Masked: admins do not need the full UPI id. */
  customerVpa: z.string().nullable(),
  amount: z.number(),
  status: z.string(),
  upiTxnId: z.string().nullable(),
  txnAt: z.iso.datetime().nullable(),
  remark: z.string().nullable(),
  webhookData: z.string().nullable(),
  createdAt: z.iso.datetime(),
  order: z.uuid(),
  orderId: OrderReference,
  isSample: z.boolean(),
})
export type PaymentRecord = z.infer<typeof PaymentRecord>

export const PaymentDetails = PaymentRecord.extend({
  /** Null for manual UPI, where no gateway can be asked. */
  nextRecheckAt: z.iso.datetime().nullable(),
  lastPolledAt: z.iso.datetime().nullable(),
  pollCount: z.int(),
  received: z.number(),
  refunded: z.number(),
  refundable: z.number(),
  /** Empty if it pays one order. */
  parcels: z.array(
    z.object({ orderId: OrderReference, recipient: z.string(), total: z.number(), refundable: z.number() }),
  ),
  timeline: z.array(
    z.object({ at: z.iso.datetime(), text: z.string(), amount: z.number().nullable(), raw: z.string().nullable() }),
  ),
})
export type PaymentDetails = z.infer<typeof PaymentDetails>

export const ListPaymentsInput = z.strictObject({
  status: z.enum(PAYMENT_FILTERS).optional(),
  q: z.string().trim().min(1).max(200).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  limit: coerceNumber(z.int().min(1).max(200)).optional(),
  cursor: z.uuid().optional(),
})
export type ListPaymentsInput = z.infer<typeof ListPaymentsInput>

export const RecheckResult = z.object({ status: z.string(), message: z.string(), nextRecheckAt: z.iso.datetime() })
export type RecheckResult = z.infer<typeof RecheckResult>

/** One day in India: gateway captures, recorded captures, and the differences. */
export const ReconciliationDay = z.object({
  day: z.iso.date(),
  bank: z.number(),
  shop: z.number(),
  differences: z.array(
    z.object({
      clientTxnId: z.string(),
      upiTxnId: z.string(),
      bank: z.number().nullable(),
      shop: z.number().nullable(),
      payment: z.uuid().nullable(),
    }),
  ),
})
export type ReconciliationDay = z.infer<typeof ReconciliationDay>

export const UnmatchedPayment = z.object({
  id: z.uuid(),
  kind: z.enum(['refund', 'event']),
  at: z.iso.datetime(),
  amount: z.number(),
  what: z.string(),
  upiTxnId: z.string().nullable(),
  payment: z.uuid().nullable(),
  orderId: z.string().nullable(),
  customerName: z.string().nullable(),
  customerMobile: z.string().nullable(),
  isSample: z.boolean(),
  can: z.array(z.enum(['accept', 'send-back', 'done-outside', 'keep'])),
})
export type UnmatchedPayment = z.infer<typeof UnmatchedPayment>

const Reason = multiLineText(500).min(1)

export const ResolutionReason = z.strictObject({ reason: Reason })

/** A partial refund in rupees; `key` is the idempotency key, `orderId` the parcel if the payment pays several. */
export const NewRefund = z.strictObject({
  orderId: OrderReference.optional(),
  amount: coerceNumber(z.number().positive().max(10_000_000).multipleOf(0.01)),
  reason: Reason,
  key: z.string().regex(/^[A-Za-z0-9_-]{10,64}$/, 'A key has 10 to 64 letters, digits, hyphens or underscores.'),
})
export type NewRefund = z.infer<typeof NewRefund>

export const RefundSummary = z.object({
  id: z.uuid(),
  payment: z.uuid(),
  amount: z.number(),
  state: z.enum(REFUND_STATES),
  reason: z.string(),
})
export type RefundSummary = z.infer<typeof RefundSummary>

export const ExternalRefund = z.strictObject({
  bankReference: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9/-]{6,40}$/, 'The reference of a transfer has 6 to 40 letters and digits.'),
  note: multiLineText(500).min(1).optional(),
})
export type ExternalRefund = z.infer<typeof ExternalRefund>
