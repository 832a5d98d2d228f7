import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { HttpError, refusalOf, sendJson } from '#src/platform/http.ts'
import type { NewReview, OwnReviews, Review } from './reviews.contract.ts'

/** What the signed-in shopper may write about, and wrote. */
export const ownReviewsQuery = (productId: number) =>
  queryOptions<OwnReviews>({ queryKey: ['/api/products', String(productId), 'reviews', 'own'] })

export const sendReview = (productId: number) =>
  mutationOptions({
    mutationFn: (review: NewReview) => sendJson<Review>('POST', `/api/products/${productId}/reviews`, review),
    meta: {
      success: {
        title: 'Review Submitted!',
        description: 'Thank you for telling others. We read it before it appears publicly.',
      },
      failure: (error) => ({ title: 'Error', description: reasonOf(error) }),
      refreshes: [ownReviewsQuery(productId).queryKey],
    },
  })

function reasonOf(error: Error): string {
  const isLimit = error instanceof HttpError && error.status === 429
  if (isLimit) return 'That were many reviews at once. Please try again later.'
  return refusalOf(error) ?? 'Failed to submit your review. Please try again.'
}
