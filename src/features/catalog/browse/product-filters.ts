import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import {
  FILTER_NAMES,
  type FilterParams,
  PRODUCT_SORTS,
  type ProductSort,
} from '#src/features/catalog/products/product-params.ts'

export type ProductView = 'grid' | 'list'

/** The list's search parameters; defaults are left out. */
export type ProductListSearch = FilterParams & {
  q?: string
  category?: string
  sort?: ProductSort
  view?: ProductView
  shown?: number
}

export type ProductFilters = FilterParams & { q: string; category: string; sort: ProductSort; shown: number }

const MAX_TEXT = 100
export const MAX_PRODUCTS_SHOWN = 240

/** Reads the search parameters; invalid values are ignored. */
export function parseProductListSearch(typed: Record<string, unknown>): ProductListSearch {
  const sort = PRODUCT_SORTS.find((known) => known === typed.sort)
  return withoutTheUsual({
    q: readText(typed.q),
    category: readText(typed.category),
    sort,
    view: typed.view === 'list' ? 'list' : undefined,
    shown: readShown(typed.shown),
    ...pickFilters(typed),
  })
}

/** As text: catalog/search ignores what it does not know. */
const pickFilters = (typed: Record<string, unknown>): FilterParams =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, readText(typed[name]) || undefined]))

export const hasFilters = (filters: FilterParams) => FILTER_NAMES.some((name) => filters[name])

/** Whether the list needs more than its category and order. */
export const isNarrowed = (filters: ProductFilters) => filters.q.trim() !== '' || hasFilters(filters)

export function toProductFilters(address: ProductListSearch, initialCategory: string): ProductFilters {
  const { q = '', category = initialCategory, sort = 'name', shown = PRODUCTS_PER_PAGE, view: _, ...filters } = address
  return { q, category: category.toLowerCase(), sort, shown, ...filters }
}

function withoutTheUsual({ q, category, sort, view, shown, ...filters }: ProductListSearch): ProductListSearch {
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(sort && sort !== 'name' && { sort }),
    ...(view && { view }),
    ...(shown && shown > PRODUCTS_PER_PAGE && { shown }),
    ...filters,
  }
}

/** The router parses 85 and true as a number and a boolean. */
function readText(typed: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof typed) ? String(typed).slice(0, MAX_TEXT) : undefined
}

/** Whole pages only, so that 'Load More' always adds one. */
function readShown(typed: unknown): number | undefined {
  const shown = Number(readText(typed))
  if (!Number.isInteger(shown) || shown < 1 || shown > MAX_PRODUCTS_SHOWN) return undefined
  return Math.ceil(shown / PRODUCTS_PER_PAGE) * PRODUCTS_PER_PAGE
}
