import { z } from 'zod'
import { coerceNumber, multiLineText } from '#src/core/validation/fields.ts'
import { REVIEW_STATUSES } from '#src/features/community/reviews/review.ts'
import { STORY_EMOTIONS } from '#src/features/community/stories/stories-search-params.ts'
import { STORY_CHOCOLATES } from '#src/features/community/stories/story.ts'
import { MODERATION_FLAGS, MODERATION_KINDS, REJECTION_REASON_MAX } from './moderation-flags.ts'

/** Fields that only stories or only reviews have are null for the other. */
export const ModerationItem = z.object({
  kind: z.enum(MODERATION_KINDS),
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  authorName: z.string(),
  location: z.string().nullable(),
  emotion: z.enum(STORY_EMOTIONS).nullable(),
  chocolateType: z.enum(STORY_CHOCOLATES).nullable(),
  rating: z.int().nullable(),
  product: z.object({ id: z.int(), name: z.string() }).nullable(),
  flags: z.array(z.enum(MODERATION_FLAGS)),
  tellsAuthor: z.boolean(),
  isSample: z.boolean(),
  status: z.enum(REVIEW_STATUSES),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type ModerationItem = z.infer<typeof ModerationItem>

const PLACE = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const Cursor = z.string().refine((value) => PLACE.test(value) && isTimestamp(value.slice(0, value.indexOf('_'))))

const isTimestamp = (value: string) => z.iso.datetime().safeParse(value).success

export const ModerationListParams = z.strictObject({
  kind: z.enum(MODERATION_KINDS).optional(),
  status: z.enum(REVIEW_STATUSES).default('pending'),
  limit: coerceNumber(z.int().min(1).max(100)).default(20),
  cursor: Cursor.optional(),
})
export type ModerationListParams = z.infer<typeof ModerationListParams>

export const ModerationTarget = z.object({ kind: z.enum(MODERATION_KINDS), id: z.uuid() })
export type ModerationTarget = z.infer<typeof ModerationTarget>

export const ModerationDecision = z.strictObject({
  decision: z.enum(REVIEW_STATUSES),
  reason: multiLineText(REJECTION_REASON_MAX).min(1).optional(),
})
export type ModerationDecision = z.infer<typeof ModerationDecision>
