import Search from 'lucide-react/icons/search'
import type { FormEvent } from 'react'
import type { AdminPageProps } from '#src/browser/admin-page.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { FilterButton, FilterRow } from '#src/ui/forms/filter-buttons.tsx'
import { PRODUCT_STATUS_FILTERS, PRODUCT_TEXT_LIMITS, type ProductStatusFilter } from './product-input.ts'

const FILTER_LABELS: Record<ProductStatusFilter, string> = {
  low: 'Low stock',
  'sold-out': 'Sold out',
  incomplete: 'Lacks facts',
  archived: 'Archived',
}

export function ProductsToolbar({ search, go }: AdminPageProps) {
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    go({ q: String(new FormData(event.currentTarget).get('q')).trim() || undefined, cursor: undefined })
  }
  return (
    <search className="grid gap-3 lg:grid-cols-[minmax(0,26rem)_1fr] lg:items-center lg:gap-5">
      {/* Works as a plain form before hydration. */}
      <form action="/admin" onSubmit={find} className="flex gap-2">
        <input type="hidden" name="tab" value="products" />
        <Field
          key={search.q}
          type="search"
          name="q"
          label="Search products"
          labelHidden
          placeholder="Name or SKU"
          defaultValue={search.q}
          maxLength={PRODUCT_TEXT_LIMITS.name}
          autoComplete="off"
          enterKeyHint="search"
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary" aria-label="Search" className="px-4!">
          <Search aria-hidden="true" strokeWidth={1.5} className="size-5" />
        </Button>
      </form>
      <FilterRow legend="Which products">
        <FilterButton isChosen={!search.status} onChoose={() => go({ status: undefined })}>
          All
        </FilterButton>
        {PRODUCT_STATUS_FILTERS.map((filter) => (
          <FilterButton key={filter} isChosen={search.status === filter} onChoose={() => go({ status: filter })}>
            {FILTER_LABELS[filter]}
          </FilterButton>
        ))}
      </FilterRow>
    </search>
  )
}
