import { z } from '@hono/zod-openapi'
import { html } from 'hono/html'
import { DomainError } from '#src/core/domain-error.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { limitWrongSecrets } from '#src/server/overload/rate-limit.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo, SIGNED_BODY } from '#src/server/routes/route-policy.server.ts'
import { bookShipment, listRates } from './book-shipment.server.ts'
import { endShipment, getAdminShipment, getShipmentLabel, requestShipmentPickup } from './handle-shipment.server.ts'
import { noteProblem } from './problems/delivery-problems.server.ts'
import { parseReport, receiveScans, requireWebhookSecret } from './receive-scans.server.ts'
import type { ShipmentContext } from './shipment-parcel.server.ts'
import { AdminShipment, NewShipment, NotedProblem, RatesQuery, ShipmentRates } from './shipments.contract.ts'

const OneOrder = z.object({ id: z.uuid() })
const current = ['The booking as it is now', AdminShipment] as const
const COURIER_CALLS = { ...ADMIN, body: jsonUpTo(4), timeoutMs: 45_000, params: OneOrder } as const

const readRoute = defineRoute('get', '/admin/orders/{id}/shipment', {
  ...ADMIN,
  summary: 'Get the booking of an order with a courier',
  params: OneOrder,
  ok: current,
})

const ratesRoute = defineRoute('get', '/admin/orders/{id}/rates', {
  ...COURIER_CALLS,
  summary: 'List what the courier offers for the parcel of an order',
  query: RatesQuery,
  ok: ['Cheapest first, or why there are none', ShipmentRates],
})

const bookRoute = defineRoute('post', '/admin/orders/{id}/shipment', {
  ...COURIER_CALLS,
  summary: 'Book the parcel of a packed order with the courier',
  json: NewShipment,
  ok: current,
})

const pickupRoute = defineRoute('post', '/admin/orders/{id}/shipment/pickup', {
  ...COURIER_CALLS,
  summary: 'Ask the courier to collect a booked parcel',
  ok: current,
})

const endRoute = defineRoute('post', '/admin/orders/{id}/shipment/end', {
  ...COURIER_CALLS,
  summary: 'Cancel a booking, or close that of a parcel which came back',
  ok: current,
})

const notedRoute = defineRoute('post', '/admin/shipments/{id}/noted', {
  ...ADMIN,
  body: jsonUpTo(1),
  summary: 'Take the problem of a parcel off the to-do list',
  params: OneOrder,
  json: NotedProblem,
  ok: current,
})

const labelRoute = defineRoute('get', '/admin/orders/{id}/label.pdf', {
  ...COURIER_CALLS,
  summary: "Get the courier's label of a booked parcel",
  responses: {
    200: { description: 'The label', content: { 'application/pdf': { schema: z.string() } } },
    409: { description: 'Why there is none, as a page', content: { 'text/html': { schema: z.string() } } },
  },
})

/** Shipping aggregators refuse addresses that contain their own name. */
const scanRoute = defineRoute('post', '/parcel-scans', {
  ...PUBLIC,
  ipLimit: 'webhooks',
  body: SIGNED_BODY,
  whileClosed: true,
  summary: 'Receive the scans of the couriers, with the secret as x-api-key',
  requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  ok: ['Received', z.object({ received: z.literal(true) })],
  responses: { 401: errorResponse('The secret is not valid') },
})

function explainMissingLabel(error: unknown): Promise<Response> {
  if (!(error instanceof DomainError)) throw error
  const body = html`<h1>No label yet</h1><p>${error.message}</p>`
  return renderMessagePage({ title: 'No label yet', body, status: 409 })
}

type ShipmentsApi = ShipmentContext & { webhookSecret: string | undefined }

export function shipmentsApi({ webhookSecret, ...context }: ShipmentsApi) {
  const { db, couriers, now } = context
  const api = createApiRouter()
  api.openapi(readRoute(db), async (c) => c.json(await getAdminShipment(context, c.req.valid('param').id), 200))
  api.openapi(ratesRoute(db), async (c) => {
    return c.json(await listRates(context, { orderId: c.req.valid('param').id, ...c.req.valid('query') }), 200)
  })
  api.openapi(bookRoute(db), async (c) => {
    const { id: orderId } = c.req.valid('param')
    await bookShipment(context, { orderId, by: c.get('user'), ...c.req.valid('json') })
    return c.json(await getAdminShipment(context, orderId), 200)
  })
  api.openapi(pickupRoute(db), async (c) => {
    const { id } = c.req.valid('param')
    await requestShipmentPickup(context, id)
    return c.json(await getAdminShipment(context, id), 200)
  })
  api.openapi(endRoute(db), async (c) => {
    const { id: orderId } = c.req.valid('param')
    await endShipment(context, { orderId, by: c.get('user') })
    return c.json(await getAdminShipment(context, orderId), 200)
  })
  api.openapi(notedRoute(db), async (c) => {
    const { problem } = c.req.valid('json')
    const orderId = await noteProblem(db, { shipmentId: c.req.valid('param').id, problem, by: c.get('user') })
    return c.json(await getAdminShipment(context, orderId), 200)
  })
  api.openapi(labelRoute(db), async (c) => {
    const label = await getShipmentLabel(context, c.req.valid('param').id).catch(explainMissingLabel)
    if (label instanceof Response) return label
    return c.body(new Uint8Array(label), 200, {
      'Content-Type': 'application/pdf',
      'Cache-Control': 'private, no-store',
    })
  })
  api.openapi(scanRoute(), async (c) => {
    const check = () => requireWebhookSecret(webhookSecret, c.req.header('x-api-key'))
    await limitWrongSecrets(db, { webhook: 'courier', address: getClientIp(c), check })
    await receiveScans(db, { ...parseReport(couriers, await c.req.text()), now: now() })
    return c.json({ received: true as const }, 200)
  })
  return api
}
