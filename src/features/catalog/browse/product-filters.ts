import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import {
  FILTER_NAMES,
  type FilterParams,
  PRODUCT_SORTS,
  type ProductSort,
} from '#src/features/catalog/products/product-params.ts'
import type { Category } from '#src/features/catalog/products/products.contract.ts'
import { ALL_CATEGORIES, categorySlug } from '#src/features/catalog/products/products.ts'

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

/** Reads the search parameters; invalid values and defaults are undefined. */
export function parseProductListSearch(typed: Record<string, unknown>): ProductListSearch {
  return {
    q: readText(typed.q),
    category: readText(typed.category),
    sort: PRODUCT_SORTS.find((known) => known !== 'name' && known === typed.sort),
    view: typed.view === 'list' ? 'list' : undefined,
    shown: readShown(typed.shown),
    ...pickFilters(typed),
  }
}

/** As text: catalog/search ignores what it does not know. */
const pickFilters = (typed: Record<string, unknown>): FilterParams =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, readText(typed[name])]))

export function toProductFilters(address: ProductListSearch, initialCategory: string): ProductFilters {
  const { q = '', category = initialCategory, sort = 'name', shown = PRODUCTS_PER_PAGE, view: _, ...filters } = address
  return { q, category: category.toLowerCase(), sort, shown, ...filters }
}

/** No category can have this name. */
const UNLISTED = '.'

/** A hidden or unknown category has no products to list. */
export function toListedFilters(filters: ProductFilters, categories: readonly Category[]): ProductFilters {
  const isListed = [ALL_CATEGORIES, ...categories.map(({ name }) => categorySlug(name))].includes(filters.category)
  return isListed ? filters : { ...filters, category: UNLISTED }
}

/** Links pass numbers and booleans, too. */
function readText(typed: unknown): string | undefined {
  return typeof typed === 'object' || typed === undefined ? undefined : String(typed).slice(0, MAX_TEXT) || undefined
}

/** Whole pages only, so that 'Load More' always adds one. */
function readShown(typed: unknown): number | undefined {
  const shown = Math.ceil(Number(readText(typed)) / PRODUCTS_PER_PAGE) * PRODUCTS_PER_PAGE
  return shown > PRODUCTS_PER_PAGE && shown <= MAX_PRODUCTS_SHOWN ? shown : undefined
}
