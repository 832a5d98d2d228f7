import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { productQuery, productsQuery } from '#src/features/catalog/products/products.queries.ts'
import { findRelatedProducts, relatedProductsParams } from '#src/features/catalog/products/products.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { DeferredFoodFacts, DeferredRelatedProducts, DeferredReviewsSection } from './deferred-sections.ts'
import { ProductDetailView } from './product-detail.tsx'
import { productJsonLd } from './product-head.ts'

export const Route = createFileRoute('/product/$id')({
  staticData: { canonical: 'own' },
  // The loader is only needed for client-side navigation.
  codeSplitGroupings: [['component', 'errorComponent', 'notFoundComponent']],
  loader: async ({ context, params }) =>
    (await import('./load-product-detail.ts')).loadProductDetail(context.queryClient, params.id),
  head: ({ loaderData }) => loaderData?.head ?? { meta: [{ title: `Product Not Found · ${SHOP_NAME}` }] },
  component: ProductDetailPage,
  notFoundComponent: UnknownProduct,
})

function ProductDetailPage() {
  const { id, url } = Route.useLoaderData()
  const { data: product } = useSuspenseQuery(productQuery(id))
  const { data: products } = useSuspenseQuery(productsQuery(relatedProductsParams(product)))
  return (
    <ProductDetailView key={product.id} product={product} url={url}>
      <StructuredData product={product} />
      <DeferredFoodFacts product={product} />
      <DeferredReviewsSection productId={product.id} />
      <DeferredRelatedProducts products={findRelatedProducts(products, product)} />
    </ProductDetailView>
  )
}

const writeJsonLd = createIsomorphicFn()
  .server(productJsonLd)
  .client(() => '')

/** Only the server writes it: in the head, the router would send it to browsers once more, as data. */
function StructuredData({ product }: { product: ProductDetail }) {
  const text = { __html: writeJsonLd(useQueryClient(), product) }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a tag; React would write entities.
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={text} />
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
