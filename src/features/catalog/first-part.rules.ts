import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import { ALL_CATEGORIES } from './catalog.rules.ts'
import { type Sought, soughtBy } from './product-list-address.rules.ts'
import { MOST_PRODUCTS_AT_ONCE } from './product-page.rules.ts'
import { someProductsPath } from './some-products.rules.ts'

/** Whole pages of the list, and no more than the call gives. */
const MOST_AT_ONCE = MOST_PRODUCTS_AT_ONCE - (MOST_PRODUCTS_AT_ONCE % PRODUCTS_PER_PAGE)

/** The call for the first of what is sought. */
export const firstPartPath = ({ shown, ...sought }: Sought) =>
  someProductsPath({ ...sought, limit: Math.min(shown, MOST_AT_ONCE) })

/** What the list shows to whoever looks for nothing yet. */
export const LIST_ITSELF = soughtBy({}, ALL_CATEGORIES)
