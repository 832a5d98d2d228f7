import { z } from 'zod'
import { coerceNumber, multiLineText } from '#src/core/validation/fields.ts'
import { OrderReference } from '#src/features/orders/order-form.contract.ts'

export const PROBLEM_KINDS = ['melted', 'broken', 'wrong', 'missing', 'late', 'other'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

export const PROBLEM_KIND_NAMES: Record<ProblemKind, string> = {
  melted: 'Melted',
  broken: 'Broken',
  wrong: 'Not what I ordered',
  missing: 'Something is missing',
  late: 'Late',
  other: 'Something else',
}

export const PROBLEM_WISHES = ['refund', 'replace', 'other'] as const
export type ProblemWish = (typeof PROBLEM_WISHES)[number]

export const PROBLEM_WISH_NAMES: Record<ProblemWish, string> = {
  refund: 'My money back',
  replace: 'A replacement',
  other: 'To know when it comes',
}

export const MAX_PHOTOS = 4
const MAX_LINES = 100

const ProblemLine = z.strictObject({ lineId: z.uuid(), quantity: coerceNumber(z.int().min(1).max(1000)) })

/** `photoIds` name uploaded photos. */
export const NewProblem = z.strictObject({
  kind: z.enum(PROBLEM_KINDS, 'Please choose what is wrong.'),
  wish: z.enum(PROBLEM_WISHES, 'Please choose what you would like.'),
  text: multiLineText(2000).min(1, 'Please say what is wrong.'),
  lines: z.array(ProblemLine).min(1, 'Please choose what it is about.').max(MAX_LINES),
  photoIds: z.array(z.uuid()).max(MAX_PHOTOS, `You can send at most ${MAX_PHOTOS} photos.`).default([]),
})
export type NewProblem = z.infer<typeof NewProblem>

export const ProblemReceipt = z.object({ ticket: z.string() })
export type ProblemReceipt = z.infer<typeof ProblemReceipt>

const PROBLEM_OUTCOMES = ['refund', 'replace'] as const
export type ProblemOutcome = (typeof PROBLEM_OUTCOMES)[number]

export const REPLACEMENT_MONEY = 'A replacement cost nothing. If you would like your money back, please write to us.'

/** Amounts are rupees. */
export const Problem = z.object({
  ticketId: z.uuid(),
  ticket: z.string(),
  orderId: z.uuid(),
  kind: z.enum(PROBLEM_KINDS),
  wish: z.enum(PROBLEM_WISHES),
  text: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.int() })),
  photoIds: z.array(z.uuid()),
  isOpen: z.boolean(),
  createdAt: z.iso.datetime(),
  replyDueAt: z.iso.datetime(),
  outcome: z.enum(PROBLEM_OUTCOMES).nullable(),
  refunded: z.number().nullable(),
  /** The order that sends the pieces again. */
  replacement: z.object({ id: z.uuid(), orderId: OrderReference }).nullable(),
  replies: z.array(z.object({ text: z.string(), createdAt: z.iso.datetime() })),
})

export type Problem = z.infer<typeof Problem>

/** A parcel and what can be reported about it. */
export const ReportableParcel = z.object({
  id: z.uuid(),
  orderId: OrderReference,
  /** Null for an order of one parcel. */
  number: z.int().nullable(),
  recipient: z.string(),
  /** Says why nothing can be reported; null if something can. */
  refusal: z.string().nullable(),
  /** The last day of reporting; null before its end. */
  endedOn: z.iso.date().nullable(),
  kinds: z.array(z.enum(PROBLEM_KINDS)),
  wishes: z.array(z.enum(PROBLEM_WISHES)),
  lines: z.array(z.object({ lineId: z.uuid(), name: z.string(), quantity: z.int(), isReported: z.boolean() })),
})
export type ReportableParcel = z.infer<typeof ReportableParcel>

export const OrderProblems = z.object({ parcels: z.array(ReportableParcel), problems: z.array(Problem) })
export type OrderProblems = z.infer<typeof OrderProblems>

/** What an admin sees beside the ticket. Amounts are rupees. */
export const AdminProblem = Problem.extend({
  reference: OrderReference,
  /** When it was packed, handed to the courier, and delivered. */
  packedAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  arrivedAt: z.iso.datetime().nullable(),
  hasLeft: z.boolean(),
  /** Paid for the reported pieces, less their share of the discount. */
  linesPaid: z.number(),
  /** Charges beside the goods; null unless every piece is reported. */
  charges: z.object({ shipping: z.number(), coolPack: z.number(), giftWrap: z.number() }).nullable(),
  /** Null for an order without a payment. */
  refundable: z.number().nullable(),
  /** By the returns policy, less what was settled before, within `refundable`; null if nothing has left the shop. */
  proposed: z.number().nullable(),
  /** Pieces of the reported lines that another report replaced. */
  replacedBefore: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** The order that paid for this one, if this is a replacement: only there is money to refund. */
  replaces: z.object({ id: z.uuid(), orderId: OrderReference }).nullable(),
  /** Other settled problems of the order, because the same pieces can be reported again. */
  settledBefore: z.array(Problem),
})
export type AdminProblem = z.infer<typeof AdminProblem>

const NO_AMOUNT = 'Please enter an amount.'
const reply = multiLineText(2000).min(1, 'Please write to the customer.')

/**
 * An admin's decision; `reply` goes to the customer before our sentence about it. `amount` is in rupees. More than the
 * proposed amount needs `includesReplaced` if pieces were replaced before.
 */
export const Settlement = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('refund'),
    amount: coerceNumber(z.number(NO_AMOUNT).positive(NO_AMOUNT).max(100_000).multipleOf(0.01)),
    includesReplaced: z.boolean().default(false),
    reply,
  }),
  z.strictObject({ outcome: z.literal('replace'), reply }),
])
export type Settlement = z.infer<typeof Settlement>

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'

export const PHOTO_TOO_LARGE = 'Please choose photos smaller than 5 MB.'
export const PHOTO_NOT_READABLE = 'We can read JPEG, PNG and WebP photos. Please send this one as one of these.'
export const PHOTO_GONE = 'We do not have this photo any more. Please add it again.'

/** Says why a file cannot be sent; undefined if it can. */
export function findPhotoFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (size === 0 || !PHOTO_TYPES.split(',').includes(type)) return PHOTO_NOT_READABLE
  return size > MAX_PHOTO_BYTES ? PHOTO_TOO_LARGE : undefined
}

export const UploadedPhoto = z.object({ id: z.uuid() })
export type UploadedPhoto = z.infer<typeof UploadedPhoto>

export const photoPath = (id: string) => `/api/problem-photos/${id}`
export const adminPhotoPath = (id: string) => `/api/admin/problem-photos/${id}`

export const namePiece = ({ name, quantity }: { name: string; quantity: number }) => `${quantity} × ${name}`
export const namePieces = (lines: readonly { name: string; quantity: number }[]) => lines.map(namePiece).join(', ')
