import { z } from '@hono/zod-openapi'
import { coerceNumber } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN, BUYING } from '#src/features/auth/sessions/route-presets.server.ts'
import type { SessionUser } from '#src/features/auth/sessions/sessions.server.ts'
import { type AdminLookups, adminOrdersApi } from '#src/features/orders/admin/admin-orders.api.server.ts'
import { cancelCustomerOrder, confirmDelivery } from '#src/features/orders/customer/customer-orders.server.ts'
import { planReorder } from '#src/features/orders/customer/reorder.server.ts'
import { listOrders, type OrderScope } from '#src/features/orders/lookup/list-orders.server.ts'
import { getOrderDetails } from '#src/features/orders/lookup/order-details.server.ts'
import { ORDER_FILTERS } from '#src/features/orders/lookup/order-filters.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { sendOk, setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { setOrderStatus } from './change-order-status.server.ts'
import type { CancellationEvents } from './order-events.server.ts'
import { Order, OrderCancellation, OrderDetails, OrderStatusChange, Reorder } from './orders.contract.ts'

const ORDER_CHANGE_LIMIT: RateLimit = { name: 'order-change-user', max: 30, perSeconds: 600 }

const OneOrder = z.object({ id: z.uuid() })
const PageOfOrders = z.object({
  /** Only the caller's own orders, even for an admin. */
  own: z.literal('true').optional(),
  status: z.enum(ORDER_FILTERS).optional(),
  q: z.string().trim().max(200).optional(),
  limit: coerceNumber(z.int().min(1).max(200)).optional(),
  cursor: z.uuid().optional(),
})

const listRoute = defineRoute('get', '/orders', {
  ...BUYING,
  summary: "List the customer's own orders; all orders for an admin",
  query: PageOfOrders,
  ok: ['Newest first; the packing queue is oldest first', z.array(Order)],
})

const detailsRoute = defineRoute('get', '/orders/{id}', {
  ...BUYING,
  summary: "Get one of the customer's own orders with its timeline; any order for an admin",
  params: OneOrder,
  ok: ['The order', OrderDetails],
})
export type OrderRoute = typeof detailsRoute

const statusRoute = defineRoute('put', '/orders/{id}/status', {
  ...ADMIN,
  body: jsonUpTo(4),
  summary: 'Set the status of an order',
  params: OneOrder,
  json: OrderStatusChange,
  ok: DONE,
})
export type OrderStatusRoute = typeof statusRoute

const cancelRoute = defineRoute('post', '/orders/{id}/cancel', {
  ...BUYING,
  summary: "Cancel the customer's own order before it is packed",
  params: OneOrder,
  optionalJson: OrderCancellation,
  ok: DONE,
})
export type CancelOrderRoute = typeof cancelRoute

const receivedRoute = defineRoute('post', '/orders/{id}/received', {
  ...BUYING,
  summary: "Confirm the delivery of the customer's own order",
  params: OneOrder,
  ok: DONE,
})
export type ReceivedRoute = typeof receivedRoute

const reorderRoute = defineRoute('post', '/orders/{id}/reorder', {
  ...BUYING,
  summary: 'List the items of a delivered order that can be bought again',
  params: OneOrder,
  ok: ['What can be added to the cart, and what has changed', Reorder],
})
export type ReorderRoute = typeof reorderRoute

type OrdersApi = AdminLookups & { db: Db; events: CancellationEvents }

export function ordersApi({ db, events, ...known }: OrdersApi) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const { own, ...page } = c.req.valid('query')
    const scope = own ? ownOf(c.get('user')) : scopeOf(c.get('user'))
    const { orders, ...part } = await listOrders(db, scope, page)
    setPagination(c, part)
    return c.json(orders, 200)
  })
  api.openapi(detailsRoute(db), async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await getOrderDetails(db, { id, scope: scopeOf(c.get('user')), ...known }), 200)
  })
  api.openapi(statusRoute(db), async (c) => {
    const change = { ...c.req.valid('json'), orderId: c.req.valid('param').id, by: c.get('user') }
    await setOrderStatus(db, change, events)
    return sendOk(c)
  })
  api.route('/', ownOrdersApi({ db, events }))
  api.route('/', adminOrdersApi({ db, ...known }))
  return api
}

/** Another customer's order is 404, even for an admin. */
function ownOrdersApi({ db, events }: Pick<OrdersApi, 'db' | 'events'>) {
  const api = createApiRouter()
  const ownOrder = async (user: SessionUser, orderId: string) => {
    await consumeLimit(db, ORDER_CHANGE_LIMIT, user.id)
    return { userId: user.id, orderId }
  }
  api.openapi(cancelRoute(db), async (c) => {
    const own = await ownOrder(c.get('user'), c.req.valid('param').id)
    await cancelCustomerOrder(db, { ...own, reason: c.req.valid('json').reason || undefined }, events)
    return sendOk(c)
  })
  api.openapi(receivedRoute(db), async (c) => {
    await confirmDelivery(db, await ownOrder(c.get('user'), c.req.valid('param').id))
    return sendOk(c)
  })
  api.openapi(reorderRoute(db), async (c) =>
    c.json(await planReorder(db, await ownOrder(c.get('user'), c.req.valid('param').id)), 200),
  )
  return api
}

const ownOf = (user: SessionUser): OrderScope => ({ userId: user.id })

function scopeOf(user: SessionUser): OrderScope {
  return user.isAdmin && user.sessionKind === 'admin' ? 'all' : ownOf(user)
}
