import { queryOptions } from '@tanstack/react-query'
import { getPage } from '#src/browser/http-client.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { fetchUpTo } from './filtered-products.queries.ts'

const PATH = '/api/products'

/** Five hundred weigh some 25 KB packed, in five calls. */
export const MAX_PRODUCTS_IN_BROWSER = 500

/** All products, call after call, of a shop with no more than a browser finds in at once (docs/decisions/0017). */
export const allProductsQuery = queryOptions<Product[]>({
  queryKey: [PATH, 'all'],
  queryFn: async ({ signal }) => {
    const start = await getPage<Product>(PATH, signal)
    return (await fetchUpTo(Number.POSITIVE_INFINITY, start, signal)).items
  },
})
