import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '#src/features/catalog/catalog.queries.ts'
import { isLowStock } from '#src/features/catalog/catalog.rules.ts'
import { Facet } from '#src/ui/facet.tsx'

/** Says how many products run low and, as soon as the list is there, which. */
export function LowStockAlert({ count }: { count: number }) {
  const { data: products = [] } = useQuery(productsQuery)
  const low = products.filter(isLowStock).sort((a, b) => a.stock - b.stock)
  return (
    <section role="alert" className="border border-ruby-500 bg-rose-100 p-4 text-ruby-700 lg:p-5">
      <h2 className="flex items-center gap-2.5 font-sans font-semibold tracking-normal">
        <Facet className="size-2 bg-current" />
        {count === 1 ? '1 product is low in stock' : `${count} products are low in stock`}
      </h2>
      {low.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small">
          {low.map((product) => (
            <li key={product.id}>
              {product.name}: {product.stock} left
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
