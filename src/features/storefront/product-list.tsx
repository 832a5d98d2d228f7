import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import { addOneToCart } from '#src/features/cart/add-to-cart.ts'
import { categoriesQuery, productsQuery } from '#src/features/catalog/catalog.queries.ts'
import { ALL_CATEGORIES, categorySlug, chooseProducts } from '#src/features/catalog/catalog.rules.ts'
import { type FilterChip, FilterChips } from '#src/features/catalog/filter-chips.tsx'
import { ProductFilters } from '#src/features/catalog/product-filters.tsx'
import { ProductGrid } from '#src/features/catalog/product-grid.tsx'
import { type ProductListAddress, readProductListAddress } from '#src/features/catalog/product-list-address.rules.ts'
import { ViewToggle } from '#src/features/catalog/view-toggle.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

type ProductListProps = {
  address: ProductListAddress
  /** What is filtered by while the address says nothing else. */
  initialCategory: string
  onChange: (address: ProductListAddress) => Promise<void>
}

const NO_FILTERS = { q: '', category: ALL_CATEGORIES }
const FIRST_SEEN = 4

export function ProductList({ address, initialCategory, onChange }: ProductListProps) {
  const { data: products } = useSuspenseQuery(productsQuery)
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const list = useListAddress({ address, initialCategory, onChange })
  const { q: search, category, sort = 'name', view = 'grid', shown = PRODUCTS_PER_PAGE } = list.address

  const sought = useDeferredValue(search)
  const found = useMemo(
    () => chooseProducts(products, { search: sought, category, sort }),
    [products, sought, category, sort],
  )
  const cards = useMemo(() => found.slice(0, shown), [found, shown])
  const categoryName = categories.find(({ name }) => categorySlug(name) === category)?.name
  const chips: FilterChip[] = []
  if (search.trim()) chips.push({ kind: 'Search', text: search, onRemove: () => list.change({ q: '' }) })
  if (category !== ALL_CATEGORIES)
    chips.push({
      kind: 'Category',
      text: categoryName ?? category,
      onRemove: () => list.change({ category: ALL_CATEGORIES }),
    })

  return (
    <main className="wrap grid gap-5 pt-8 pb-16 sm:pt-12 sm:pb-24">
      <h1 className="text-title">{categoryName ?? 'Our chocolates'}</h1>
      <ProductFilters {...{ search, category, sort, categories }} onChange={list.change} />
      <FilterChips chips={chips} />
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-cocoa-600 text-small">
          Showing {cards.length} of {products.length} products
        </p>
        <ViewToggle view={view} onChange={(chosen) => list.change({ view: chosen })} />
      </div>
      <h2 className="sr-only">Products found</h2>
      {cards.length > 0 ? (
        <ProductGrid products={cards} onAdd={addOneToCart} view={view} firstSeen={FIRST_SEEN} focusAt={list.focusAt} />
      ) : (
        <EmptyState
          title="No products found"
          text="Nothing in the shop fits these filters."
          action={<Button onClick={() => list.change(NO_FILTERS)}>Clear All Filters</Button>}
        />
      )}
      {found.length > shown && (
        <Button variant="secondary" onClick={() => list.showMore(shown)} className="mt-6 justify-self-center">
          Load More Products
        </Button>
      )}
    </main>
  )
}

/**
 * The list's state is its address. While the router is on its way to a new address, what was just typed counts already:
 * letters must not wait for it, or get lost.
 */
function useListAddress({ address, initialCategory, onChange }: ProductListProps) {
  const [ahead, setAhead] = useState<ProductListAddress | null>(null)
  const [focusAt, setFocusAt] = useState<number>()
  const current = ahead ?? address

  function go(next: ProductListAddress) {
    setAhead(next)
    onChange(readProductListAddress(next)).finally(() => setAhead((latest) => (latest === next ? null : latest)))
  }
  return {
    address: { ...current, q: current.q ?? '', category: (current.category ?? initialCategory).toLowerCase() },
    focusAt,
    /** Another filter or order starts at the top of its list again. */
    change: (change: ProductListAddress) => {
      const { category = initialCategory, ...rest } = { ...current, ...change }
      setFocusAt(undefined)
      go({
        ...rest,
        ...(category !== initialCategory && { category }),
        ...(!('view' in change) && { shown: undefined }),
      })
    },
    showMore: (shown: number) => {
      setFocusAt(shown)
      go({ ...current, shown: shown + PRODUCTS_PER_PAGE })
    },
  }
}
