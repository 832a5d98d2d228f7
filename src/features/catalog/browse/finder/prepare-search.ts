import type { QueryClient } from '@tanstack/react-query'
import {
  cardCountQuery,
  facetsQuery,
  filteredProductsQuery,
  searchFactsQuery,
} from '#src/features/catalog/browse/filtered-products.queries.ts'
import type { ProductFilters } from '#src/features/catalog/browse/product-filters.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { ProductCatalog } from '#src/features/catalog/products/products.queries.ts'
import { cleanFilters } from '#src/features/catalog/search/product-choices.ts'
import { getFinder, needsExplanation } from './finder.ts'

/** Fetches what the list shows, so that an address with filters is rendered whole on the server. */
export async function prefetchFound(client: QueryClient, catalog: ProductCatalog, filters: ProductFilters) {
  if (catalog.all) {
    // The page says so where the facts do not come.
    if (filters.q.trim() !== '' || Object.keys(cleanFilters(filters)).length > 0)
      await client.prefetchQuery(searchFactsQuery)
    return
  }
  const [{ items }] = await Promise.all([
    client.ensureQueryData(filteredProductsQuery(filters)),
    client.prefetchQuery(cardCountQuery),
  ])
  if (needsExplanation(items, filters)) await client.prefetchQuery(facetsQuery(filters))
}

export const readFacts = (client: QueryClient) => client.getQueryData(searchFactsQuery.queryKey)

/** Before the first letter is typed: reads the facts, and the texts of all products. */
export async function prepare(client: QueryClient, all: readonly Product[]) {
  await client.prefetchQuery(searchFactsQuery)
  getFinder(all, readFacts(client))
}
