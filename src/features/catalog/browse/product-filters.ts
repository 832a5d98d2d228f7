import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import { PRODUCT_SORTS, type ProductSort } from '#src/features/catalog/products/product-params.ts'

export type ProductView = 'grid' | 'list'

/** What of the product list stands in its address. What is as usual is left out. */
export type ProductListSearch = {
  q?: string
  category?: string
  sort?: ProductSort
  view?: ProductView
  shown?: number
}

/** What is looked for, with nothing left out. */
export type ProductFilters = { q: string; category: string; sort: ProductSort; shown: number }

const MAX_TEXT = 100
/** All that a browser may know of a small shop, and as much of a large one as anybody looks through. */
export const MAX_PRODUCTS_SHOWN = 240

/** Reads what anybody may have typed into the address; what makes no sense counts as not given. */
export function parseProductListSearch(typed: Record<string, unknown>): ProductListSearch {
  const sort = PRODUCT_SORTS.find((known) => known === typed.sort)
  return withoutTheUsual({
    q: readText(typed.q),
    category: readText(typed.category),
    sort,
    view: typed.view === 'list' ? 'list' : undefined,
    shown: readShown(typed.shown),
  })
}

/** `initialCategory` is what is filtered by while the address says nothing else. */
export function toProductFilters(address: ProductListSearch, initialCategory: string): ProductFilters {
  const { q = '', category = initialCategory, sort = 'name', shown = PRODUCTS_PER_PAGE } = address
  return { q, category: category.toLowerCase(), sort, shown }
}

function withoutTheUsual({ q, category, sort, view, shown }: ProductListSearch): ProductListSearch {
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(sort && sort !== 'name' && { sort }),
    ...(view && { view }),
    ...(shown && shown > PRODUCTS_PER_PAGE && { shown }),
  }
}

/** The router reads 85 and true in an address as a number and a boolean. */
function readText(typed: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof typed) ? String(typed).slice(0, MAX_TEXT) : undefined
}

/** Whole pages only, so that 'Load More' always adds one. */
function readShown(typed: unknown): number | undefined {
  const shown = Number(readText(typed))
  if (!Number.isInteger(shown) || shown < 1 || shown > MAX_PRODUCTS_SHOWN) return undefined
  return Math.ceil(shown / PRODUCTS_PER_PAGE) * PRODUCTS_PER_PAGE
}
