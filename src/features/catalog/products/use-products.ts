import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getJson } from '#src/browser/http-client.ts'
import { MAX_PRODUCTS_PER_REQUEST, productsPath } from './product-params.ts'
import type { Product } from './products.contract.ts'
import { catalogQuery } from './products.queries.ts'
import type { KnownProducts } from './products.ts'

type Ids = readonly Product['id'][]

/** Undefined until loaded; a complete catalog in the cache needs no request. */
export function useProducts(ids: Ids, { enabled }: { enabled: boolean }): KnownProducts | undefined {
  const isEnabled = enabled && ids.length > 0
  const knowsAll = Boolean(useQueryClient().getQueryData(catalogQuery.queryKey)?.all)
  const { data: catalog } = useQuery({ ...catalogQuery, enabled: isEnabled && knowsAll })
  const { data: some } = useQuery({ ...productsByIdQuery(ids), enabled: isEnabled && !catalog?.all })
  const products = usePreviousData(catalog?.all ?? some)
  return products && { products, whole: products === (catalog?.all ?? some) }
}

/** Refetches these products and everything that shows products. */
export async function fetchProducts(queryClient: QueryClient, ids: Ids): Promise<KnownProducts> {
  await queryClient.invalidateQueries({ queryKey: catalogQuery.queryKey })
  const knowsAll = queryClient.getQueryData(catalogQuery.queryKey)?.all
  const catalog = knowsAll && (await queryClient.fetchQuery(catalogQuery))
  const products = catalog?.all ?? (await queryClient.fetchQuery(productsByIdQuery(ids)))
  return { products, whole: true }
}

export const productsByIdQuery = (ids: readonly number[]) => {
  const uniqueIds = [...new Set(ids)].sort((a, b) => a - b)
  return queryOptions<Product[]>({
    queryKey: ['/api/products', 'ids', uniqueIds.join(',')],
    queryFn: async () => (await Promise.all(partsOf(uniqueIds).map((part) => getJson<Product[]>(part)))).flat(),
  })
}

function partsOf(ids: readonly number[]): string[] {
  if (ids.length === 0) return []
  const first = productsPath({ ids: ids.slice(0, MAX_PRODUCTS_PER_REQUEST).join(',') })
  return [first, ...partsOf(ids.slice(MAX_PRODUCTS_PER_REQUEST))]
}

export function usePreviousData<T>(known: T | undefined): T | undefined {
  const [previous, setPrevious] = useState(known)
  if (known !== undefined && known !== previous) setPrevious(known)
  return known ?? previous
}
