import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate, tellPart } from '#src/platform/api-shapes.server.ts'
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

const listRoute = createRoute({
  method: 'get',
  path: '/admin/products',
  summary: 'The products as their maker sees them, by name',
  request: { query: MakerProductPage },
  responses: { 200: jsonAnswer('A part of the list', z.array(MakerProduct)) },
})
const oneRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}',
  summary: 'One product, also when it is archived',
  request: { params: OneProduct },
  responses: { 200: jsonAnswer('The product', MakerProduct) },
})
const createProductRoute = createRoute({
  method: 'post',
  path: '/products',
  summary: 'The maker puts a product on the shelves',
  request: { body: jsonBody(ProductFields) },
  responses: { 201: jsonAnswer('The product', MakerProduct) },
})
const updateRoute = createRoute({
  method: 'put',
  path: '/products/{id}',
  summary: 'The maker changes a product',
  request: { params: OneProduct, body: jsonBody(ProductEdit) },
  responses: { 200: jsonAnswer('The product', MakerProduct) },
})
const deleteRoute = createRoute({
  method: 'delete',
  path: '/products/{id}',
  summary: 'The maker takes a product off the shelves; it is archived when orders tell of it',
  request: { params: OneProduct },
  responses: { 200: jsonAnswer('Gone', z.object({ success: z.literal(true), archived: z.boolean() })) },
})
const restoreRoute = createRoute({
  method: 'post',
  path: '/admin/products/{id}/restore',
  summary: 'The maker brings an archived product back',
  request: { params: OneProduct },
  responses: { 200: jsonAnswer('The product', MakerProduct) },
})
const stockRoute = createRoute({
  method: 'post',
  path: '/admin/products/{id}/stock',
  summary: 'The maker says what was done with pieces',
  request: { params: OneProduct, body: jsonBody(StockChange) },
  responses: { 200: jsonAnswer('The stock after it', z.object({ stock: z.int() })) },
})
const historyRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}/stock',
  summary: 'How the stock came to be what it is, newest first',
  request: { params: OneProduct, query: StockMovePage },
  responses: { 200: jsonAnswer('A part of the ledger', z.array(StockMove)) },
})
const taxRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}/tax',
  summary: 'How a product is taxed today, and the rates that were written down for it',
  request: { params: OneProduct },
  responses: { 200: jsonAnswer('HSN, rate and history', ProductTax) },
})
const categoryRoute = createRoute({
  method: 'post',
  path: '/admin/categories',
  summary: 'The maker adds a category',
  request: { body: jsonBody(NewCategory) },
  responses: { 201: jsonAnswer('The category', Category) },
})

type MakerProductsApi = { db: Db; referencesOf: OrderReferences }

/** What the maker does with products, one by one. */
export function makerProductsApi({ db, referencesOf }: MakerProductsApi) {
  const api = apiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...listRoute, middleware }, async (c) => {
    const part = await listMakerProducts(db, c.req.valid('query'))
    return tellPart(keepPrivate(c), part).json(part.products, 200)
  })
  api.openapi({ ...oneRoute, middleware }, async (c) =>
    keepPrivate(c).json(await getMakerProduct(db, c.req.valid('param').id), 200),
  )
  api.openapi({ ...createProductRoute, middleware }, async (c) =>
    keepPrivate(c).json(await createProduct(db, { ...c.req.valid('json'), by: c.var.user }), 201),
  )
  api.openapi({ ...updateRoute, middleware }, async (c) => {
    const edit = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.var.user }
    return keepPrivate(c).json(await updateProduct(db, edit), 200)
  })
  api.openapi({ ...deleteRoute, middleware }, async (c) => {
    const outcome = await removeProduct(db, { id: c.req.valid('param').id, by: c.var.user })
    return keepPrivate(c).json({ success: true as const, archived: outcome === 'archived' }, 200)
  })
  api.openapi({ ...restoreRoute, middleware }, async (c) =>
    keepPrivate(c).json(await restoreProduct(db, { id: c.req.valid('param').id, by: c.var.user }), 200),
  )
  api.openapi({ ...stockRoute, middleware }, async (c) => {
    const change = { ...c.req.valid('json'), productId: c.req.valid('param').id, by: c.var.user }
    return keepPrivate(c).json({ stock: await changeStock(db, change) }, 200)
  })
  api.openapi({ ...historyRoute, middleware }, async (c) => {
    const wanted = { ...c.req.valid('query'), productId: c.req.valid('param').id, referencesOf }
    const part = await stockHistory(db, wanted)
    return tellPart(keepPrivate(c), part).json(part.moves, 200)
  })
  api.openapi({ ...taxRoute, middleware }, async (c) =>
    keepPrivate(c).json(await productTax(db, { id: c.req.valid('param').id, now: new Date() }), 200),
  )
  api.openapi({ ...categoryRoute, middleware }, async (c) =>
    keepPrivate(c).json(await addCategory(db, { ...c.req.valid('json'), by: c.var.user }), 201),
  )
  return api
}
