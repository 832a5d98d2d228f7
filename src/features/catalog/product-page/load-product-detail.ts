import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { notFoundOn } from '#src/browser/http-client.ts'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { userQuery } from '#src/features/auth/auth.queries.ts'
import { parseProductId } from '#src/features/catalog/products/product-params.ts'
import { productQuery, productsQuery } from '#src/features/catalog/products/products.queries.ts'
import { isOutOfStock, relatedProductsParams } from '#src/features/catalog/products/products.ts'
import { waitlistQuery } from '#src/features/catalog/waitlist/waitlist.queries.ts'
import { myReviewsQuery } from '#src/features/community/reviews/my-reviews.queries.ts'
import { reviewsQuery } from '#src/features/community/reviews/reviews.queries.ts'
import * as sections from './deferred-sections.ts'
import { productHead, productUrl } from './product-head.ts'
import { DeferredBackInStock } from './promises.tsx'

const {
  DeferredSinglePicture: picture,
  DeferredPictureGallery: gallery,
  DeferredSizeLinks: sizes,
  ...others
} = sections

export async function loadProductDetail(queryClient: QueryClient, written: string) {
  const id = parseProductId(written)
  if (id === undefined) throw notFound()
  const [product, { publicUrl }] = await Promise.all([
    queryClient.ensureQueryData(productQuery(id)).catch(toNotFound),
    queryClient.ensureQueryData(shopInfoQuery),
  ])
  // Loaded only for known products: otherwise they would fail after the page was sent.
  const user = await queryClient.ensureQueryData(userQuery)
  await Promise.all([
    queryClient.ensureInfiniteQueryData(reviewsQuery(id)).catch(toNotFound),
    // Far below the fold. Without it the page is the same for all customers, and is cached.
    !import.meta.env.SSR && user && queryClient.ensureQueryData(myReviewsQuery(id)).catch(toNotFound),
    queryClient.ensureQueryData(productsQuery(relatedProductsParams(product))),
    (product.images.length > 1 ? gallery : picture).load(),
    product.sizes && sizes.load(),
    isOutOfStock(product) && DeferredBackInStock.load(),
    isOutOfStock(product) && user && queryClient.ensureQueryData(waitlistQuery(id)),
    ...Object.values(others).map((section) => section.load()),
  ])
  return { id, url: productUrl(product, publicUrl), head: productHead({ product, publicUrl }) }
}

const toNotFound = notFoundOn(404, 400)
