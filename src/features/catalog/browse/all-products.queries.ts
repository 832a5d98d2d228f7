import { queryOptions } from '@tanstack/react-query'
import { getPage } from '#src/browser/http-client.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { fetchUpTo } from './filtered-products.queries.ts'

const PATH = '/api/products'

/** Five hundred are about 25 KB compressed, in five calls. */
export const MAX_PRODUCTS_IN_BROWSER = 500

export const allProductsQuery = queryOptions<Product[]>({
  queryKey: [PATH, 'all'],
  queryFn: async ({ signal }) => {
    const start = await getPage<Product>(PATH, signal)
    return (await fetchUpTo(Number.POSITIVE_INFINITY, start, signal)).items
  },
})
