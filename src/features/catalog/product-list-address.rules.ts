import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import { PRODUCT_SORTS, type ProductSort } from './catalog.rules.ts'

export type ProductView = 'grid' | 'list'

/** What of the product list stands in its address. What is as usual is left out. */
export type ProductListAddress = {
  q?: string
  category?: string
  sort?: ProductSort
  view?: ProductView
  shown?: number
}

const MAX_TEXT = 100
const MAX_SHOWN = 10_000

/** Reads what anybody may have typed into the address; what makes no sense counts as not given. */
export function readProductListAddress(typed: Record<string, unknown>): ProductListAddress {
  const sort = PRODUCT_SORTS.find((known) => known === typed.sort)
  return withoutTheUsual({
    q: readText(typed.q),
    category: readText(typed.category),
    sort,
    view: typed.view === 'list' ? 'list' : undefined,
    shown: readShown(typed.shown),
  })
}

function withoutTheUsual({ q, category, sort, view, shown }: ProductListAddress): ProductListAddress {
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
  if (!Number.isInteger(shown) || shown < 1 || shown > MAX_SHOWN) return undefined
  return Math.ceil(shown / PRODUCTS_PER_PAGE) * PRODUCTS_PER_PAGE
}
