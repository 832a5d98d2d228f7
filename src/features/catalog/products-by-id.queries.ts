import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#src/platform/http.ts'
import type { Product } from './catalog.contract.ts'
import { MOST_PRODUCTS_AT_ONCE } from './product-page.rules.ts'
import { someProductsPath } from './some-products.rules.ts'

/** These products, in as many calls as it takes: somebody may have saved more than one call gives. */
export const productsByIdQuery = (ids: readonly number[]) => {
  const asked = [...new Set(ids)].sort((a, b) => a - b)
  return queryOptions<Product[]>({
    queryKey: ['/api/products', 'ids', asked.join(',')],
    queryFn: async () => (await Promise.all(partsOf(asked).map((part) => getJson<Product[]>(part)))).flat(),
  })
}

function partsOf(ids: readonly number[]): string[] {
  if (ids.length === 0) return []
  const first = someProductsPath({ ids: ids.slice(0, MOST_PRODUCTS_AT_ONCE).join(',') })
  return [first, ...partsOf(ids.slice(MOST_PRODUCTS_AT_ONCE))]
}
