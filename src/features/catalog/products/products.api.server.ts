import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { compressUncached } from '#src/server/http/compression.server.ts'
import { setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { IntegerId, ListedCategory, Product, ProductDetail, ProductPageQuery, TaxRates } from './products.contract.ts'
import { getProduct, listCategories, listProductPage } from './products.server.ts'
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

type ProductsApi = { db: Db /** Which lists are cached. */; isCacheableQuery?: (search: string) => boolean }

export const productsApi = ({ db, isCacheableQuery = () => false }: ProductsApi) =>
  createApiRouter()
    .openapi(listRoute(isCacheableQuery)(), async (c) => {
      const page = await listProductPage(db, c.req.valid('query'))
      return setPagination(c, page).json(page.items, 200)
    })
    .openapi(one(), async (c) => c.json(await getProduct(db, c.req.valid('param').id), 200))
    .openapi(allCategories(), async (c) => c.json(await listCategories(db), 200))
    .openapi(taxRates(), async (c) => c.json(await getCurrentTaxRates(db, new Date()), 200))
