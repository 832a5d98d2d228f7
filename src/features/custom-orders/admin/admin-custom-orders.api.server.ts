import { z } from 'zod'
import type { Db } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import {
  AdminCustomOrder,
  AdminCustomOrderDetails,
  CustomOrderListParams,
  CustomOrderStatusChange,
  NewBulkQuote,
  NewQuote,
  SentQuote,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { answerQuestion } from '#src/features/custom-orders/quotes/answer-question.server.ts'
import { QuoteMessage } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { sendQuote } from '#src/features/custom-orders/quotes/send-quote.server.ts'
import { waitForDelivery } from '#src/features/notifications/outbox/delivery-status.server.ts'
import { sendOk, setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import {
  countCustomOrders,
  getCustomOrderDetails,
  listCustomOrders,
  undeliveredMessages,
} from './list-custom-orders.server.ts'
import { setCustomOrderStatus } from './set-custom-order-status.server.ts'

const OneCustomOrder = z.object({ id: z.uuid() })

const listRoute = defineRoute('get', '/admin/custom-orders', {
  ...ADMIN,
  summary: 'List custom orders; with `limit` one page of them',
  query: CustomOrderListParams,
  ok: ['Pending quotations first, by due time', z.array(AdminCustomOrder)],
})

const detailsRoute = defineRoute('get', '/admin/custom-orders/{id}', {
  ...ADMIN,
  summary: 'Get a custom order with its suggested price and history',
  params: OneCustomOrder,
  ok: ['The custom order', AdminCustomOrderDetails],
})

const quoteRoute = defineRoute('put', '/admin/custom-orders/{id}/quote', {
  ...ADMIN,
  body: jsonUpTo(16),
  summary: 'Send the customer a quotation',
  params: OneCustomOrder,
  json: NewQuote,
  ok: ['Saved. `sentVia` are the channels that delivered it at once', SentQuote],
})

const bulkQuoteRoute = defineRoute('put', '/admin/custom-orders/{id}/bulk-quote', {
  ...ADMIN,
  body: jsonUpTo(16),
  summary: 'Send the customer a quotation for the products of a bulk request',
  params: OneCustomOrder,
  json: NewBulkQuote,
  ok: ['Saved. `sentVia` are the channels that delivered it at once', SentQuote],
})

const statusRoute = defineRoute('put', '/admin/custom-orders/{id}/status', {
  ...ADMIN,
  body: jsonUpTo(4),
  summary: 'Change the status of a custom order',
  params: OneCustomOrder,
  json: CustomOrderStatusChange,
  ok: DONE,
})

const answerRoute = defineRoute('post', '/admin/custom-orders/{id}/answer', {
  ...ADMIN,
  summary: "Answer the customer's question about a quotation",
  params: OneCustomOrder,
  json: QuoteMessage,
  ok: DONE,
})

type AdminCustomOrdersApi = {
  db: Db
  publicUrl: string
  now: () => Date
  /** How long a response waits for the delivery of the quotation's messages. */
  waitMs: number
}

export function adminCustomOrdersApi({ db, publicUrl, now, waitMs }: AdminCustomOrdersApi) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const page = c.req.valid('query')
    const found = await listCustomOrders(db, { ...page, ...(page.limit && { limit: page.limit + 1 }) })
    const shown = page.limit ? found.slice(0, page.limit) : found
    const nextCursor = shown.length < found.length ? shown.at(-1)?.id : undefined
    setPagination(c, { total: await countCustomOrders(db, page.status), nextCursor })
    return c.json(shown, 200)
  })
  api.openapi(detailsRoute(db), async (c) => {
    return c.json(await getCustomOrderDetails(db, c.req.valid('param').id, now()), 200)
  })
  async function send(quote: (NewQuote | NewBulkQuote) & { id: string; by: Actor }): Promise<SentQuote> {
    const { messageKeys } = await sendQuote(db, { ...quote, publicUrl, now: now() })
    const deliveries = await waitForDelivery(db, messageKeys, waitMs)
    const sentVia = deliveries.filter(({ state }) => state === 'sent').map(({ channel }) => channel)
    return { success: true, sentVia: sentVia.sort(), unsent: undeliveredMessages(deliveries) }
  }
  api.openapi(quoteRoute(db), async (c) => {
    return c.json(await send({ ...c.req.valid('json'), ...c.req.valid('param'), by: c.get('user') }), 200)
  })
  api.openapi(bulkQuoteRoute(db), async (c) => {
    return c.json(await send({ ...c.req.valid('json'), ...c.req.valid('param'), by: c.get('user') }), 200)
  })
  api.openapi(answerRoute(db), async (c) => {
    await answerQuestion(db, { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user') })
    return sendOk(c)
  })
  api.openapi(statusRoute(db), async (c) => {
    const change = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user'), now: now() }
    await setCustomOrderStatus(db, change)
    return sendOk(c)
  })
  return api
}
