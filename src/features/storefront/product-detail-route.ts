import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { userQuery } from '#src/features/account/account.queries.ts'
import { productQuery, someProductsQuery } from '#src/features/catalog/catalog.queries.ts'
import { askForRelated } from '#src/features/catalog/catalog.rules.ts'
import { readProductId } from '#src/features/catalog/product-id.rules.ts'
import { ownReviewsQuery } from '#src/features/reviews/own-reviews.queries.ts'
import { reviewsQuery } from '#src/features/reviews/reviews.queries.ts'
import { HttpError } from '#src/platform/http.ts'
import { publicAddressQuery } from '#src/platform/public-address.queries.ts'
import { DeliveryEstimate, RelatedProducts, ReviewsSection } from './below-product.ts'
import { productHead, productUrl, realRatings } from './product-head.ts'

/** What a product's page needs, where it is found, and what its head says. */
export async function loadProductDetail(queryClient: QueryClient, written: string) {
  const id = readProductId(written)
  if (id === undefined) throw notFound()
  const [product, { publicUrl, mode }] = await Promise.all([
    queryClient.ensureQueryData(productQuery(id)).catch(toNotFound),
    queryClient.ensureQueryData(publicAddressQuery),
  ])
  // Not beside the product: of an unknown one they fail when the page is sent already, and the browser gets an error.
  const user = await queryClient.ensureQueryData(userQuery)
  const [reviews] = await Promise.all([
    queryClient.ensureInfiniteQueryData(reviewsQuery(id)).catch(toNotFound),
    user && queryClient.ensureQueryData(ownReviewsQuery(id)).catch(toNotFound),
    queryClient.ensureQueryData(someProductsQuery(askForRelated(product))),
    ...[DeliveryEstimate, ReviewsSection, RelatedProducts].map((part) => part.load()),
  ])
  return {
    product,
    url: productUrl(product, publicUrl),
    head: productHead({ product, publicUrl, ratings: realRatings(reviews.pages[0], mode) }),
  }
}

function toNotFound(error: unknown): never {
  throw error instanceof HttpError && (error.status === 404 || error.status === 400) ? notFound() : error
}
