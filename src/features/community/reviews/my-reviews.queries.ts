import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { conflictMessage, HttpError, sendJson } from '#src/browser/http-client.ts'
import type { MyReviews, NewReview, Review } from './reviews.contract.ts'

export const myReviewsQuery = (productId: number) =>
  queryOptions<MyReviews>({ queryKey: ['/api/products', String(productId), 'reviews', 'own'] })

export const submitReview = (productId: number) =>
  mutationOptions({
    mutationFn: (review: NewReview) => sendJson<Review>('POST', `/api/products/${productId}/reviews`, review),
    meta: {
      success: {
        title: 'Review Submitted!',
        description: 'Thank you for telling others. We read it before it appears publicly.',
      },
      failure: (error) => ({ title: 'Error', description: reasonOf(error) }),
      refreshes: [myReviewsQuery(productId).queryKey],
    },
  })

function reasonOf(error: Error): string {
  const isLimit = error instanceof HttpError && error.status === 429
  if (isLimit) return 'Too many reviews at once. Please try again later.'
  return conflictMessage(error) ?? 'Failed to submit your review. Please try again.'
}
