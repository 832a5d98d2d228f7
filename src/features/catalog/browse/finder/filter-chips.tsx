import X from 'lucide-react/icons/x'
import type { ProductFilters, ProductListSearch } from '#src/features/catalog/browse/product-filters.ts'
import { ALL_CATEGORIES } from '#src/features/catalog/products/products.ts'
import {
  isChosen,
  listChoiceGroups,
  toggleChoice,
  WITHOUT_FILTERS,
} from '#src/features/catalog/search/product-choices.ts'

type Chip = { kind: string; text: string; removed: ProductListSearch }

type FilterChipsProps = {
  filters: ProductFilters
  categoryName: string
  onChange: (change: ProductListSearch) => void
}

export function FilterChips({ onChange, ...chosen }: FilterChipsProps) {
  const chips = listChips(chosen)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2.5">
      {chips.map(({ kind, text, removed }) => (
        <li
          key={`${kind} ${text}`}
          className="inline-flex h-9 max-w-full items-center rounded-control bg-cocoa-900 pl-3.5 text-pearl text-small"
        >
          <span className="truncate">
            {kind}: {text}
          </span>
          <button
            type="button"
            aria-label={`Remove ${text}`}
            onClick={() => onChange(removed)}
            className="relative grid h-9 w-10 shrink-0 place-items-center after:absolute after:-inset-1 hover:text-gold-300 focus-visible:-outline-offset-4 focus-visible:outline-gold-300"
          >
            <X aria-hidden="true" strokeWidth={1.75} className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function listChips({ filters, categoryName }: Omit<FilterChipsProps, 'onChange'>): Chip[] {
  const { q, category } = filters
  const choices = listChoiceGroups(filters).flatMap(({ legend, choices }) =>
    choices
      .filter((choice) => isChosen(choice, filters))
      .map((choice) => ({
        kind: choice.name === 'without' ? 'Without' : legend,
        text: choice.text,
        removed: { ...WITHOUT_FILTERS, ...toggleChoice(choice, filters) },
      })),
  )
  return [
    ...(q.trim() ? [{ kind: 'Search', text: q, removed: { q: '' } }] : []),
    ...(category === ALL_CATEGORIES
      ? []
      : [{ kind: 'Category', text: categoryName, removed: { category: ALL_CATEGORIES } }]),
    ...choices,
  ]
}
