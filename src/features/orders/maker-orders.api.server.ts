import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { DONE, jsonAnswer, jsonBody, keepPrivate, sayDone } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { getMakerOrder } from './maker-order.server.ts'
import type { KnownOfOrder } from './order-details.server.ts'
import { addOrderNote } from './order-notes.server.ts'
import { setPacked, setTracking } from './order-packing.server.ts'
import { PRINT_KINDS } from './order-print.rules.ts'
import { printOrders } from './order-print.server.ts'
import { MakerOrder, NewOrderNote, Packing, Tracking } from './orders.contract.ts'
import { MAX_PRINTED } from './orders.rules.ts'

const OneOrder = z.object({ id: z.uuid() })

const Print = z.object({
  kind: z.enum(PRINT_KINDS),
  ids: z
    .string()
    .transform((typed) => [...new Set(typed.toLowerCase().split(','))])
    .pipe(z.array(z.uuid()).max(MAX_PRINTED, `No more than ${MAX_PRINTED} orders are printed at once.`)),
})

const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/orders/{id}',
  summary: 'One order with all that the house knows about it',
  request: { params: OneOrder },
  responses: { 200: jsonAnswer('The order', MakerOrder) },
})

const noteRoute = createRoute({
  method: 'post',
  path: '/admin/orders/{id}/notes',
  summary: 'A note for the house, which no shopper sees',
  request: { params: OneOrder, body: jsonBody(NewOrderNote) },
  responses: DONE,
})

const packedRoute = createRoute({
  method: 'put',
  path: '/admin/orders/{id}/packed',
  summary: 'The parcel is ready for the courier, or is opened once more',
  request: { params: OneOrder, body: jsonBody(Packing) },
  responses: DONE,
})

const trackingRoute = createRoute({
  method: 'put',
  path: '/admin/orders/{id}/tracking',
  summary: 'Who carries a parcel that has left, and by which number',
  request: { params: OneOrder, body: jsonBody(Tracking) },
  responses: DONE,
})

const printRoute = createRoute({
  method: 'get',
  path: '/admin/print',
  summary: 'Packing slips, a pick list or address labels of these orders, as a page to print',
  request: { query: Print },
  responses: { 200: { description: 'The page', content: { 'text/html': { schema: z.string() } } } },
})

/** What only the maker sees and does of orders, beside their status. */
export function makerOrdersApi({ db, ...known }: KnownOfOrder & { db: Db }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...detailsRoute, middleware: requireAdmin(db) }, async (c) => {
    keepPrivate(c)
    return c.json(await getMakerOrder(db, c.req.valid('param').id, known), 200)
  })
  api.openapi({ ...noteRoute, middleware: requireAdmin(db) }, async (c) => {
    await addOrderNote(db, { orderId: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
    return sayDone(c)
  })
  api.openapi({ ...packedRoute, middleware: requireAdmin(db) }, async (c) => {
    await setPacked(db, { orderId: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
    return sayDone(c)
  })
  api.openapi({ ...trackingRoute, middleware: requireAdmin(db) }, async (c) => {
    const tracking = c.req.valid('json')
    await setTracking(db, { orderId: c.req.valid('param').id, by: c.get('user'), tracking })
    return sayDone(c)
  })
  api.openapi({ ...printRoute, middleware: requireAdmin(db) }, async (c) => printOrders(db, c.req.valid('query')))
  return api
}
