import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { AdminCategory, CategoryEdit, CategoryOrder, CategoryRemoval, NewCategory } from './categories.contract.ts'
import {
  addCategory,
  listAdminCategories,
  orderCategories,
  removeCategory,
  updateCategory,
} from './categories.server.ts'

const OneCategory = z.object({ id: IntegerId })

const listRoute = defineRoute('get', '/admin/categories', {
  ...ADMIN,
  summary: 'List the categories in their order, hidden ones included',
  ok: ['The categories', z.array(AdminCategory)],
})
const addRoute = defineRoute('post', '/admin/categories', {
  ...ADMIN,
  summary: 'Add a category',
  json: NewCategory,
  created: ['The category', AdminCategory],
})
const orderRoute = defineRoute('put', '/admin/categories/order', {
  ...ADMIN,
  summary: 'Order the categories',
  json: CategoryOrder,
  ok: ['The categories in their new order', z.array(AdminCategory)],
})
const updateRoute = defineRoute('put', '/admin/categories/{id}', {
  ...ADMIN,
  summary: 'Rename, describe, hide or show a category',
  params: OneCategory,
  json: CategoryEdit,
  ok: ['The category', AdminCategory],
})
const removeRoute = defineRoute('delete', '/admin/categories/{id}', {
  ...ADMIN,
  summary: 'Delete a category, and move its products to another',
  params: OneCategory,
  query: CategoryRemoval,
  ok: ['The category is deleted', z.object({ success: z.literal(true), moved: z.int() })],
})

export function categoriesApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => c.json(await listAdminCategories(db), 200))
  api.openapi(addRoute(db), async (c) => c.json(await addCategory(db, { ...c.req.valid('json'), by: c.var.user }), 201))
  api.openapi(orderRoute(db), async (c) =>
    c.json(await orderCategories(db, { ...c.req.valid('json'), by: c.var.user }), 200),
  )
  api.openapi(updateRoute(db), async (c) => {
    const edit = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.var.user }
    return c.json(await updateCategory(db, edit), 200)
  })
  api.openapi(removeRoute(db), async (c) => {
    const removal = { ...c.req.valid('query'), id: c.req.valid('param').id, by: c.var.user }
    return c.json({ success: true as const, ...(await removeCategory(db, removal)) }, 200)
  })
  return api
}
