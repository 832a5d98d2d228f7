import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { RatingMarks } from '#src/ui/rating-marks.tsx'
import { formatReviewCount } from './review.ts'
import { reviewsQuery } from './reviews.queries.ts'

export const REVIEWS_ID = 'reviews'

export function ProductRating({ productId }: { productId: number }) {
  const { data } = useSuspenseInfiniteQuery(reviewsQuery(productId))
  const [first] = data.pages
  const text = first && first.count > 0 ? formatReviewCount(first.count) : 'No reviews yet'
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9rem] text-cocoa-600">
      {first?.average && <RatingMarks rating={first.average} />}
      <a
        href={`#${REVIEWS_ID}`}
        className="relative after:absolute after:-inset-y-3 after:inset-x-0 hover:text-cocoa-900 hover:underline"
      >
        {text}
      </a>
    </p>
  )
}
