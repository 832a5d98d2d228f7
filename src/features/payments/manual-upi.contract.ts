import { z } from 'zod'
import { OrderReference } from '#src/features/orders/orders.contract.ts'
import { numberOrText } from '#src/platform/number-or-text.ts'
import { plainText } from '#src/platform/typed-text.ts'
import { NOT_A_UTR, strippedUtr, UTR_SHAPE } from './manual-upi.rules.ts'

const Utr = z.string().max(40).transform(strippedUtr).pipe(z.string().regex(UTR_SHAPE, NOT_A_UTR))

/** The shopper says under which number the bank moved the money. It proves nothing. */
export const TellUtr = z.strictObject({ transactionId: z.uuid(), orderId: OrderReference, utr: Utr })
export type TellUtr = z.infer<typeof TellUtr>

export const ToldUtr = z.object({
  /** Never success: the maker has not looked yet. */
  status: z.string(),
  typedUtr: z.string(),
  message: z.string(),
  /** Until when the pieces are kept; null when they are on sale again. */
  keptUntil: z.iso.datetime().nullable(),
  /** That the number looks unlike today's, where it does. */
  warning: z.string().nullable(),
})
export type ToldUtr = z.infer<typeof ToldUtr>

/** A payment that waits until the maker has found it on the bank's statement. Amounts are rupees. */
export const Confirmation = z.object({
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
export type Confirmation = z.infer<typeof Confirmation>

export const ConfirmationQueue = z.object({
  /** Who waits longest first. */
  waiting: z.array(Confirmation),
  /** Above this many rupees two admins confirm, where there are two; `makers` is how many admins there are. */
  twoAbove: z.number(),
  makers: z.int(),
})
export type ConfirmationQueue = z.infer<typeof ConfirmationQueue>

const note = plainText(500).min(1)

/** What the maker reads on the bank's statement: typed from there, not from the screen. */
export const OnStatement = z.strictObject({
  amount: numberOrText(z.number('This is not an amount.').positive().max(10_000_000).multipleOf(0.01)),
  utrLastFour: z
    .string()
    .trim()
    .regex(/^[0-9]{4}$/, 'These are four digits.'),
  note: note.optional(),
})
export type OnStatement = z.infer<typeof OnStatement>

export const NotReceived = z.strictObject({ reason: note })
export type NotReceived = z.infer<typeof NotReceived>

export const ConfirmationResult = z.object({
  /** The state of the payment now. */
  status: z.string(),
  waitsForSecond: z.boolean(),
})
export type ConfirmationResult = z.infer<typeof ConfirmationResult>
