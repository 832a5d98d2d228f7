import { z } from 'zod'
import { coerceNumber, multiLineText, requiredLineNoLinks } from '#src/core/validation/fields.ts'
import { REVIEW_STATUSES, REVIEW_TEXT_MAX, REVIEW_TITLE_MAX } from './review.ts'

const Rating = coerceNumber(z.int('Please choose a rating.').min(1).max(5))

export const Review = z.object({
  id: z.uuid(),
  rating: Rating,
  title: z.string(),
  text: z.string(),
  authorName: z.string(),
  isSample: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Review = z.infer<typeof Review>

/** Figures of all reviews and one page of texts, newest first. */
export const ProductReviews = z.object({
  /** One decimal; null without reviews. */
  average: z.number().nullable(),
  count: z.int(),
  histogram: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
  since: z.iso.datetime().nullable(),
  items: z.array(Review),
  nextCursor: z.uuid().nullable(),
})
export type ProductReviews = z.infer<typeof ProductReviews>

export const ReviewListParams = z.object({
  limit: coerceNumber(z.int().min(1).max(100)).optional(),
  cursor: z.uuid().optional(),
})
export type ReviewListParams = z.infer<typeof ReviewListParams>

export const NewReview = z.strictObject({
  orderId: z.uuid(),
  rating: Rating,
  title: requiredLineNoLinks(REVIEW_TITLE_MAX, 'Please give it a title.'),
  text: multiLineText(REVIEW_TEXT_MAX).min(1, 'Please write a few words.'),
})
export type NewReview = z.infer<typeof NewReview>

export const MyReviews = z.object({
  orders: z.array(z.object({ orderId: z.uuid(), reference: z.string(), authorName: z.string() })),
  reviews: z.array(Review.extend({ status: z.enum(REVIEW_STATUSES) })),
})
export type MyReviews = z.infer<typeof MyReviews>
