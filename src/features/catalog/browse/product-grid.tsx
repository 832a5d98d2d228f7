import { memo } from 'react'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { ProductCard } from './product-card.tsx'
import type { ProductView } from './product-filters.ts'

type ProductGridProps = {
  products: readonly Product[]
  onAdd: (product: Product) => void
  view?: ProductView
  firstSeen?: number
  focusAt?: number
}

const LAYOUTS: Record<ProductView, string> = {
  grid: '[--tall:24rem] grid-cols-2 gap-x-3 gap-y-4 sm:gap-7 md:grid-cols-3 lg:grid-cols-4',
  list: '[--tall:11rem] grid-cols-1 gap-4',
}

/** Memoized: typing in a filter must not render every card. */
export const ProductGrid = memo(function ProductGrid(props: ProductGridProps) {
  const { products, onAdd, view = 'grid', firstSeen = 0, focusAt } = props
  return (
    <ul className={`grid ${LAYOUTS[view]}`}>
      {products.map((product, index) => (
        <li key={product.id} className={index < firstSeen ? undefined : 'below-first'}>
          <ProductCard
            product={product}
            onAdd={onAdd}
            view={view}
            priority={index < firstSeen}
            focusOnArrival={index === focusAt}
          />
        </li>
      ))}
    </ul>
  )
})
