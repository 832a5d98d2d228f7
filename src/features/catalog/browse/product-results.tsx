import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { ProductGrid } from './product-card.tsx'
import { type ProductListSearch, parseProductListSearch } from './product-filters.ts'
import { ViewToggle } from './view-toggle.tsx'

export type ProductListState = {
  address: ProductListSearch
  change: (change: ProductListSearch) => void
  focusAt: number | undefined
  setFocusAt: (place: number) => void
}

type FoundProductsProps = {
  cards: readonly Product[] | undefined
  hasMore: boolean
  total: number
  list: ProductListState
  nothingFound: ReactNode
  children?: ReactNode
}

const FIRST_SEEN = 4

export function ProductResults({ cards, hasMore, total, list, nothingFound, children }: FoundProductsProps) {
  const { view = 'grid' } = list.address
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-cocoa-600 text-small">
          {cards && `Showing ${cards.length} of ${total} products`}
        </p>
        <ViewToggle view={view} onChange={(chosen) => list.change({ view: chosen })} />
      </div>
      {children}
      <h2 className="sr-only">Products found</h2>
      {cards?.length ? (
        <ProductGrid products={cards} view={view} firstSeen={FIRST_SEEN} focusAt={list.focusAt} />
      ) : (
        cards && nothingFound
      )}
      {hasMore && <LoadMore list={list} />}
    </>
  )
}

/** A link, so that it works without scripts. */
function LoadMore({ list: { address, setFocusAt } }: Pick<FoundProductsProps, 'list'>) {
  const { shown = PRODUCTS_PER_PAGE } = address
  return (
    <Link
      to="."
      search={parseProductListSearch({ ...address, shown: shown + PRODUCTS_PER_PAGE })}
      replace
      resetScroll={false}
      preload={false}
      onClick={() => setFocusAt(shown)}
      className={`${buttonClass({ variant: 'secondary' })} mt-6 justify-self-center`}
    >
      Load More Products
    </Link>
  )
}
