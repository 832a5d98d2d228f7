import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { Category, IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { getProductTax } from '#src/features/catalog/products/tax-rates.server.ts'
import {
  adjustStock,
  type FindOrderReferences,
  listStockMovements,
} from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { jsonBody, jsonResponse, setNoStore, setPagination } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import {
  AdminProduct,
  AdminProductPageQuery,
  NewCategory,
  ProductEdit,
  ProductFields,
  ProductTax,
  StockAdjustment,
  StockMovement,
  StockMovementPageQuery,
} from './admin-products.contract.ts'
import {
  addCategory,
  createProduct,
  getAdminProduct,
  listAdminProducts,
  removeProduct,
  restoreProduct,
  updateProduct,
} from './admin-products.server.ts'

const OneProduct = z.object({ id: IntegerId })

const listRoute = createRoute({
  method: 'get',
  path: '/admin/products',
  summary: 'List products for the admin, by name',
  request: { query: AdminProductPageQuery },
  responses: { 200: jsonResponse('A part of the list', z.array(AdminProduct)) },
})
const oneRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}',
  summary: 'One product, also when it is archived',
  request: { params: OneProduct },
  responses: { 200: jsonResponse('The product', AdminProduct) },
})
const createProductRoute = createRoute({
  method: 'post',
  path: '/products',
  summary: 'Create a product',
  request: { body: jsonBody(ProductFields) },
  responses: { 201: jsonResponse('The product', AdminProduct) },
})
const updateRoute = createRoute({
  method: 'put',
  path: '/products/{id}',
  summary: 'Change a product',
  request: { params: OneProduct, body: jsonBody(ProductEdit) },
  responses: { 200: jsonResponse('The product', AdminProduct) },
})
const deleteRoute = createRoute({
  method: 'delete',
  path: '/products/{id}',
  summary: 'Delete a product, or archive it when orders refer to it',
  request: { params: OneProduct },
  responses: { 200: jsonResponse('Gone', z.object({ success: z.literal(true), archived: z.boolean() })) },
})
const restoreRoute = createRoute({
  method: 'post',
  path: '/admin/products/{id}/restore',
  summary: 'Restore an archived product',
  request: { params: OneProduct },
  responses: { 200: jsonResponse('The product', AdminProduct) },
})
const stockRoute = createRoute({
  method: 'post',
  path: '/admin/products/{id}/stock',
  summary: 'Adjust stock by a reason',
  request: { params: OneProduct, body: jsonBody(StockAdjustment) },
  responses: { 200: jsonResponse('The stock after it', z.object({ stock: z.int() })) },
})
const historyRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}/stock',
  summary: 'How the stock came to be what it is, newest first',
  request: { params: OneProduct, query: StockMovementPageQuery },
  responses: { 200: jsonResponse('A part of the ledger', z.array(StockMovement)) },
})
const taxRoute = createRoute({
  method: 'get',
  path: '/admin/products/{id}/tax',
  summary: "Show a product's current tax rate and its history",
  request: { params: OneProduct },
  responses: { 200: jsonResponse('HSN, rate and history', ProductTax) },
})
const categoryRoute = createRoute({
  method: 'post',
  path: '/admin/categories',
  summary: 'Add a category',
  request: { body: jsonBody(NewCategory) },
  responses: { 201: jsonResponse('The category', Category) },
})

type AdminProductsApi = { db: Db; referencesOf: FindOrderReferences }

export function adminProductsApi({ db, referencesOf }: AdminProductsApi) {
  const api = createApiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...listRoute, middleware }, async (c) => {
    const part = await listAdminProducts(db, c.req.valid('query'))
    return setPagination(setNoStore(c), part).json(part.products, 200)
  })
  api.openapi({ ...oneRoute, middleware }, async (c) =>
    setNoStore(c).json(await getAdminProduct(db, c.req.valid('param').id), 200),
  )
  api.openapi({ ...createProductRoute, middleware }, async (c) =>
    setNoStore(c).json(await createProduct(db, { ...c.req.valid('json'), by: c.var.user }), 201),
  )
  api.openapi({ ...updateRoute, middleware }, async (c) => {
    const edit = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.var.user }
    return setNoStore(c).json(await updateProduct(db, edit), 200)
  })
  api.openapi({ ...deleteRoute, middleware }, async (c) => {
    const outcome = await removeProduct(db, { id: c.req.valid('param').id, by: c.var.user })
    return setNoStore(c).json({ success: true as const, archived: outcome === 'archived' }, 200)
  })
  api.openapi({ ...restoreRoute, middleware }, async (c) =>
    setNoStore(c).json(await restoreProduct(db, { id: c.req.valid('param').id, by: c.var.user }), 200),
  )
  api.openapi({ ...stockRoute, middleware }, async (c) => {
    const change = { ...c.req.valid('json'), productId: c.req.valid('param').id, by: c.var.user }
    return setNoStore(c).json({ stock: await adjustStock(db, change) }, 200)
  })
  api.openapi({ ...historyRoute, middleware }, async (c) => {
    const wanted = { ...c.req.valid('query'), productId: c.req.valid('param').id, referencesOf }
    const part = await listStockMovements(db, wanted)
    return setPagination(setNoStore(c), part).json(part.moves, 200)
  })
  api.openapi({ ...taxRoute, middleware }, async (c) =>
    setNoStore(c).json(await getProductTax(db, { id: c.req.valid('param').id, now: new Date() }), 200),
  )
  api.openapi({ ...categoryRoute, middleware }, async (c) =>
    setNoStore(c).json(await addCategory(db, { ...c.req.valid('json'), by: c.var.user }), 201),
  )
  return api
}
