import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import {
  AdminCustomOrder,
  AdminCustomOrderDetails,
  CustomOrderListParams,
  CustomOrderStatusChange,
  NewQuote,
  QuoteMessage,
  SentQuote,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { answerQuestion } from '#src/features/custom-orders/quotes/answer-question.server.ts'
import { sendQuote } from '#src/features/custom-orders/quotes/send-quote.server.ts'
import { waitForDelivery } from '#src/features/notifications/outbox/delivery-status.server.ts'
import {
  jsonBody,
  jsonResponse,
  OK_RESPONSE,
  sendOk,
  setNoStore,
  setPagination,
} from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import {
  countCustomOrders,
  getCustomOrderDetails,
  listCustomOrders,
  undeliveredMessages,
} from './list-custom-orders.server.ts'
import { setCustomOrderStatus } from './set-custom-order-status.server.ts'

const OneCustomOrder = z.object({ id: z.uuid() })

const listRoute = createRoute({
  method: 'get',
  path: '/admin/custom-orders',
  summary: 'Lists custom orders; with `limit` one page of them',
  request: { query: CustomOrderListParams },
  responses: {
    200: jsonResponse('Pending quotations first, by due time', z.array(AdminCustomOrder)),
  },
})

const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/custom-orders/{id}',
  summary: 'Returns a custom order with its suggested price and history',
  request: { params: OneCustomOrder },
  responses: { 200: jsonResponse('The custom order', AdminCustomOrderDetails) },
})

const quoteRoute = createRoute({
  method: 'put',
  path: '/admin/custom-orders/{id}/quote',
  summary: 'Sends the customer a quotation',
  request: { params: OneCustomOrder, body: jsonBody(NewQuote) },
  responses: { 200: jsonResponse('Saved. `sentVia` are the channels that delivered it at once', SentQuote) },
})

const statusRoute = createRoute({
  method: 'put',
  path: '/admin/custom-orders/{id}/status',
  summary: 'Changes the status of a custom order',
  request: { params: OneCustomOrder, body: jsonBody(CustomOrderStatusChange) },
  responses: OK_RESPONSE,
})

const answerRoute = createRoute({
  method: 'post',
  path: '/admin/custom-orders/{id}/answer',
  summary: "Answers the customer's question about a quotation",
  request: { params: OneCustomOrder, body: jsonBody(QuoteMessage) },
  responses: OK_RESPONSE,
})

type AdminCustomOrdersApi = {
  db: Db
  publicUrl: string
  now: () => Date
  /** How long a response waits for the delivery of the quotation's messages. */
  waitMs: number
}

/** Admin API of custom orders: list, details, status, quotation, answer. */
export function adminCustomOrdersApi({ db, publicUrl, now, waitMs }: AdminCustomOrdersApi) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const found = await listCustomOrders(db, { ...page, ...(page.limit && { limit: page.limit + 1 }) })
    const shown = page.limit ? found.slice(0, page.limit) : found
    setNoStore(c)
    const nextCursor = shown.length < found.length ? shown.at(-1)?.id : undefined
    setPagination(c, { total: await countCustomOrders(db, page.status), nextCursor })
    return c.json(shown, 200)
  })
  api.openapi({ ...detailsRoute, middleware: requireAdmin(db) }, async (c) => {
    setNoStore(c)
    return c.json(await getCustomOrderDetails(db, c.req.valid('param').id, now()), 200)
  })
  api.openapi({ ...quoteRoute, middleware: requireAdmin(db) }, async (c) => {
    const { messageKeys } = await sendQuote(db, {
      ...c.req.valid('json'),
      id: c.req.valid('param').id,
      by: c.get('user'),
      publicUrl,
      now: now(),
    })
    const deliveries = await waitForDelivery(db, messageKeys, waitMs)
    const sentVia = deliveries.filter(({ state }) => state === 'sent').map(({ channel }) => channel)
    setNoStore(c)
    return c.json({ success: true as const, sentVia: sentVia.sort(), unsent: undeliveredMessages(deliveries) }, 200)
  })
  api.openapi({ ...answerRoute, middleware: requireAdmin(db) }, async (c) => {
    await answerQuestion(db, { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user') })
    return sendOk(c)
  })
  api.openapi({ ...statusRoute, middleware: requireAdmin(db) }, async (c) => {
    const change = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user'), now: now() }
    await setCustomOrderStatus(db, change)
    setNoStore(c)
    return sendOk(c)
  })
  return api
}
