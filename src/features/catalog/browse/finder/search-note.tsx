import { useQuery } from '@tanstack/react-query'
import { searchFactsQuery } from '#src/features/catalog/browse/filtered-products.queries.ts'
import type { ProductFilters, ProductListSearch } from '#src/features/catalog/browse/product-filters.ts'
import type { ProductListState } from '#src/features/catalog/browse/product-results.tsx'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { ALL_CATEGORIES } from '#src/features/catalog/products/products.ts'
import { WITHOUT_FILTERS } from '#src/features/catalog/search/product-choices.ts'
import type { SearchExplanation } from '#src/features/catalog/search/search.contract.ts'
import { normalizeQuery } from '#src/features/catalog/search/search-plan.ts'
import { isNegated } from '#src/features/catalog/search/search-words.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { getFinder, needsExplanation } from './finder.ts'

type SearchNoteProps = {
  all: readonly Product[]
  /** Undefined without the facts that the filters need. */
  found: readonly Product[] | undefined
  filters: ProductFilters
  list: ProductListState
}

/** How the browser read the search, and why it shows nothing where the facts of the labels did not come. */
export function SearchNote({ all, found, filters, list }: SearchNoteProps) {
  const { data: facts, isError, refetch } = useQuery(searchFactsQuery)
  if (!found) return isError && <FactsMissing tryAgain={refetch} />
  return (
    needsExplanation(found, filters) && (
      <Explanation {...getFinder(all, facts).explain(filters)} q={filters.q} list={list} />
    )
  )
}

type ExplanationProps = SearchExplanation & { q: string; list: ProductListState }

export function Explanation({ q, corrected, suggestion, list }: ExplanationProps) {
  if (isNegated(normalizeQuery(q)))
    return <p className="text-cocoa-600">To leave out an allergen, open the filters and choose it under “Without”.</p>
  if (suggestion)
    return (
      <p className="text-cocoa-600">
        Did you mean{' '}
        <Button variant="link" onClick={() => list.change({ q: suggestion })}>
          {suggestion}
        </Button>
        ?
      </p>
    )
  return corrected && <p className="text-cocoa-600">Showing products for “{corrected}”.</p>
}

function FactsMissing({ tryAgain }: { tryAgain: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-small">
      <p className="font-semibold text-warn">The filters could not be applied, so no products are shown.</p>
      <Button variant="link" onClick={() => tryAgain()}>
        Try again
      </Button>
    </div>
  )
}

const NO_FILTERS: ProductListSearch = { q: '', category: ALL_CATEGORIES, ...WITHOUT_FILTERS }

type NothingFoundProps = { isShopEmpty?: boolean; onChange: (change: ProductListSearch) => void }

export function NothingFound({ isShopEmpty = false, onChange }: NothingFoundProps) {
  if (isShopEmpty)
    return <EmptyState title="No products found" text="Nothing is on sale at the moment. Please come back soon." />
  return (
    <EmptyState
      title="No products found"
      text="No product matches your search and filters."
      action={<Button onClick={() => onChange(NO_FILTERS)}>Clear All Filters</Button>}
    />
  )
}
