import { Link } from '@tanstack/react-router'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { isOutOfStock } from '#src/features/catalog/products/products.ts'
import { PincodeCheck } from '#src/features/orders/delivery/pincode-check.tsx'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { lazyOnVisible } from '#src/ui/deferred/lazy-on-visible.tsx'
import { DiamondListItem } from '#src/ui/diamond-mark.tsx'

export const DeferredBackInStock = lazyOnVisible(async () => (await import('./back-in-stock.tsx')).BackInStock)

/** Below the fold, so that the first view of the page loads without it. */
export function ProductPromises({ product }: { product: Product }) {
  const { id, maxPerOrder } = product
  const isSoldOut = isOutOfStock(product)
  return (
    <div className="grid gap-5">
      {isSoldOut && <DeferredBackInStock product={product} />}
      <p className="-mt-3 text-small">
        More than {maxPerOrder.toLocaleString('en-IN')}?{' '}
        <Link to="/checkout" search={{ ask: String(id) }} className="inline-block py-3 underline underline-offset-4">
          Ask for a price
        </Link>
      </p>
      <Assurances />
      {!isSoldOut && <PincodeCheck products={[id]} />}
    </div>
  )
}

function Assurances() {
  const { freeShipping, returns, handcrafted } = usePromises()
  const assurances = ['Premium quality guarantee', freeShipping, returns, handcrafted]
  return (
    <ul className="below-fold grid [--tall:13.5rem] border-line border-t sm:grid-cols-2">
      {assurances.map(
        (assurance) =>
          assurance && (
            <DiamondListItem key={assurance} className="border-line border-b py-3.5 text-[0.9375rem]">
              {assurance === returns ? (
                <a href="/policies/returns" className="-my-3 inline-block py-3 underline underline-offset-4">
                  {assurance}
                </a>
              ) : (
                assurance
              )}
            </DiamondListItem>
          ),
      )}
    </ul>
  )
}
