import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { CreatedProduct } from '#src/features/catalog/admin/admin-products.contract.ts'
import type { SaleRules } from '#src/features/catalog/food/stored-facts.server.ts'
import { IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { JoiningSize, NewSize, ProductSizes, SizeOrder } from './admin-sizes.contract.ts'
import { addSize, getSizes, joinSizes, leaveSizes, orderSizes } from './admin-sizes.server.ts'

const OneProduct = z.object({ id: IntegerId })

const listRoute = defineRoute('get', '/admin/products/{id}/sizes', {
  ...ADMIN,
  summary: "List the sizes of a product's family",
  params: OneProduct,
  ok: ['The sizes in their order, archived ones included', ProductSizes],
})
const addRoute = defineRoute('post', '/admin/products/{id}/sizes', {
  ...ADMIN,
  summary: 'Copy a product as another size of it',
  params: OneProduct,
  json: NewSize,
  created: ['The new product', CreatedProduct],
})
const joinRoute = defineRoute('post', '/admin/products/{id}/sizes/join', {
  ...ADMIN,
  summary: 'Make another product a size of this one',
  params: OneProduct,
  json: JoiningSize,
  ok: ['The sizes with the new one', ProductSizes],
})
const orderRoute = defineRoute('put', '/admin/products/{id}/sizes', {
  ...ADMIN,
  summary: "Order and name the sizes of a product's family",
  params: OneProduct,
  json: SizeOrder,
  ok: ['The sizes in their new order', ProductSizes],
})
const leaveRoute = defineRoute('delete', '/admin/products/{id}/sizes', {
  ...ADMIN,
  summary: 'Take a product out of its family',
  params: OneProduct,
  ok: ['The product alone', ProductSizes],
})

export function adminSizesApi({ db, mode }: SaleRules & { db: Db }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => c.json(await getSizes(db, c.req.valid('param').id), 200))
  api.openapi(addRoute(db), async (c) => {
    const size = { ...c.req.valid('json'), id: c.req.valid('param').id, mode, by: c.var.user }
    return c.json(await addSize(db, size), 201)
  })
  api.openapi(joinRoute(db), async (c) => {
    const size = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.var.user }
    return c.json(await joinSizes(db, size), 200)
  })
  api.openapi(orderRoute(db), async (c) => {
    const order = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.var.user }
    return c.json(await orderSizes(db, order), 200)
  })
  api.openapi(leaveRoute(db), async (c) =>
    c.json(await leaveSizes(db, { id: c.req.valid('param').id, by: c.var.user }), 200),
  )
  return api
}
