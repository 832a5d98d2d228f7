import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import {
  allProductsQuery,
  cardCountQuery,
  facetsQuery,
  filteredProductsQuery,
  searchFactsQuery,
} from '#src/features/catalog/browse/filtered-products.queries.ts'
import { MAX_PRODUCTS_SHOWN, type ProductFilters } from '#src/features/catalog/browse/product-filters.ts'
import { type ProductListState, ProductResults } from '#src/features/catalog/browse/product-results.tsx'
import { MAX_PRODUCTS_IN_BROWSER } from '#src/features/catalog/products/product-params.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { isFirstOfFamily } from '#src/features/catalog/products/products.ts'
import { cleanFilters, needsFacts, readFilters } from '#src/features/catalog/search/product-choices.ts'
import type { SearchFacts } from '#src/features/catalog/search/search.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { getFinder, needsExplanation } from './finder.ts'
import { Explanation, NothingFound, SearchNote } from './search-note.tsx'

type FinderProps = { filters: ProductFilters; total: number; list: ProductListState }

const TYPING_PAUSE_MS = 200

/** Up to 500 products are loaded when the customer opens the filters, so that typing filters at once. */
export function LargeCatalogResults({ isSeeking, ...finder }: FinderProps & { isSeeking: boolean }) {
  const mayKnow = isSeeking && finder.total <= MAX_PRODUCTS_IN_BROWSER
  const { data: all } = useQuery({ ...allProductsQuery, enabled: mayKnow })
  const { data: facts } = useQuery({ ...searchFactsQuery, enabled: mayKnow })
  // Cached products can be stale: they are refetched only when needed.
  if (!mayKnow || !all || (!facts && needsFacts(readFilters(finder.filters)))) return <ServerResults {...finder} />
  return <BrowserResults {...finder} all={all} facts={facts} total={all.filter(isFirstOfFamily).length} />
}

function BrowserResults({
  all,
  facts,
  ...finder
}: FinderProps & { all: readonly Product[]; facts: SearchFacts | undefined }) {
  const { filters, list } = finder
  const found = useMemo(() => getFinder(all, facts).find(filters), [all, facts, filters])
  return (
    <FirstOf {...finder} found={found} goesOn={Boolean(found && found.length > filters.shown)}>
      <SearchNote all={all} found={found} filters={filters} list={list} />
    </FirstOf>
  )
}

function ServerResults(finder: FinderProps) {
  const filters = useDebouncedFilters(finder.filters)
  const { data, isError, isPaused, refetch } = useQuery(filteredProductsQuery(filters))
  const found = useFound(data, filters)
  const { data: cardCount } = useQuery(cardCountQuery)
  const isUnexplained = needsExplanation(data?.items, filters)
  const { data: facets } = useQuery({ ...facetsQuery(filters), enabled: isUnexplained })
  const isAway = !data && (isError || isPaused)
  const goesOn = Boolean(found && (found.next || found.items.length > finder.filters.shown))
  return (
    <>
      {isAway && <NotAnswered hasPrevious={found !== undefined} tryAgain={refetch} />}
      <FirstOf
        {...finder}
        total={cardCount ?? finder.total}
        found={isAway && found?.items.length === 0 ? undefined : found?.items}
        goesOn={goesOn}
      >
        {isUnexplained && facets && <Explanation {...facets} q={filters.q} list={finder.list} />}
      </FirstOf>
    </>
  )
}

type FirstOfProps = FinderProps & { found: readonly Product[] | undefined; goesOn: boolean; children: ReactNode }

function FirstOf({ found, goesOn, filters: { shown }, total, list, children }: FirstOfProps) {
  const cards = useMemo(() => found?.slice(0, shown), [found, shown])
  const isEnough = shown >= MAX_PRODUCTS_SHOWN
  return (
    <>
      <ProductResults
        {...{ cards, total, list }}
        hasMore={goesOn && !isEnough}
        nothingFound={<NothingFound onChange={list.change} />}
      >
        {children}
      </ProductResults>
      {goesOn && isEnough && (
        <p className="mt-6 justify-self-center text-cocoa-600 text-small">
          There are more. Search or choose a category to see them.
        </p>
      )}
    </>
  )
}

function NotAnswered({ hasPrevious, tryAgain }: { hasPrevious: boolean; tryAgain: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-small">
      <p className="font-semibold text-warn">This search failed.{hasPrevious && ' You see the previous results.'}</p>
      <Button variant="link" onClick={() => tryAgain()}>
        Try again
      </Button>
    </div>
  )
}

/** While the answer is on its way, the previous results stay, unless they were filtered otherwise: these may be unsafe. */
function useFound<T>(data: T | undefined, filters: ProductFilters): T | undefined {
  const key = JSON.stringify(cleanFilters(filters))
  const [previous, setPrevious] = useState({ key, data })
  if (data && (data !== previous.data || key !== previous.key)) setPrevious({ key, data })
  return data ?? (key === previous.key ? previous.data : undefined)
}

function useDebouncedFilters(filters: ProductFilters): ProductFilters {
  const [debounced, setDebounced] = useState(filters)
  const isTyping = debounced.q !== filters.q && withoutText(debounced) === withoutText(filters)
  if (debounced !== filters && !isTyping) setDebounced(filters)
  useEffect(() => {
    const pause = setTimeout(() => setDebounced(filters), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [filters])
  return debounced
}

const withoutText = (filters: ProductFilters) => JSON.stringify({ ...filters, q: '' })
