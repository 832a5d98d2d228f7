import { createRoute, z } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { answerToAll, jsonAnswer, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { Category, IntegerId, Product, ProductPage, TaxRates } from './catalog.contract.ts'
import { getProduct, listCategories, listProductPage } from './catalog.server.ts'
import { ratesToday } from './tax-rates.server.ts'

const list = createRoute({
  method: 'get',
  path: '/products',
  // A hundred are 30 KB as they are. The first hundred are kept packed besides (decision 0012).
  middleware: compress(),
  request: { query: ProductPage },
  responses: {
    200: jsonAnswer('What is for sale, as the house brought it out unless sorted otherwise', z.array(Product)),
  },
})
const one = createRoute({
  method: 'get',
  path: '/products/{id}',
  request: { params: z.object({ id: IntegerId }) },
  responses: { 200: jsonAnswer('One product', Product) },
})
const allCategories = createRoute({
  method: 'get',
  path: '/categories',
  responses: { 200: jsonAnswer('The categories', z.array(Category)) },
})

const taxRates = createRoute({
  method: 'get',
  path: '/tax-rates',
  responses: { 200: jsonAnswer('The GST within the prices of today', TaxRates) },
})

/** Everybody may read the catalogue: these calls need no session. */
export const catalogApi = ({ db }: { db: Db }) =>
  apiRouter()
    .openapi(list, async (c) => {
      const page = await listProductPage(db, c.req.valid('query'))
      return answerToAll(tellPart(c, page)).json(page.products, 200)
    })
    .openapi(one, async (c) => answerToAll(c).json(await getProduct(db, c.req.valid('param').id), 200))
    .openapi(allCategories, async (c) => answerToAll(c).json(await listCategories(db), 200))
    .openapi(taxRates, async (c) => answerToAll(c).json(await ratesToday(db, new Date()), 200))
