import { queryOptions } from '@tanstack/react-query'
import { getPage } from '#src/platform/http.ts'
import type { Product } from './catalog.contract.ts'
import { upTo } from './sought-products.queries.ts'

const PATH = '/api/products'

/** Five hundred weigh some 25 KB packed, in five calls. */
export const MOST_PRODUCTS_KNOWN = 500

/** All products, call after call, of a shop with no more than a browser finds in at once (docs/decisions/0017). */
export const wholeShelfQuery = queryOptions<Product[]>({
  queryKey: [PATH, 'all'],
  queryFn: async ({ signal }) => {
    const start = await getPage<Product>(PATH, signal)
    return (await upTo(Number.POSITIVE_INFINITY, start, signal)).items
  },
})
