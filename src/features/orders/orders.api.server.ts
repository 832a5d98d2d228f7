import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, requireUser, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { countOrders, listOrders, type OrdersOf } from './order-history.server.ts'
import { type OnOrderCancelled, setOrderStatus } from './order-status.server.ts'
import { Order, OrderStatusChange } from './orders.contract.ts'

const OneOrder = z.object({ id: z.uuid() })
const PageOfOrders = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.uuid().optional(),
})

const listRoute = createRoute({
  method: 'get',
  path: '/orders',
  summary: "The shopper's own orders; with the maker's session everybody's",
  request: { query: PageOfOrders },
  responses: { 200: { description: 'Newest first', content: { 'application/json': { schema: z.array(Order) } } } },
})

const statusRoute = createRoute({
  method: 'put',
  path: '/orders/{id}/status',
  summary: 'The maker moves an order',
  request: {
    params: OneOrder,
    body: { content: { 'application/json': { schema: OrderStatusChange } }, required: true },
  },
  responses: {
    200: { description: 'Done', content: { 'application/json': { schema: z.object({ success: z.literal(true) }) } } },
  },
})

export function ordersApi({ db, onCancelled }: { db: Db; onCancelled: OnOrderCancelled }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireUser(db) }, async (c) => {
    const user = c.get('user')
    const whose: OrdersOf = user.isAdmin && user.sessionKind === 'admin' ? 'everybody' : { userId: user.id }
    const page = c.req.valid('query')
    const list = await listOrders(db, whose, page)
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Total-Count', String(await countOrders(db, whose)))
    const last = list.at(-1)
    if (page.limit !== undefined && list.length === page.limit && last)
      c.header('Link', `</api/orders?limit=${page.limit}&cursor=${last.id}>; rel="next"`)
    return c.json(list, 200)
  })
  api.openapi({ ...statusRoute, middleware: requireAdmin(db) }, async (c) => {
    const change = { ...c.req.valid('json'), orderId: c.req.valid('param').id, adminId: c.get('user').id }
    await setOrderStatus(db, change, onCancelled)
    return c.json({ success: true as const }, 200)
  })
  return api
}
