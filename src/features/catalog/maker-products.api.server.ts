import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { Category, IntegerId } from './catalog.contract.ts'
import {
  MakerProduct,
  MakerProductPage,
  NewCategory,
  ProductEdit,
  ProductFields,
  ProductTax,
  StockChange,
  StockMove,
  StockMovePage,
} from './maker-products.contract.ts'
import {
  addCategory,
  createProduct,
  getMakerProduct,
  listMakerProducts,
  removeProduct,
  restoreProduct,
  updateProduct,
} from './maker-products.server.ts'
import { changeStock, type OrderReferences, stockHistory } from './stock-desk.server.ts'
import { productTax } from './tax-rates.server.ts'

const OneProduct = z.object({ id: IntegerId })

const json = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } }, required: true })
const answer = <T extends z.ZodType>(description: string, schema: T) => ({
  200: { description, content: { 'application/json': { schema } } },
})
const made = <T extends z.ZodType>(description: string, schema: T) => ({
  201: { description, content: { 'application/json': { schema } } },
})

const listRoute = createRoute({
  method: 'get',
  path: '/admin/products',
  summary: 'The products as their maker sees them, by name',
  request: { query: MakerProductPage },
  responses: answer('A part of the list', z.array(MakerProduct)),
})
const oneRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}',
  summary: 'One product, also when it is archived',
  request: { params: OneProduct },
  responses: answer('The product', MakerProduct),
})
const createProductRoute = createRoute({
  method: 'post',
  path: '/products',
  summary: 'The maker puts a product on the shelves',
  request: { body: json(ProductFields) },
  responses: made('The product', MakerProduct),
})
const updateRoute = createRoute({
  method: 'put',
  path: '/products/{id}',
  summary: 'The maker changes a product',
  request: { params: OneProduct, body: json(ProductEdit) },
  responses: answer('The product', MakerProduct),
})
const deleteRoute = createRoute({
  method: 'delete',
  path: '/products/{id}',
  summary: 'The maker takes a product off the shelves; it is archived when orders tell of it',
  request: { params: OneProduct },
  responses: answer('Gone', z.object({ success: z.literal(true), archived: z.boolean() })),
})
const restoreRoute = createRoute({
  method: 'post',
  path: '/admin/products/{id}/restore',
  summary: 'The maker brings an archived product back',
  request: { params: OneProduct },
  responses: answer('The product', MakerProduct),
})
const stockRoute = createRoute({
  method: 'post',
  path: '/admin/products/{id}/stock',
  summary: 'The maker says what was done with pieces',
  request: { params: OneProduct, body: json(StockChange) },
  responses: answer('The stock after it', z.object({ stock: z.int() })),
})
const historyRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}/stock',
  summary: 'How the stock came to be what it is, newest first',
  request: { params: OneProduct, query: StockMovePage },
  responses: answer('A part of the ledger', z.array(StockMove)),
})
const taxRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}/tax',
  summary: 'How a product is taxed today, and the rates that were written down for it',
  request: { params: OneProduct },
  responses: answer('HSN, rate and history', ProductTax),
})
const categoryRoute = createRoute({
  method: 'post',
  path: '/admin/categories',
  summary: 'The maker adds a category',
  request: { body: json(NewCategory) },
  responses: made('The category', Category),
})

type MakerProductsApi = { db: Db; referencesOf: OrderReferences }

/** What the maker does with products, one by one. */
export function makerProductsApi({ db, referencesOf }: MakerProductsApi) {
  const api = apiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...listRoute, middleware }, async (c) => {
    const { products, total, nextCursor } = await listMakerProducts(db, c.req.valid('query'))
    return partOf(c, { total, nextCursor }).json(products, 200)
  })
  api.openapi({ ...oneRoute, middleware }, async (c) =>
    privately(c).json(await getMakerProduct(db, c.req.valid('param').id), 200),
  )
  api.openapi({ ...createProductRoute, middleware }, async (c) =>
    privately(c).json(await createProduct(db, { ...c.req.valid('json'), by: c.var.user }), 201),
  )
  api.openapi({ ...updateRoute, middleware }, async (c) => {
    const edit = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.var.user }
    return privately(c).json(await updateProduct(db, edit), 200)
  })
  api.openapi({ ...deleteRoute, middleware }, async (c) => {
    const outcome = await removeProduct(db, { id: c.req.valid('param').id, by: c.var.user })
    return privately(c).json({ success: true as const, archived: outcome === 'archived' }, 200)
  })
  api.openapi({ ...restoreRoute, middleware }, async (c) =>
    privately(c).json(await restoreProduct(db, { id: c.req.valid('param').id, by: c.var.user }), 200),
  )
  api.openapi({ ...stockRoute, middleware }, async (c) => {
    const change = { ...c.req.valid('json'), productId: c.req.valid('param').id, by: c.var.user }
    return privately(c).json({ stock: await changeStock(db, change) }, 200)
  })
  api.openapi({ ...historyRoute, middleware }, async (c) => {
    const wanted = { ...c.req.valid('query'), productId: c.req.valid('param').id, referencesOf }
    const { moves, total, nextCursor } = await stockHistory(db, wanted)
    return partOf(c, { total, nextCursor }).json(moves, 200)
  })
  api.openapi({ ...taxRoute, middleware }, async (c) =>
    privately(c).json(await productTax(db, { id: c.req.valid('param').id, now: new Date() }), 200),
  )
  api.openapi({ ...categoryRoute, middleware }, async (c) =>
    privately(c).json(await addCategory(db, { ...c.req.valid('json'), by: c.var.user }), 201),
  )
  return api
}

function privately<C extends Context>(c: C): C {
  c.header('Cache-Control', 'private, no-store')
  return c
}

function partOf<C extends Context>(c: C, { total, nextCursor }: { total: number; nextCursor?: string | number }): C {
  c.header('X-Total-Count', String(total))
  if (nextCursor !== undefined) {
    const query = new URLSearchParams({ ...c.req.query(), cursor: String(nextCursor) })
    c.header('Link', `<${c.req.path}?${query}>; rel="next"`)
  }
  return privately(c)
}
