import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { filterProducts } from '#src/features/catalog/products/products.ts'
import { usePreviousData } from '#src/features/catalog/products/use-products.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { allProductsQuery, filteredProductsQuery, MAX_PRODUCTS_IN_BROWSER } from './filtered-products.queries.ts'
import { MAX_PRODUCTS_SHOWN, type ProductFilters } from './product-filters.ts'
import { type ProductListState, ProductResults } from './product-results.tsx'

type FinderProps = { filters: ProductFilters; total: number; list: ProductListState }

const TYPING_PAUSE_MS = 200

/** Up to 500 products are loaded when the customer opens the filters, so that typing filters at once. */
export function LargeCatalogResults({ isSeeking, ...finder }: FinderProps & { isSeeking: boolean }) {
  const mayKnow = isSeeking && finder.total <= MAX_PRODUCTS_IN_BROWSER
  const { data: all } = useQuery({ ...allProductsQuery, enabled: mayKnow })
  // Cached products can be stale: they are refetched only when needed.
  if (!mayKnow || !all) return <ServerResults {...finder} />
  return <BrowserResults {...finder} all={all} total={all.length} />
}

function BrowserResults({ all, ...finder }: FinderProps & { all: readonly Product[] }) {
  const { q, category, sort, shown } = finder.filters
  const found = useMemo(() => filterProducts(all, { search: q, category, sort }), [all, q, category, sort])
  return <FirstOf {...finder} found={found} goesOn={found.length > shown} />
}

function ServerResults(finder: FinderProps) {
  const { data, isError, isPaused, refetch } = useQuery(filteredProductsQuery(useDebouncedFilters(finder.filters)))
  const found = usePreviousData(data)
  const isAway = !data && (isError || isPaused)
  const goesOn = Boolean(found && (found.next || found.items.length > finder.filters.shown))
  return (
    <>
      {isAway && <NotAnswered tryAgain={refetch} />}
      <FirstOf {...finder} found={isAway && found?.items.length === 0 ? undefined : found?.items} goesOn={goesOn} />
    </>
  )
}

type FirstOfProps = FinderProps & { found: readonly Product[] | undefined; goesOn: boolean }

function FirstOf({ found, goesOn, filters: { shown }, total, list }: FirstOfProps) {
  const cards = useMemo(() => found?.slice(0, shown), [found, shown])
  const isEnough = shown >= MAX_PRODUCTS_SHOWN
  return (
    <>
      <ProductResults cards={cards} hasMore={goesOn && !isEnough} total={total} list={list} />
      {goesOn && isEnough && (
        <p className="mt-6 justify-self-center text-cocoa-600 text-small">
          There are more. Search or choose a category to see them.
        </p>
      )}
    </>
  )
}

function NotAnswered({ tryAgain }: { tryAgain: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-small">
      <p className="font-semibold text-warn">This search failed. You see the previous results.</p>
      <Button variant="link" onClick={() => tryAgain()}>
        Try again
      </Button>
    </div>
  )
}

/** Debounces typing, not clicks. */
function useDebouncedFilters(filters: ProductFilters): ProductFilters {
  const [debounced, setDebounced] = useState(filters)
  if (debounced !== filters && debounced.q === filters.q) setDebounced(filters)
  useEffect(() => {
    const pause = setTimeout(() => setDebounced(filters), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [filters])
  return debounced
}
