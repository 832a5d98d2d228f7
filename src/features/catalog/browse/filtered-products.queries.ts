import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CursorPage, getJson, getPage } from '#src/browser/http-client.ts'
import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import { productsPath } from '#src/features/catalog/products/product-params.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { cleanFilters } from '#src/features/catalog/search/product-choices.ts'
import type { ProductFacets, SearchFacts } from '#src/features/catalog/search/search.contract.ts'
import { CARD_COUNT_PATH, firstPagePath } from './first-page-path.ts'
import type { ProductFilters } from './product-filters.ts'

const PATH = '/api/products'

type Found = CursorPage<Product>

export const filteredProductsQuery = (filters: ProductFilters) =>
  queryOptions<Found>({
    queryKey: keyOf(filters),
    queryFn: async ({ client, signal }) => {
      const start = onePageBefore(client, filters) ?? (await getPage<Product>(firstPagePath(filters), signal))
      return fetchUpTo(filters.shown, start, signal)
    },
  })

const keyOf = ({ shown, ...filters }: ProductFilters) => [PATH, 'filtered', filters, shown]

/** The pages already shown, so that 'Load More' fetches only the next one. */
function onePageBefore(client: QueryClient, filters: ProductFilters): Found | undefined {
  const before = client.getQueryState<Found>(keyOf({ ...filters, shown: filters.shown - PRODUCTS_PER_PAGE }))
  return before?.isInvalidated ? undefined : before?.data
}

export async function fetchUpTo(wanted: number, found: Found, signal: AbortSignal): Promise<Found> {
  if (found.next === null || found.items.length >= wanted) return found
  const more = await getPage<Product>(found.next, signal)
  return fetchUpTo(wanted, { ...more, items: onceEach([...found.items, ...more.items]) }, signal)
}

/** A product that was renamed or sold between two pages can come in both. */
const onceEach = (items: readonly Product[]) => [...new Map(items.map((product) => [product.id, product])).values()]

export const allProductsQuery = queryOptions<Product[]>({
  queryKey: [PATH, 'all'],
  queryFn: async ({ signal }) => {
    const start = await getPage<Product>(PATH, signal)
    return (await fetchUpTo(Number.POSITIVE_INFINITY, start, signal)).items
  },
})

/** How many cards a catalog has that the browser does not hold. */
export const cardCountQuery = queryOptions<number>({
  queryKey: [PATH, 'cards'],
  queryFn: async ({ signal }) => {
    const { items, total } = await getPage<Product>(CARD_COUNT_PATH, signal)
    return total ?? items.length
  },
})

/** The counts of a catalog that the browser does not hold. */
export const facetsQuery = ({ q, category, sort: _sort, shown: _shown, ...filters }: ProductFilters) => {
  const path = productsPath({ q, category, ...cleanFilters(filters) }).replace(PATH, `${PATH}/facets`)
  return queryOptions<ProductFacets>({ queryKey: [PATH, path], queryFn: () => getJson(path) })
}

/** Read again after a minute: a product may have got another allergen. */
export const searchFactsQuery = queryOptions<SearchFacts>({
  queryKey: [PATH, 'facts'],
  staleTime: 60_000,
  refetchOnWindowFocus: true,
})
