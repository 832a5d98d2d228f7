import { addOneToCart } from '#src/features/cart/add-to-cart.ts'
import type { Product } from '#src/features/catalog/catalog.contract.ts'
import { ProductGrid } from '#src/features/catalog/product-grid.tsx'
import { SectionHead } from '#src/ui/section-head.tsx'

export function RelatedProducts({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null
  return (
    <section className="until-near bg-ivory py-16 sm:py-24">
      <div className="wrap">
        <SectionHead eyebrow="You may also like" title="From the same hands" />
        <ProductGrid products={products} onAdd={addOneToCart} />
      </div>
    </section>
  )
}
