import { infiniteQueryOptions } from '@tanstack/react-query'
import { getJson } from '#src/browser/http-client.ts'
import type { ProductReviews } from './reviews.contract.ts'

/** Every page carries the figures of all reviews. */
export const reviewsQuery = (productId: number) =>
  infiniteQueryOptions({
    queryKey: ['/api/products', String(productId), 'reviews'],
    queryFn: ({ pageParam }) => getJson<ProductReviews>(`/api/products/${productId}/reviews${pageParam}`),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: ProductReviews) => (nextCursor ? `?cursor=${nextCursor}` : undefined),
  })
