import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { userQuery } from '#src/features/account/account.queries.ts'
import { productQuery, productsQuery } from '#src/features/catalog/catalog.queries.ts'
import { relatedProducts } from '#src/features/catalog/catalog.rules.ts'
import { readProductId } from '#src/features/catalog/product-id.rules.ts'
import { ownReviewsQuery, reviewsQuery } from '#src/features/reviews/reviews.queries.ts'
import { ReviewsSection } from '#src/features/reviews/reviews-section.tsx'
import { HttpError } from '#src/platform/http.ts'
import { publicAddressQuery } from '#src/platform/public-address.queries.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ProductDetail } from './product-detail.tsx'
import { productHead, productUrl, realRatings } from './product-head.ts'
import { RelatedProducts } from './related-products.tsx'

export const Route = createFileRoute('/product/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = readProductId(params.id)
    if (id === undefined) throw notFound()
    const [product, { publicUrl, mode }] = await Promise.all([
      queryClient.ensureQueryData(productQuery(id)).catch(toNotFound),
      queryClient.ensureQueryData(publicAddressQuery),
      queryClient.ensureQueryData(productsQuery),
    ])
    // Not beside the product: of an unknown one they fail when the page is sent already, and the browser gets an error.
    const user = await queryClient.ensureQueryData(userQuery)
    const [reviews] = await Promise.all([
      queryClient.ensureInfiniteQueryData(reviewsQuery(id)).catch(toNotFound),
      user && queryClient.ensureQueryData(ownReviewsQuery(id)).catch(toNotFound),
    ])
    return {
      product,
      publicUrl,
      head: productHead({ product, publicUrl, ratings: realRatings(reviews.pages[0], mode) }),
    }
  },
  head: ({ loaderData }) => loaderData?.head ?? { meta: [{ title: `Product Not Found · ${SHOP_NAME}` }] },
  component: ProductDetailPage,
  notFoundComponent: UnknownProduct,
})

function toNotFound(error: unknown): never {
  throw error instanceof HttpError && (error.status === 404 || error.status === 400) ? notFound() : error
}

function ProductDetailPage() {
  const { product: loaded, publicUrl } = Route.useLoaderData()
  const { data: product } = useSuspenseQuery(productQuery(loaded.id))
  const { data: products } = useSuspenseQuery(productsQuery)
  return (
    <ProductDetail key={product.id} product={product} url={productUrl(product, publicUrl)}>
      <ReviewsSection productId={product.id} />
      <RelatedProducts products={relatedProducts(products, product)} />
    </ProductDetail>
  )
}

function UnknownProduct() {
  return (
    <main>
      <EmptyState
        as="h1"
        title="Product Not Found"
        text="The product you're looking for doesn't exist."
        action={
          <Link to="/products" className={buttonClass()}>
            Back to Products
          </Link>
        }
      />
    </main>
  )
}
