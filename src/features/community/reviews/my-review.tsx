import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { myReviewsQuery } from './my-reviews.queries.ts'
import type { ReviewStatus } from './review.ts'
import type { MyReviews } from './reviews.contract.ts'

const ReviewForm = lazy(() => import('./review-form.tsx').then((module) => ({ default: module.ReviewForm })))

export function MyReview({ productId }: { productId: number }) {
  const { data } = useQuery(myReviewsQuery(productId))
  const [order] = data?.orders ?? []
  const isHydrated = useHydrated()
  if (!data) return null
  return (
    <>
      {/* A form whose code is not there yet would be sent by the browser itself, into the address. */}
      {order && isHydrated && (
        <Suspense>
          <ReviewForm key={order.orderId} productId={productId} {...order} />
        </Suspense>
      )}
      <OwnWords reviews={data.reviews} />
    </>
  )
}

const STATES: Record<ReviewStatus, string> = {
  pending: 'appears once we have read it',
  published: 'is published',
  rejected: 'was not published',
}

function OwnWords({ reviews }: Pick<MyReviews, 'reviews'>) {
  if (reviews.length === 0) return null
  return (
    <ul className="grid gap-2 text-small">
      {reviews.map(({ id, title, status }) => (
        <li key={id} className="border-gold-500 border-l-2 pl-4">
          Your review <strong className="font-semibold">{title}</strong> {STATES[status]}.
        </li>
      ))}
    </ul>
  )
}
