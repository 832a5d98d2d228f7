import { ProductGrid } from '#src/features/catalog/browse/product-card.tsx'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { SectionHeading } from '#src/ui/section-heading.tsx'

export function RelatedProducts({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null
  return (
    <section className="render-near bg-ivory py-16 sm:py-24">
      <div className="wrap">
        <SectionHeading eyebrow="You may also like" title="From the same hands" />
        <ProductGrid products={products} />
      </div>
    </section>
  )
}
