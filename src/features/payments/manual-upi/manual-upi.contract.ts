import { z } from 'zod'
import { coerceNumber, multiLineText } from '#src/core/validation/fields.ts'
import { OrderReference } from '#src/features/orders/order-form.contract.ts'
import { INVALID_UTR_MESSAGE, normalizeUtr, UTR_PATTERN } from './utr.ts'

const Utr = z.string().max(40).transform(normalizeUtr).pipe(z.string().regex(UTR_PATTERN, INVALID_UTR_MESSAGE))

/** The UTR as the customer typed it; it proves nothing. */
export const SubmitUtr = z.strictObject({ transactionId: z.uuid(), orderId: OrderReference, utr: Utr })
export type SubmitUtr = z.infer<typeof SubmitUtr>

export const SubmittedUtr = z.object({
  status: z.string(),
  submittedUtr: z.string(),
  message: z.string(),
  reservedUntil: z.iso.datetime().nullable(),
  warning: z.string().nullable(),
})
export type SubmittedUtr = z.infer<typeof SubmittedUtr>

export const PendingConfirmation = z.object({
  payment: z.uuid(),
  orderId: OrderReference,
  customerName: z.string(),
  customerMobile: z.string(),
  amount: z.number(),
  utr: z.string(),
  looksRecent: z.boolean(),
  startedAt: z.iso.datetime(),
  submittedAt: z.iso.datetime(),
  reservedUntil: z.iso.datetime().nullable(),
  needsDualApproval: z.boolean(),
  confirmedBy: z.string().nullable(),
})
export type PendingConfirmation = z.infer<typeof PendingConfirmation>

export const ConfirmationQueue = z.object({
  waiting: z.array(PendingConfirmation),
  dualApprovalAbove: z.number(),
  adminCount: z.int(),
})
export type ConfirmationQueue = z.infer<typeof ConfirmationQueue>

const note = multiLineText(500).min(1)

export const ConfirmPaymentInput = z.strictObject({
  amount: coerceNumber(z.number('Please enter a valid amount.').positive().max(10_000_000).multipleOf(0.01)),
  utrLastFour: z
    .string()
    .trim()
    .regex(/^[0-9]{4}$/, 'Please enter four digits.'),
  note: note.optional(),
})
export type ConfirmPaymentInput = z.infer<typeof ConfirmPaymentInput>

export const RejectPaymentInput = z.strictObject({ reason: note })
export type RejectPaymentInput = z.infer<typeof RejectPaymentInput>

export const ConfirmationResult = z.object({
  status: z.string(),
  waitsForSecond: z.boolean(),
})
export type ConfirmationResult = z.infer<typeof ConfirmationResult>
