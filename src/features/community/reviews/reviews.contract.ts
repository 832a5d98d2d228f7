import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/coerce-number.ts'
import { multiLineText, requiredLineNoLinks } from '#src/core/validation/text-fields.ts'
import { REVIEW_STATUSES, REVIEW_TEXT_MAX, REVIEW_TITLE_MAX } from './review.ts'

const Rating = coerceNumber(z.int('Please choose a rating.').min(1).max(5))

/** A review as everybody may read it. */
export const Review = z.object({
  id: z.uuid(),
  rating: Rating,
  title: z.string(),
  text: z.string(),
  authorName: z.string(),
  /** Invented for the demo; said so wherever it is shown. */
  isSample: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Review = z.infer<typeof Review>

/** What buyers say about one product: all of it in figures, and one page of it in words, newest first. */
export const ProductReviews = z.object({
  /** With one decimal; null without a review. */
  average: z.number().nullable(),
  count: z.int(),
  /** How many gave five, four, three, two and one. */
  histogram: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
  since: z.iso.datetime().nullable(),
  items: z.array(Review),
  nextCursor: z.uuid().nullable(),
})
export type ProductReviews = z.infer<typeof ProductReviews>

export const ReviewListParams = z.object({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.uuid().optional(),
})
export type ReviewListParams = z.infer<typeof ReviewListParams>

/** What a buyer writes about what came with one order. */
export const NewReview = z.strictObject({
  orderId: z.uuid(),
  rating: Rating,
  title: requiredLineNoLinks(REVIEW_TITLE_MAX, 'Please give it a title.'),
  text: multiLineText(REVIEW_TEXT_MAX).min(1, 'Please write a few words.'),
})
export type NewReview = z.infer<typeof NewReview>

/** A shopper's own part in a product's reviews: what they may still write about, and what they wrote. */
export const MyReviews = z.object({
  orders: z.array(z.object({ orderId: z.uuid(), reference: z.string(), authorName: z.string() })),
  reviews: z.array(Review.extend({ status: z.enum(REVIEW_STATUSES) })),
})
export type MyReviews = z.infer<typeof MyReviews>
