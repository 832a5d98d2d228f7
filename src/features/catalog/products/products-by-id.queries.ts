import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#src/browser/http-client.ts'
import { MAX_PRODUCTS_PER_REQUEST } from './product-params.ts'
import type { Product } from './products.contract.ts'
import { productsPath } from './products-path.ts'

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
