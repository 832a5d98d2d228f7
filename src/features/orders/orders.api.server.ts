import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, requireUser, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import type { SessionUser } from '#src/features/auth/sessions/sessions.server.ts'
import { adminOrdersApi } from '#src/features/orders/admin/admin-orders.api.server.ts'
import { cancelCustomerOrder, confirmDelivery } from '#src/features/orders/customer/customer-orders.server.ts'
import { planReorder } from '#src/features/orders/customer/reorder.server.ts'
import { listOrders, type OrderScope } from '#src/features/orders/lookup/list-orders.server.ts'
import { getOrderDetails, type OrderLookups } from '#src/features/orders/lookup/order-details.server.ts'
import { ORDER_FILTERS } from '#src/features/orders/lookup/order-filters.ts'
import {
  jsonBody,
  jsonResponse,
  OK_RESPONSE,
  sendOk,
  setNoStore,
  setPagination,
} from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { type OnOrderCancelled, setOrderStatus } from './change-order-status.server.ts'
import { Order, OrderCancellation, OrderDetails, OrderStatusChange, Reorder } from './orders.contract.ts'

const CHANGES: RateLimit = { name: 'order-change-user', max: 30, perSeconds: 600 }

const OneOrder = z.object({ id: z.uuid() })
const PageOfOrders = z.object({
  /** Only the caller's own orders, even for an admin. */
  own: z.literal('true').optional(),
  status: z.enum(ORDER_FILTERS).optional(),
  q: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.uuid().optional(),
})

const listRoute = createRoute({
  method: 'get',
  path: '/orders',
  summary: "List the customer's own orders; all orders for an admin",
  request: { query: PageOfOrders },
  responses: { 200: jsonResponse('Newest first; the packing queue is oldest first', z.array(Order)) },
})

const detailsRoute = createRoute({
  method: 'get',
  path: '/orders/{id}',
  summary: "Get one of the customer's own orders with its timeline; any order for an admin",
  request: { params: OneOrder },
  responses: { 200: jsonResponse('The order', OrderDetails) },
})

const statusRoute = createRoute({
  method: 'put',
  path: '/orders/{id}/status',
  summary: 'Set the status of an order',
  request: { params: OneOrder, body: jsonBody(OrderStatusChange) },
  responses: OK_RESPONSE,
})

const cancelRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/cancel',
  summary: "Cancel the customer's own order before it is packed",
  request: { params: OneOrder, body: { ...jsonBody(OrderCancellation), required: false } },
  responses: OK_RESPONSE,
})

const receivedRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/received',
  summary: "Confirm the delivery of the customer's own order",
  request: { params: OneOrder },
  responses: OK_RESPONSE,
})

const reorderRoute = createRoute({
  method: 'post',
  path: '/orders/{id}/reorder',
  summary: 'List what of a delivered order can be bought again',
  request: { params: OneOrder },
  responses: { 200: jsonResponse('What can be added to the cart, and what has changed', Reorder) },
})

type OrdersApi = OrderLookups & { db: Db; onCancelled: OnOrderCancelled }

export function ordersApi({ db, onCancelled, ...known }: OrdersApi) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireUser(db) }, async (c) => {
    const { own, ...page } = c.req.valid('query')
    const scope = own ? ownOf(c.get('user')) : whoseFor(c.get('user'))
    const { orders, ...part } = await listOrders(db, scope, page)
    setNoStore(c)
    setPagination(c, part)
    return c.json(orders, 200)
  })
  api.openapi({ ...detailsRoute, middleware: requireUser(db) }, async (c) => {
    setNoStore(c)
    const { id } = c.req.valid('param')
    return c.json(await getOrderDetails(db, { id, scope: whoseFor(c.get('user')), ...known }), 200)
  })
  api.openapi({ ...statusRoute, middleware: requireAdmin(db) }, async (c) => {
    const change = { ...c.req.valid('json'), orderId: c.req.valid('param').id, by: c.get('user') }
    await setOrderStatus(db, change, onCancelled)
    return sendOk(c)
  })
  api.route('/', ownOrdersApi({ db, onCancelled }))
  api.route('/', adminOrdersApi({ db, ...known }))
  return api
}

/** Another customer's order is 404, even for an admin. */
function ownOrdersApi({ db, onCancelled }: Pick<OrdersApi, 'db' | 'onCancelled'>) {
  const api = createApiRouter<SignedIn>()
  const ownOrder = async (user: SessionUser, orderId: string) => {
    await consumeLimit(db, CHANGES, user.id)
    return { userId: user.id, orderId }
  }
  api.openapi({ ...cancelRoute, middleware: requireUser(db) }, async (c) => {
    const own = await ownOrder(c.get('user'), c.req.valid('param').id)
    await cancelCustomerOrder(db, { ...own, reason: c.req.valid('json').reason || undefined }, onCancelled)
    return sendOk(c)
  })
  api.openapi({ ...receivedRoute, middleware: requireUser(db) }, async (c) => {
    await confirmDelivery(db, await ownOrder(c.get('user'), c.req.valid('param').id))
    return sendOk(c)
  })
  api.openapi({ ...reorderRoute, middleware: requireUser(db) }, async (c) =>
    c.json(await planReorder(db, await ownOrder(c.get('user'), c.req.valid('param').id)), 200),
  )
  return api
}

const ownOf = (user: SessionUser): OrderScope => ({ userId: user.id })

function whoseFor(user: SessionUser): OrderScope {
  return user.isAdmin && user.sessionKind === 'admin' ? 'everybody' : ownOf(user)
}
