import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { productQuery, productsQuery } from '#src/features/catalog/products/products.queries.ts'
import { findRelatedProducts, relatedProductsParams } from '#src/features/catalog/products/products.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { DeferredRelatedProducts, DeferredReviewsSection } from './deferred-sections.ts'
import { ProductDetail } from './product-detail.tsx'

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
  const { product: loaded, url } = Route.useLoaderData()
  const { data: product } = useSuspenseQuery(productQuery(loaded.id))
  const { data: products } = useSuspenseQuery(productsQuery(relatedProductsParams(product)))
  return (
    <ProductDetail key={product.id} product={product} url={url}>
      <DeferredReviewsSection productId={product.id} />
      <DeferredRelatedProducts products={findRelatedProducts(products, product)} />
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
