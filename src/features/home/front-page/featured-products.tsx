import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FEATURED_PRODUCTS } from '#src/core/shop-policy.ts'
import { ProductCard } from '#src/features/catalog/browse/product-card.tsx'
import { featuredProductsQuery } from '#src/features/catalog/products/products.queries.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { SectionHeading } from '#src/ui/section-heading.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

const GRID = 'grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-7 lg:grid-cols-4'

export function FeaturedProducts() {
  return (
    <section className="wrap py-16 sm:py-24">
      <SectionHeading
        eyebrow="Fresh from the studio"
        title="Featured chocolates"
        action={
          <Link to="/products" className={buttonClass({ variant: 'link' })}>
            All products
          </Link>
        }
      />
      <Suspense fallback={<PlaceholderCards />}>
        <FeaturedGrid />
      </Suspense>
    </section>
  )
}

function FeaturedGrid() {
  const { data: products } = useSuspenseQuery(featuredProductsQuery)
  return (
    <ul className={`below-fold ${GRID} [--tall:47rem]`}>
      {products.map((product) => (
        <li key={product.id} className="grid">
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  )
}

function PlaceholderCards() {
  return (
    <div role="status" aria-label="Loading chocolates" className={GRID}>
      {Array.from({ length: FEATURED_PRODUCTS }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the four are alike and never change places.
        <div key={place} className="cut bg-white cut-18">
          <Skeleton className="aspect-square" />
          <div className="grid gap-3 p-5">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4" />
            <Skeleton className="mt-4 h-11" />
          </div>
        </div>
      ))}
    </div>
  )
}
