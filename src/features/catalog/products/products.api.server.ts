import { createRoute, z } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import type { Db } from '#src/db/database.server.ts'
import { jsonResponse, setPagination, setPublicNoCache } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { Category, IntegerId, Product, ProductPageQuery, TaxRates } from './products.contract.ts'
import { getProduct, listCategories, listProductPage } from './products.server.ts'
import { getCurrentTaxRates } from './tax-rates.server.ts'

const list = createRoute({
  method: 'get',
  path: '/products',
  // The first hundred are also cached compressed (decision 0012).
  middleware: compress(),
  request: { query: ProductPageQuery },
  responses: {
    200: jsonResponse('What is for sale, as the house brought it out unless sorted otherwise', z.array(Product)),
  },
})
const one = createRoute({
  method: 'get',
  path: '/products/{id}',
  request: { params: z.object({ id: IntegerId }) },
  responses: { 200: jsonResponse('One product', Product) },
})
const allCategories = createRoute({
  method: 'get',
  path: '/categories',
  responses: { 200: jsonResponse('The categories', z.array(Category)) },
})

const taxRates = createRoute({
  method: 'get',
  path: '/tax-rates',
  responses: { 200: jsonResponse('The GST within the prices of today', TaxRates) },
})

export const productsApi = ({ db }: { db: Db }) =>
  createApiRouter()
    .openapi(list, async (c) => {
      const page = await listProductPage(db, c.req.valid('query'))
      return setPublicNoCache(setPagination(c, page)).json(page.products, 200)
    })
    .openapi(one, async (c) => setPublicNoCache(c).json(await getProduct(db, c.req.valid('param').id), 200))
    .openapi(allCategories, async (c) => setPublicNoCache(c).json(await listCategories(db), 200))
    .openapi(taxRates, async (c) => setPublicNoCache(c).json(await getCurrentTaxRates(db, new Date()), 200))
