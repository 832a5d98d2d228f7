import { PRODUCT_SORTS, type ProductSort } from '#src/features/catalog/products/product-params.ts'
import type { Category } from '#src/features/catalog/products/products.contract.ts'
import { ALL_CATEGORIES, categorySlug } from '#src/features/catalog/products/products.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import type { ProductListSearch } from './product-filters.ts'

const SORT_LABELS: Record<ProductSort, string> = {
  name: 'Name A-Z',
  'price-asc': 'Price low to high',
  'price-desc': 'Price high to low',
  stock: 'Stock available',
}

type ProductFiltersProps = {
  search: string
  category: string
  sort: ProductSort
  categories: readonly Category[]
  onChange: (change: ProductListSearch) => void
  onSeek: (isSeeking: true) => void
  isOpen: boolean
  onToggle: () => void
}

export function ProductFilterBar(props: ProductFiltersProps) {
  const { search, category, sort, categories, onChange, onSeek, isOpen, onToggle } = props
  return (
    <search
      onFocus={() => onSeek(true)}
      className="grid grid-cols-2 items-center gap-3 border-line border-y py-4 lg:grid-cols-[1fr_14rem_14rem_auto] lg:gap-4"
    >
      <Field
        type="search"
        label="Search products"
        labelHidden
        placeholder="Search by name or description"
        value={search}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => onChange({ q: event.target.value })}
        className="col-span-2 lg:col-span-1"
      />
      <CategorySelect category={category} categories={categories} onChange={onChange} />
      <SelectField
        label="Sort by"
        labelHidden
        value={sort}
        onChange={(event) => onChange({ sort: PRODUCT_SORTS.find((known) => known === event.target.value) })}
      >
        {PRODUCT_SORTS.map((known) => (
          <option key={known} value={known}>
            {SORT_LABELS[known]}
          </option>
        ))}
      </SelectField>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="col-span-2 h-13 rounded-control border border-line-strong bg-white px-4 aria-expanded:bg-ivory lg:col-span-1"
      >
        Filters
      </button>
    </search>
  )
}

type CategorySelectProps = Pick<ProductFiltersProps, 'category' | 'categories' | 'onChange'>

function CategorySelect({ category, categories, onChange }: CategorySelectProps) {
  const known = category === ALL_CATEGORIES || categories.some(({ name }) => categorySlug(name) === category)
  return (
    <SelectField
      label="Category"
      labelHidden
      value={category}
      onChange={(event) => onChange({ category: event.target.value })}
    >
      <option value={ALL_CATEGORIES}>All Categories</option>
      {!known && <option value={category}>{category}</option>}
      {categories.map(({ id, name }) => (
        <option key={id} value={categorySlug(name)}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
