import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { catalogQuery, categoriesQuery } from '#src/features/catalog/products/products.queries.ts'
import { ALL_CATEGORIES, categorySlug, filterProducts } from '#src/features/catalog/products/products.ts'
import { type FilterChip, FilterChips } from './filter-chips.tsx'
import { ProductFilterBar } from './product-filter-bar.tsx'
import {
  type ProductFilters,
  type ProductListSearch,
  parseProductListSearch,
  toProductFilters,
} from './product-filters.ts'
import { type ProductListState, ProductResults } from './product-results.tsx'

const LazyLargeCatalog = lazy(() =>
  import('./large-catalog-results.tsx').then((module) => ({ default: module.LargeCatalogResults })),
)

export type ProductListProps = {
  address: ProductListSearch
  initialCategory: string
  intro?: ReactNode
  onChange: (address: ProductListSearch) => Promise<void>
}

export function ProductList({ address, initialCategory, intro, onChange }: ProductListProps) {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const { data: catalog } = useSuspenseQuery(catalogQuery)
  const list = useListAddress({ address, initialCategory, onChange })
  const [isSeeking, setSeeking] = useState(false)
  const { q, category, sort, shown } = toProductFilters(list.address, initialCategory)
  const filters = useMemo(() => ({ q, category, sort, shown }), [q, category, sort, shown])

  const categoryName = categories.find(({ name }) => categorySlug(name) === category)?.name
  const chips: FilterChip[] = []
  if (q.trim()) chips.push({ kind: 'Search', text: q, onRemove: () => list.change({ q: '' }) })
  if (category !== ALL_CATEGORIES)
    chips.push({
      kind: 'Category',
      text: categoryName ?? category,
      onRemove: () => list.change({ category: ALL_CATEGORIES }),
    })

  return (
    <main className="wrap grid gap-5 pt-8 pb-16 sm:pt-12 sm:pb-24">
      <h1 className="text-title">{categoryName ?? 'Our chocolates'}</h1>
      {intro}
      <ProductFilterBar {...{ search: q, category, sort, categories }} onChange={list.change} onSeek={setSeeking} />
      <FilterChips chips={chips} />
      {catalog.all ? (
        <KnownProducts all={catalog.all} filters={filters} list={list} />
      ) : (
        <LazyLargeCatalog total={catalog.total} {...{ isSeeking, filters, list }} />
      )}
    </main>
  )
}

type KnownProductsProps = { all: readonly Product[]; filters: ProductFilters; list: ProductListState }

/** Not deferred: typing changes at most one page of cards, in less than a second frame. */
function KnownProducts({ all, filters: { q, category, sort, shown }, list }: KnownProductsProps) {
  const found = useMemo(() => filterProducts(all, { search: q, category, sort }), [all, q, category, sort])
  const cards = useMemo(() => found.slice(0, shown), [found, shown])
  return <ProductResults cards={cards} hasMore={found.length > shown} total={all.length} list={list} />
}

/** The URL holds the list's state. Typed filters count at once; navigation follows after the cards are painted. */
function useListAddress({ address, initialCategory, onChange }: ProductListProps): ProductListState {
  const router = useRouter()
  const [ahead, setAhead] = useState<ProductListSearch | null>(null)
  const [focusAt, setFocusAt] = useState<number>()
  const current = ahead ?? address

  const setOut = useEffectEvent((next: ProductListSearch, from: string) => {
    const arrive = () => setAhead((latest) => (latest === next ? null : latest))
    if (router.history.location.href === from) onChange(parseProductListSearch(next)).finally(arrive)
    else arrive()
  })
  useEffect(() => {
    if (!ahead) return
    const from = router.history.location.href
    return afterPaint(() => setOut(ahead, from))
  }, [ahead, router])

  return {
    address: current,
    focusAt,
    setFocusAt,
    /** Another filter or sort order starts on the first page. */
    change: (change: ProductListSearch) => {
      const { category = initialCategory, ...rest } = { ...current, ...change }
      setFocusAt(undefined)
      setAhead({
        ...rest,
        ...(category !== initialCategory && { category }),
        ...(!('view' in change) && { shown: undefined }),
      })
    },
  }
}

function afterPaint(work: () => void): () => void {
  let task: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => {
    task = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(task)
  }
}
