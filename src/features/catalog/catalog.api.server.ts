import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { apiRouter } from '#src/platform/api-router.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { Category, IntegerId, Product, ProductPage, TaxRates } from './catalog.contract.ts'
import { getProduct, listCategories, listProductPage } from './catalog.server.ts'
import { ratesToday } from './tax-rates.server.ts'

const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { description, content: { 'application/json': { schema } } },
})

const list = createRoute({
  method: 'get',
  path: '/products',
  request: { query: ProductPage },
  responses: json(z.array(Product), 'What is for sale, by name'),
})
const one = createRoute({
  method: 'get',
  path: '/products/{id}',
  request: { params: z.object({ id: IntegerId }) },
  responses: json(Product, 'One product'),
})
const allCategories = createRoute({
  method: 'get',
  path: '/categories',
  responses: json(z.array(Category), 'The categories'),
})

const taxRates = createRoute({
  method: 'get',
  path: '/tax-rates',
  responses: json(TaxRates, 'The GST within the prices of today'),
})

/** Everybody may read the catalogue: these calls need no session. */
export const catalogApi = ({ db }: { db: Db }) =>
  apiRouter()
    .openapi(list, async (c) => {
      const page = await listProductPage(db, c.req.valid('query'))
      c.header('X-Total-Count', String(page.total))
      if (page.nextCursor !== undefined) c.header('Link', nextPage(c, page.nextCursor))
      return answerToAll(c).json(page.products, 200)
    })
    .openapi(one, async (c) => answerToAll(c).json(await getProduct(db, c.req.valid('param').id), 200))
    .openapi(allCategories, async (c) => answerToAll(c).json(await listCategories(db), 200))
    .openapi(taxRates, async (c) => answerToAll(c).json(await ratesToday(db, new Date()), 200))

/** The same for everybody, but stock changes any moment: whoever keeps it must ask again. */
function answerToAll<C extends Context>(c: C): C {
  c.header('Cache-Control', 'public, no-cache')
  return c
}

function nextPage(c: Context, cursor: number): string {
  const query = new URLSearchParams({ ...c.req.query(), cursor: String(cursor) })
  return `<${c.req.path}?${query}>; rel="next"`
}
