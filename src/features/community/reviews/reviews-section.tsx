import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatFullDay, shopDay } from '#src/core/dates.ts'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { Badge } from '#src/ui/badge.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import { RatingMarks } from '#src/ui/rating-marks.tsx'
import { REVIEWS_ID } from './product-rating.tsx'
import { formatReviewCount, RATINGS } from './review.ts'
import type { ProductReviews, Review } from './reviews.contract.ts'
import { reviewsQuery } from './reviews.queries.ts'

const OwnPart = lazy(() => import('./my-review.tsx').then((module) => ({ default: module.MyReview })))

export function ReviewsSection({ productId }: { productId: number }) {
  const user = useUser()
  const list = useSuspenseInfiniteQuery(reviewsQuery(productId))
  const [figures] = list.data.pages
  const reviews = list.data.pages.flatMap(({ items }) => items)
  return (
    <section
      id={REVIEWS_ID}
      aria-labelledby="reviews-title"
      className="below-fold wrap [--tall:110rem] scroll-mt-6 pb-16 sm:pb-24"
    >
      <h2 id="reviews-title" className="border-line border-t pt-10 text-title sm:pt-14">
        Reviews
      </h2>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[320px_1fr] lg:gap-16">
        <div className="grid gap-8">
          {figures && figures.count > 0 ? <Figures figures={figures} /> : <p className="text-lead">No reviews yet</p>}
          <p className="text-cocoa-600 text-small">
            Only customers who received this chocolate from us can review it. We read every review before it appears and
            average all that are published{figures?.since && ` since ${dayOf(figures.since)}`}.
          </p>
          {user && (
            <Suspense>
              <OwnPart productId={productId} />
            </Suspense>
          )}
        </div>
        {reviews.length > 0 && (
          <div className="grid gap-6">
            <ul className="divide-y divide-line border-line border-y">
              {reviews.map((review) => (
                <ReviewCard key={review.id} review={review} />
              ))}
            </ul>
            <LoadMore list={list}>More reviews</LoadMore>
          </div>
        )}
      </div>
    </section>
  )
}

function Figures({ figures: { average, count, histogram } }: { figures: ProductReviews }) {
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="amount text-subtitle">{average?.toFixed(1)}</span>
        <RatingMarks rating={average ?? 0} />
        <span className="text-cocoa-600 text-small">{formatReviewCount(count)}</span>
      </p>
      <ul className="grid gap-2 text-small">
        {RATINGS.map((rating, place) => (
          <li key={rating} className="grid grid-cols-[3.5rem_1fr_2rem] items-center gap-3">
            <span>{rating} of 5</span>
            <span aria-hidden="true" className="h-1 bg-line">
              <span
                className="block h-full origin-left bg-gold-500"
                style={{ transform: `scaleX(${(histogram[place] ?? 0) / count})` }}
              />
            </span>
            <span className="amount text-right text-cocoa-600">{histogram[place]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ReviewCard({ review }: { review: Review }) {
  return (
    <li className="grid gap-2.5 py-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RatingMarks rating={review.rating} className="size-[15px]" />
        {review.isSample && <Badge className="bg-ivory!">Sample review</Badge>}
      </div>
      <h3 className="text-heading [overflow-wrap:anywhere]">{review.title}</h3>
      <p className="max-w-[45em] whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{review.text}</p>
      <p className="text-cocoa-600 text-small">
        {review.authorName} · <time dateTime={review.createdAt}>{dayOf(review.createdAt)}</time>
      </p>
    </li>
  )
}

function dayOf(createdAt: string): string {
  return formatFullDay(shopDay(new Date(createdAt)))
}
