import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { FILTER_NAMES, type FilterParams } from '#src/features/catalog/products/product-params.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { catalogQuery, categoriesQuery } from '#src/features/catalog/products/products.queries.ts'
import {
  ALL_CATEGORIES,
  categorySlug,
  filterProducts,
  isFirstOfFamily,
} from '#src/features/catalog/products/products.ts'
import { LazyFilters, LazyLargeCatalog, LazyNothingFound, loadFinder, useFinder } from './lazy-finder.ts'
import { ProductFilterBar } from './product-filter-bar.tsx'
import {
  type ProductFilters,
  type ProductListSearch,
  parseProductListSearch,
  toListedFilters,
  toProductFilters,
} from './product-filters.ts'
import { type ProductListState, ProductResults } from './product-results.tsx'

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
  const [isOpen, setOpen] = useState(false)
  const wanted = toProductFilters(list.address, initialCategory)
  const { q, category, sort } = wanted
  const text = JSON.stringify(toListedFilters(wanted, categories))
  const filters: ProductFilters = useMemo(() => JSON.parse(text), [text])
  const categoryName = categories.find(({ name }) => categorySlug(name) === category)?.name
  const { all, total } = catalog
  const found = { filters, list, isSeeking }

  return (
    <main className="wrap grid gap-5 pt-8 pb-16 sm:pt-12 sm:pb-24">
      <h1 className="text-title">{categoryName ?? 'Our chocolates'}</h1>
      {intro}
      <ProductFilterBar
        {...{ search: q, category, sort, categories, isOpen }}
        onChange={list.change}
        onSeek={setSeeking}
        onToggle={() => setOpen(!isOpen)}
      />
      {(isOpen || isNarrowed(filters) || category !== ALL_CATEGORIES) && (
        <Suspense>
          <LazyFilters {...{ catalog, filters, list, isOpen }} categoryName={categoryName ?? category} />
        </Suspense>
      )}
      <Suspense fallback={all && <KnownProducts all={all} {...found} isFallback />}>
        {all ? <KnownProducts all={all} {...found} /> : <LazyLargeCatalog total={total} {...found} />}
      </Suspense>
    </main>
  )
}

const hasFilters = (filters: FilterParams) => FILTER_NAMES.some((name) => filters[name])

/** Whether the list needs more than its category and order. */
const isNarrowed = (filters: ProductFilters) => filters.q.trim() !== '' || hasFilters(filters)

type KnownProductsProps = {
  all: readonly Product[]
  filters: ProductFilters
  list: ProductListState
  isSeeking: boolean
  isFallback?: boolean
}

/** Not deferred: typing changes at most one page of cards, in less than a second frame. */
function KnownProducts({ all, filters, list, isSeeking, isFallback = false }: KnownProductsProps) {
  const finder = useFinder(!isFallback && isNarrowed(filters))
  const client = useQueryClient()
  const readFacts = () => finder?.readFacts(client)
  const facts = useSyncExternalStore((listener) => client.getQueryCache().subscribe(listener), readFacts, readFacts)
  useEffect(() => {
    if (isSeeking) loadFinder().then(({ prepare }) => prepare(client, all))
  }, [isSeeking, client, all])
  const found = useMemo(() => {
    if (finder) return finder.getFinder(all, facts).find(filters)
    // Never offers what the filters would leave out.
    return hasFilters(filters)
      ? undefined
      : filterProducts(all, { ...filters, search: filters.q }).filter(isFirstOfFamily)
  }, [finder, all, facts, filters])
  const cards = useMemo(() => found?.slice(0, filters.shown), [found, filters.shown])
  const hasMore = Boolean(found && found.length > filters.shown)
  return (
    <ProductResults
      {...{ cards, hasMore, list }}
      total={all.filter(isFirstOfFamily).length}
      nothingFound={
        <Suspense>
          <LazyNothingFound isShopEmpty={all.length === 0} onChange={list.change} />
        </Suspense>
      }
    >
      {finder && <finder.SearchNote all={all} found={found} filters={filters} list={list} />}
    </ProductResults>
  )
}

/** The URL holds the list's state. Typed filters count at once; navigation follows after the cards are painted. */
function useListAddress({ address, initialCategory, onChange }: ProductListProps): ProductListState {
  const router = useRouter()
  const [ahead, setAhead] = useState<ProductListSearch | null>(null)
  const [focusAt, setFocusAt] = useState<number>()
  const current = ahead ?? address

  const setOut = useEffectEvent((next: ProductListSearch, from: string) => {
    const arrive = () => setAhead((latest) => (latest === next ? null : latest))
    if (router.history.location.href === from) onChange(next).finally(arrive)
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
      setAhead(
        parseProductListSearch({
          ...rest,
          ...(category !== initialCategory && { category }),
          ...(!('view' in change) && { shown: undefined }),
        }),
      )
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
