import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/coerce-number.ts'
import { multiLineText } from '#src/core/validation/text-fields.ts'
import { OrderReference } from '#src/features/orders/orders.contract.ts'
import { PAYMENT_FILTERS } from '#src/features/payments/payment-status.ts'
import { REFUND_STATES } from '#src/features/payments/refunds/refund-state-machine.ts'

/** A payment as the maker sees it: the specification's record, and the order that it pays. `amount` is rupees. */
export const PaymentRecord = z.object({
  id: z.uuid(),
  clientTxnId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerMobile: z.string(),
  /** Masked: whoever reads along need not learn anybody's UPI id. */
  customerVpa: z.string().nullable(),
  amount: z.number(),
  /** success, pending, failure, or the state itself. */
  status: z.string(),
  upiTxnId: z.string().nullable(),
  txnAt: z.iso.datetime().nullable(),
  remark: z.string().nullable(),
  /** The latest news about it as it came, as JSON text. */
  webhookData: z.string().nullable(),
  createdAt: z.iso.datetime(),
  order: z.uuid(),
  orderId: OrderReference,
  isSample: z.boolean(),
})
export type PaymentRecord = z.infer<typeof PaymentRecord>

export const PaymentDetails = PaymentRecord.extend({
  /** From when on the bank may be asked again. */
  mayAskAt: z.iso.datetime(),
  askedAt: z.iso.datetime().nullable(),
  asked: z.int(),
  /** What came in all, what went back or is to go, and the most that may still be sent back at once. */
  received: z.number(),
  refunded: z.number(),
  refundable: z.number(),
  timeline: z.array(
    z.object({ at: z.iso.datetime(), text: z.string(), amount: z.number().nullable(), raw: z.string().nullable() }),
  ),
})
export type PaymentDetails = z.infer<typeof PaymentDetails>

export const ListPaymentsInput = z.strictObject({
  status: z.enum(PAYMENT_FILTERS).optional(),
  q: z.string().trim().min(1).max(200).optional(),
  /** Days in India; both belong to the stretch. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.uuid().optional(),
})
export type ListPaymentsInput = z.infer<typeof ListPaymentsInput>

/** What the bank told when it was asked once more. */
export const RecheckResult = z.object({ status: z.string(), said: z.string(), mayAskAt: z.iso.datetime() })
export type RecheckResult = z.infer<typeof RecheckResult>

/** A day in India as the bank's books and ours have it, in rupees, and every piece of money on which they differ. */
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

/** Money that waits for a person: it has to go back, or nobody knows whose it is. */
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
  /** The decisions that may be taken about it. */
  can: z.array(z.enum(['accept', 'send-back', 'done-outside', 'keep'])),
})
export type UnmatchedPayment = z.infer<typeof UnmatchedPayment>

const Reason = multiLineText(500).min(1)

/** Why the maker decides as they do. */
export const ResolutionReason = z.strictObject({ reason: Reason })

/** Some of a payment's money goes back: rupees, and the caller's own key, under which it is one refund for ever. */
export const NewRefund = z.strictObject({
  amount: coerceNumber(z.number().positive().max(10_000_000).multipleOf(0.01)),
  reason: Reason,
  key: z.string().regex(/^[A-Za-z0-9_-]{10,64}$/, 'A key has 10 to 64 letters, digits, hyphens or underscores.'),
})
export type NewRefund = z.infer<typeof NewRefund>

/** A refund as it stands. */
export const RefundSummary = z.object({
  id: z.uuid(),
  payment: z.uuid(),
  amount: z.number(),
  state: z.enum(REFUND_STATES),
  reason: z.string(),
})
export type RefundSummary = z.infer<typeof RefundSummary>

/** The maker has sent the money back by hand. */
export const ExternalRefund = z.strictObject({
  bankReference: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9/-]{6,40}$/, 'The reference of a transfer has 6 to 40 letters and digits.'),
  note: multiLineText(500).min(1).optional(),
})
export type ExternalRefund = z.infer<typeof ExternalRefund>
