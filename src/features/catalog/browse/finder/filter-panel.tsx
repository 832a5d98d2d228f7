import { useQuery } from '@tanstack/react-query'
import {
  allProductsQuery,
  facetsQuery,
  searchFactsQuery,
} from '#src/features/catalog/browse/filtered-products.queries.ts'
import type { ProductFilters } from '#src/features/catalog/browse/product-filters.ts'
import type { ProductListState } from '#src/features/catalog/browse/product-results.tsx'
import { type FilterParams, MAX_PRODUCTS_IN_BROWSER } from '#src/features/catalog/products/product-params.ts'
import type { ProductCatalog } from '#src/features/catalog/products/products.queries.ts'
import type { ChoiceCounts } from '#src/features/catalog/search/choice-counts.ts'
import {
  type ChoiceGroup,
  isChosen,
  keyOfChoice,
  listChoiceGroups,
  toggleChoice,
  WITHOUT_FILTERS,
} from '#src/features/catalog/search/product-choices.ts'
import { FilterButton } from '#src/ui/forms/filter-buttons.tsx'
import { FilterChips } from './filter-chips.tsx'
import { getFinder } from './finder.ts'

type PanelProps = { catalog: ProductCatalog; filters: ProductFilters; list: ProductListState }
type FiltersProps = PanelProps & { isOpen: boolean; categoryName: string }

/** The panel of filters, and a chip for each that is chosen. */
export function Filters({ isOpen, categoryName, ...panel }: FiltersProps) {
  const { filters, list } = panel
  return (
    <>
      {isOpen && <FilterPanel {...panel} />}
      <FilterChips filters={filters} categoryName={categoryName} onChange={list.change} />
    </>
  )
}

function FilterPanel({ catalog, filters, list }: PanelProps) {
  const counts = useCounts(catalog, filters)
  return (
    <div className="grid gap-x-10 gap-y-5 border-line border-b pb-6 lg:grid-cols-2">
      {listChoiceGroups(filters).map((group) => (
        <ChoiceButtons
          key={group.legend}
          group={group}
          filters={filters}
          counts={counts}
          onChange={(changed) => list.change({ ...WITHOUT_FILTERS, ...changed })}
        />
      ))}
    </div>
  )
}

type ChoiceButtonsProps = {
  group: ChoiceGroup
  filters: FilterParams
  counts: ChoiceCounts | undefined
  onChange: (changed: FilterParams) => void
}

function ChoiceButtons({ group: { legend, hint, choices }, filters, counts, onChange }: ChoiceButtonsProps) {
  return (
    <fieldset className={`min-w-0 ${hint ? 'lg:row-span-2' : ''}`}>
      <legend className="mb-2.5 font-semibold text-small">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => {
          const count = counts?.[keyOfChoice(choice)]
          const chosen = isChosen(choice, filters)
          return (
            <FilterButton
              key={keyOfChoice(choice)}
              isChosen={chosen}
              isDisabled={!chosen && count === 0}
              onChoose={() => onChange(toggleChoice(choice, filters))}
            >
              {choice.label} {count !== undefined && <span className="text-meta">({count})</span>}
            </FilterButton>
          )
        })}
      </div>
      {hint && <p className="mt-2.5 max-w-[60ch] text-cocoa-600 text-meta">{hint}</p>}
    </fieldset>
  )
}

/** Counted here where the browser has all products, by the server otherwise. */
function useCounts({ all, total }: ProductCatalog, filters: ProductFilters): ChoiceCounts | undefined {
  const isSmall = total <= MAX_PRODUCTS_IN_BROWSER
  const { data: loaded = all } = useQuery({ ...allProductsQuery, enabled: all === null && isSmall })
  const { data: facts } = useQuery({ ...searchFactsQuery, enabled: isSmall })
  const { data: facets } = useQuery({ ...facetsQuery(filters), enabled: !isSmall })
  if (!isSmall) return facets?.counts
  return loaded && facts ? getFinder(loaded, facts).count(filters).counts : undefined
}
