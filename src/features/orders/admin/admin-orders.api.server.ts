import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { setPacked, setTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { PRINT_KINDS } from '#src/features/orders/fulfilment/packing-slips.ts'
import { type FindCustomLabels, printOrders } from '#src/features/orders/fulfilment/print-orders.server.ts'
import type { OrderLookups } from '#src/features/orders/lookup/order-details.server.ts'
import { MAX_PRINTED_ORDERS } from '#src/features/orders/order-status.ts'
import { AdminOrder, HandOver, NewOrderNote, PackedInput, Tracking } from '#src/features/orders/orders.contract.ts'
import { handOver } from '#src/features/orders/pickup/hand-over.server.ts'
import { sendOk } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
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

const detailsRoute = defineRoute('get', '/admin/orders/{id}', {
  ...ADMIN,
  summary: 'Get an order with its full history',
  params: OneOrder,
  ok: ['The order', AdminOrder],
})

const noteRoute = defineRoute('post', '/admin/orders/{id}/notes', {
  ...ADMIN,
  summary: 'Add a note that only admins see',
  params: OneOrder,
  json: NewOrderNote,
  ok: DONE,
})

const packedRoute = defineRoute('put', '/admin/orders/{id}/packed', {
  ...ADMIN,
  summary: 'Mark an order as packed or unpacked',
  params: OneOrder,
  json: PackedInput,
  ok: DONE,
})

const trackingRoute = defineRoute('put', '/admin/orders/{id}/tracking', {
  ...ADMIN,
  summary: 'Set the tracking number of a shipped order',
  params: OneOrder,
  json: Tracking,
  ok: DONE,
})

const handOverRoute = defineRoute('post', '/admin/orders/{id}/hand-over', {
  ...ADMIN,
  summary: 'Hand an order over at the studio, with its pickup code or a reason',
  params: OneOrder,
  json: HandOver,
  ok: DONE,
})

const printRoute = defineRoute('get', '/admin/print', {
  ...ADMIN,
  summary: 'Print packing slips, a pick list, address labels, box labels or message cards of these orders',
  query: Print,
  responses: { 200: { description: 'The page', content: { 'text/html': { schema: z.string() } } } },
})

export type AdminLookups = OrderLookups & { customLabelsOf: FindCustomLabels }

export function adminOrdersApi({ db, customLabelsOf, ...lookups }: AdminLookups & { db: Db }) {
  const api = createApiRouter()
  api.openapi(detailsRoute(db), async (c) => {
    return c.json(await getAdminOrder(db, c.req.valid('param').id, lookups), 200)
  })
  api.openapi(noteRoute(db), async (c) => {
    await addOrderNote(db, { orderId: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
    return sendOk(c)
  })
  api.openapi(packedRoute(db), async (c) => {
    await setPacked(db, { orderId: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
    return sendOk(c)
  })
  api.openapi(trackingRoute(db), async (c) => {
    const tracking = c.req.valid('json')
    await setTracking(db, { orderId: c.req.valid('param').id, by: c.get('user'), tracking })
    return sendOk(c)
  })
  api.openapi(handOverRoute(db), async (c) => {
    await handOver(db, { orderId: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
    return sendOk(c)
  })
  api.openapi(printRoute(db), async (c) => printOrders(db, { ...c.req.valid('query'), customLabelsOf }))
  return api
}
