import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import type { SaleRules } from '#src/features/catalog/food/stored-facts.server.ts'
import { IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { getProductTax } from '#src/features/catalog/products/tax-rates.server.ts'
import {
  adjustStock,
  type FindOrderReferences,
  listStockLedger,
} from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import {
  AdminProduct,
  AdminProductPageQuery,
  CreatedProduct,
  ProductTax,
  StockAdjustment,
  StockLedgerEntry,
  StockLedgerPageQuery,
} from './admin-products.contract.ts'
import { createProduct, removeProduct, restoreProduct, updateProduct } from './admin-products.server.ts'
import { TypedProduct, TypedProductEdit } from './product-form.contract.ts'
import { getAdminProduct, listAdminProducts } from './read-admin-products.server.ts'

const OneProduct = z.object({ id: IntegerId })

const listRoute = defineRoute('get', '/admin/products', {
  ...ADMIN,
  summary: 'List products for the admin, by name',
  query: AdminProductPageQuery,
  ok: ['A page of products', z.array(AdminProduct)],
})
const oneRoute = defineRoute('get', '/admin/products/{id}', {
  ...ADMIN,
  summary: 'Get a product, archived or not',
  params: OneProduct,
  ok: ['The product', AdminProduct],
})
const createProductRoute = defineRoute('post', '/products', {
  ...ADMIN,
  summary: 'Create a product',
  json: TypedProduct,
  created: ['The product', CreatedProduct],
})
const updateRoute = defineRoute('put', '/products/{id}', {
  ...ADMIN,
  summary: 'Change a product',
  params: OneProduct,
  json: TypedProductEdit,
  ok: ['The product', AdminProduct],
})
const deleteRoute = defineRoute('delete', '/products/{id}', {
  ...ADMIN,
  summary: 'Delete a product, or archive it when orders refer to it',
  params: OneProduct,
  ok: ['The product is deleted or archived', z.object({ success: z.literal(true), archived: z.boolean() })],
})
const restoreRoute = defineRoute('post', '/admin/products/{id}/restore', {
  ...ADMIN,
  summary: 'Restore an archived product',
  params: OneProduct,
  ok: ['The product', AdminProduct],
})
const stockRoute = defineRoute('post', '/admin/products/{id}/stock', {
  ...ADMIN,
  summary: 'Adjust stock by a reason',
  params: OneProduct,
  json: StockAdjustment,
  ok: ['The new stock', z.object({ stock: z.int() })],
})
const historyRoute = defineRoute('get', '/admin/products/{id}/stock', {
  ...ADMIN,
  summary: 'List the stock ledger of a product, newest first',
  params: OneProduct,
  query: StockLedgerPageQuery,
  ok: ['A page of the ledger', z.array(StockLedgerEntry)],
})
const taxRoute = defineRoute('get', '/admin/products/{id}/tax', {
  ...ADMIN,
  summary: "Show a product's current tax rate and its history",
  params: OneProduct,
  ok: ['HSN, rate and history', ProductTax],
})

type AdminProductsApi = SaleRules & { db: Db; referencesOf: FindOrderReferences }

export function adminProductsApi({ db, mode, referencesOf }: AdminProductsApi) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const part = await listAdminProducts(db, c.req.valid('query'))
    return setPagination(c, part).json(part.items, 200)
  })
  api.openapi(oneRoute(db), async (c) => c.json(await getAdminProduct(db, c.req.valid('param').id), 200))
  api.openapi(createProductRoute(db), async (c) =>
    c.json(await createProduct(db, { ...c.req.valid('json'), mode, by: c.var.user }), 201),
  )
  api.openapi(updateRoute(db), async (c) => {
    const edit = { ...c.req.valid('json'), id: c.req.valid('param').id, mode, by: c.var.user }
    return c.json(await updateProduct(db, edit), 200)
  })
  api.openapi(deleteRoute(db), async (c) => {
    const outcome = await removeProduct(db, { id: c.req.valid('param').id, by: c.var.user })
    return c.json({ success: true as const, archived: outcome === 'archived' }, 200)
  })
  api.openapi(restoreRoute(db), async (c) =>
    c.json(await restoreProduct(db, { id: c.req.valid('param').id, mode, by: c.var.user }), 200),
  )
  api.openapi(stockRoute(db), async (c) => {
    const change = { ...c.req.valid('json'), productId: c.req.valid('param').id, by: c.var.user }
    return c.json({ stock: await adjustStock(db, change) }, 200)
  })
  api.openapi(historyRoute(db), async (c) => {
    const wanted = { ...c.req.valid('query'), productId: c.req.valid('param').id, referencesOf }
    const part = await listStockLedger(db, wanted)
    return setPagination(c, part).json(part.items, 200)
  })
  api.openapi(taxRoute(db), async (c) =>
    c.json(await getProductTax(db, { id: c.req.valid('param').id, now: new Date() }), 200),
  )
  return api
}
