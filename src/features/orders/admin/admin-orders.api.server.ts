import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { setPacked, setTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { PRINT_KINDS } from '#src/features/orders/fulfilment/packing-slips.ts'
import { printOrders } from '#src/features/orders/fulfilment/print-orders.server.ts'
import type { OrderLookups } from '#src/features/orders/lookup/order-details.server.ts'
import { MAX_PRINTED_ORDERS } from '#src/features/orders/order-status.ts'
import { AdminOrder, NewOrderNote, PackedInput, Tracking } from '#src/features/orders/orders.contract.ts'
import { jsonBody, jsonResponse, OK_RESPONSE, sendOk, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { getAdminOrder } from './admin-order.server.ts'
import { addOrderNote } from './order-notes.server.ts'

const OneOrder = z.object({ id: z.uuid() })

const Print = z.object({
  kind: z.enum(PRINT_KINDS),
  ids: z
    .string()
    .transform((typed) => [...new Set(typed.toLowerCase().split(','))])
    .pipe(z.array(z.uuid()).max(MAX_PRINTED_ORDERS, `You can print at most ${MAX_PRINTED_ORDERS} orders at once.`)),
})

const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/orders/{id}',
  summary: 'Get an order with its full history',
  request: { params: OneOrder },
  responses: { 200: jsonResponse('The order', AdminOrder) },
})

const noteRoute = createRoute({
  method: 'post',
  path: '/admin/orders/{id}/notes',
  summary: 'Add a note that only admins see',
  request: { params: OneOrder, body: jsonBody(NewOrderNote) },
  responses: OK_RESPONSE,
})

const packedRoute = createRoute({
  method: 'put',
  path: '/admin/orders/{id}/packed',
  summary: 'Mark an order as packed or unpacked',
  request: { params: OneOrder, body: jsonBody(PackedInput) },
  responses: OK_RESPONSE,
})

const trackingRoute = createRoute({
  method: 'put',
  path: '/admin/orders/{id}/tracking',
  summary: 'Set the tracking number of a shipped order',
  request: { params: OneOrder, body: jsonBody(Tracking) },
  responses: OK_RESPONSE,
})

const printRoute = createRoute({
  method: 'get',
  path: '/admin/print',
  summary: 'Print packing slips, a pick list or address labels of these orders',
  request: { query: Print },
  responses: { 200: { description: 'The page', content: { 'text/html': { schema: z.string() } } } },
})

export function adminOrdersApi({ db, ...lookups }: OrderLookups & { db: Db }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...detailsRoute, middleware: requireAdmin(db) }, async (c) => {
    setNoStore(c)
    return c.json(await getAdminOrder(db, c.req.valid('param').id, lookups), 200)
  })
  api.openapi({ ...noteRoute, middleware: requireAdmin(db) }, async (c) => {
    await addOrderNote(db, { orderId: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
    return sendOk(c)
  })
  api.openapi({ ...packedRoute, middleware: requireAdmin(db) }, async (c) => {
    await setPacked(db, { orderId: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
    return sendOk(c)
  })
  api.openapi({ ...trackingRoute, middleware: requireAdmin(db) }, async (c) => {
    const tracking = c.req.valid('json')
    await setTracking(db, { orderId: c.req.valid('param').id, by: c.get('user'), tracking })
    return sendOk(c)
  })
  api.openapi({ ...printRoute, middleware: requireAdmin(db) }, async (c) => printOrders(db, c.req.valid('query')))
  return api
}
