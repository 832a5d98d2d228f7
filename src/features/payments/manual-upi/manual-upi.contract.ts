import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/coerce-number.ts'
import { multiLineText } from '#src/core/validation/text-fields.ts'
import { OrderReference } from '#src/features/orders/orders.contract.ts'
import { INVALID_UTR_MESSAGE, normalizeUtr, UTR_PATTERN } from './utr.ts'

const Utr = z.string().max(40).transform(normalizeUtr).pipe(z.string().regex(UTR_PATTERN, INVALID_UTR_MESSAGE))

/** The shopper says under which number the bank moved the money. It proves nothing. */
export const SubmitUtr = z.strictObject({ transactionId: z.uuid(), orderId: OrderReference, utr: Utr })
export type SubmitUtr = z.infer<typeof SubmitUtr>

export const SubmittedUtr = z.object({
  /** Never success: the maker has not looked yet. */
  status: z.string(),
  typedUtr: z.string(),
  message: z.string(),
  /** Until when the pieces are kept; null when they are on sale again. */
  keptUntil: z.iso.datetime().nullable(),
  /** That the number looks unlike today's, where it does. */
  warning: z.string().nullable(),
})
export type SubmittedUtr = z.infer<typeof SubmittedUtr>

/** A payment that waits until the maker has found it on the bank's statement. Amounts are rupees. */
export const PendingConfirmation = z.object({
  payment: z.uuid(),
  orderId: OrderReference,
  customerName: z.string(),
  customerMobile: z.string(),
  amount: z.number(),
  utr: z.string(),
  /** Whether the number begins as those of the day on which it was typed. */
  looksRecent: z.boolean(),
  /** Between these two it was paid, if it was. */
  startedAt: z.iso.datetime(),
  typedAt: z.iso.datetime(),
  /** Until when its pieces are kept; null when they are on sale again, or the order is no more. */
  keptUntil: z.iso.datetime().nullable(),
  needsTwo: z.boolean(),
  /** Who has confirmed it already, while it needed two. */
  confirmedBy: z.string().nullable(),
})
export type PendingConfirmation = z.infer<typeof PendingConfirmation>

export const ConfirmationQueue = z.object({
  /** Who waits longest first. */
  waiting: z.array(PendingConfirmation),
  /** Above this many rupees two admins confirm, where there are two; `makers` is how many admins there are. */
  twoAbove: z.number(),
  makers: z.int(),
})
export type ConfirmationQueue = z.infer<typeof ConfirmationQueue>

const note = multiLineText(500).min(1)

/** What the maker reads on the bank's statement: typed from there, not from the screen. */
export const ConfirmPaymentInput = z.strictObject({
  amount: coerceNumber(z.number('This is not an amount.').positive().max(10_000_000).multipleOf(0.01)),
  utrLastFour: z
    .string()
    .trim()
    .regex(/^[0-9]{4}$/, 'These are four digits.'),
  note: note.optional(),
})
export type ConfirmPaymentInput = z.infer<typeof ConfirmPaymentInput>

export const RejectPaymentInput = z.strictObject({ reason: note })
export type RejectPaymentInput = z.infer<typeof RejectPaymentInput>

export const ConfirmationResult = z.object({
  /** The state of the payment now. */
  status: z.string(),
  waitsForSecond: z.boolean(),
})
export type ConfirmationResult = z.infer<typeof ConfirmationResult>
