import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { listProductPage } from '#src/features/catalog/search/list-product-page.server.ts'
import { countFacets, listSearchFacts } from '#src/features/catalog/search/product-facets.server.ts'
import { ProductFacets, SearchFacts } from '#src/features/catalog/search/search.contract.ts'
import { createSearchIndex, type SearchIndex } from '#src/features/catalog/search/search-index.server.ts'
import { compressUncached } from '#src/server/http/compression.server.ts'
import { setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import {
  IntegerId,
  ListedCategory,
  Product,
  ProductDetail,
  ProductFacetsQuery,
  ProductPageQuery,
  TaxRates,
} from './products.contract.ts'
import { getProduct, listCategories } from './products.server.ts'
import { getCurrentTaxRates } from './tax-rates.server.ts'

const listRoute = (isCacheableQuery: (search: string) => boolean) =>
  defineRoute('get', '/products', {
    ...PUBLIC,
    cache: { tags: ['products', 'categories'], isCacheableQuery },
    query: ProductPageQuery,
    summary: 'List the products for sale',
    ok: ['The products for sale, oldest first unless sorted otherwise', z.array(Product)],
    middleware: [compressUncached],
  })
const searchFacts = defineRoute('get', '/products/facts', {
  ...PUBLIC,
  cache: { tags: ['products', 'settings'] },
  summary: 'Get what search and filters need to know of the products',
  ok: ['Diet, allergens and cacao of up to 500 products for sale, and the synonyms', SearchFacts],
})
const facets = defineRoute('get', '/products/facets', {
  ...PUBLIC,
  cache: 'revalidate',
  query: ProductFacetsQuery,
  summary: 'Count the products for sale that each filter would leave',
  ok: ['The counts, and what the search was corrected to', ProductFacets],
})
const one = defineRoute('get', '/products/{id}', {
  ...PUBLIC,
  cache: { tags: ['products:{id}', 'categories'] },
  params: z.object({ id: IntegerId }),
  summary: 'Get a product',
  ok: ['The product', ProductDetail],
})
const allCategories = defineRoute('get', '/categories', {
  ...PUBLIC,
  cache: { tags: ['categories'] },
  summary: 'List the categories',
  ok: ['The categories in their order, without hidden ones', z.array(ListedCategory)],
})

const taxRates = defineRoute('get', '/tax-rates', {
  ...PUBLIC,
  cache: 'revalidate',
  summary: 'Get the GST rates included in the current prices',
  ok: ['The GST included in the current prices', TaxRates],
})

type ProductsApi = {
  db: Db
  index?: SearchIndex
  /** Which lists are cached. */
  isCacheableQuery?: (search: string) => boolean
}

export function productsApi({ db, index = createSearchIndex(db), isCacheableQuery = () => false }: ProductsApi) {
  const catalog = { db, index }
  return createApiRouter()
    .openapi(listRoute(isCacheableQuery)(), async (c) => {
      const page = await listProductPage(catalog, c.req.valid('query'))
      return setPagination(c, page).json(page.items, 200)
    })
    .openapi(searchFacts(), async (c) => c.json(await listSearchFacts(catalog), 200))
    .openapi(facets(), async (c) => c.json(await countFacets(catalog, c.req.valid('query')), 200))
    .openapi(one(), async (c) => c.json(await getProduct(db, c.req.valid('param').id), 200))
    .openapi(allCategories(), async (c) => c.json(await listCategories(db), 200))
    .openapi(taxRates(), async (c) => c.json(await getCurrentTaxRates(db, new Date()), 200))
}
