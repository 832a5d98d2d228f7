import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import {
  MAX_PRODUCTS_PER_REQUEST,
  ONE_PER_FAMILY,
  productsPath,
} from '#src/features/catalog/products/product-params.ts'
import { ALL_CATEGORIES } from '#src/features/catalog/products/products.ts'
import { cleanFilters } from '#src/features/catalog/search/product-choices.ts'
import { type ProductFilters, toProductFilters } from './product-filters.ts'

const MOST_AT_ONCE = MAX_PRODUCTS_PER_REQUEST - (MAX_PRODUCTS_PER_REQUEST % PRODUCTS_PER_PAGE)

export const firstPagePath = ({ shown, q, category, sort, ...filters }: ProductFilters) =>
  productsPath({ q, category, sort, ...cleanFilters(filters), limit: Math.min(shown, MOST_AT_ONCE), ...ONE_PER_FAMILY })

/** Its header counts all cards. */
export const CARD_COUNT_PATH = productsPath({ limit: 1, ...ONE_PER_FAMILY })

export const DEFAULT_FILTERS = toProductFilters({}, ALL_CATEGORIES)
