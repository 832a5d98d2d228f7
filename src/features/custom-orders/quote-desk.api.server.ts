import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { deliveriesWithin } from '#src/features/notifications/deliveries.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { DONE, jsonAnswer, jsonBody, keepPrivate, sayDone, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { answerQuestion } from './answering.server.ts'
import { setCustomOrderStatus } from './custom-order-status.server.ts'
import {
  CustomOrderStatusChange,
  CustomOrdersPage,
  MakersCustomOrder,
  NewQuote,
  QuoteDesk,
  QuoteWords,
  SentQuote,
} from './custom-orders.contract.ts'
import { countCustomOrders, getQuoteDesk, listCustomOrders, unsentOf } from './quote-desk.server.ts'
import { sendQuote } from './quoting.server.ts'

const OneCustomOrder = z.object({ id: z.uuid() })

const listRoute = createRoute({
  method: 'get',
  path: '/admin/custom-orders',
  summary: 'Custom orders: without parameters all of them, with `limit` a part',
  request: { query: CustomOrdersPage },
  responses: {
    200: jsonAnswer('Those that wait for a quotation first, by when it is promised', z.array(MakersCustomOrder)),
  },
})

const deskRoute = createRoute({
  method: 'get',
  path: '/admin/custom-orders/{id}',
  summary: 'One custom order, with the suggested price and all that happened to it',
  request: { params: OneCustomOrder },
  responses: { 200: jsonAnswer('The custom order', QuoteDesk) },
})

const quoteRoute = createRoute({
  method: 'put',
  path: '/admin/custom-orders/{id}/quote',
  summary: 'The maker prices a custom order, and its shopper is written to',
  request: { params: OneCustomOrder, body: jsonBody(NewQuote) },
  responses: { 200: jsonAnswer('Saved. `sentVia` are the channels that took it within a moment', SentQuote) },
})

const statusRoute = createRoute({
  method: 'put',
  path: '/admin/custom-orders/{id}/status',
  summary: 'The maker moves a custom order',
  request: { params: OneCustomOrder, body: jsonBody(CustomOrderStatusChange) },
  responses: DONE,
})

const answerRoute = createRoute({
  method: 'post',
  path: '/admin/custom-orders/{id}/answer',
  summary: 'The maker answers what the shopper asked about the quotation',
  request: { params: OneCustomOrder, body: jsonBody(QuoteWords) },
  responses: DONE,
})

type QuoteDeskApi = {
  db: Db
  publicUrl: string
  now: () => Date
  /** For how long an answer waits for the quotation to leave the house. */
  waitMs: number
}

/** What the maker does with custom orders. */
export function quoteDeskApi({ db, publicUrl, now, waitMs }: QuoteDeskApi) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const found = await listCustomOrders(db, { ...page, ...(page.limit && { limit: page.limit + 1 }) })
    const shown = page.limit ? found.slice(0, page.limit) : found
    keepPrivate(c)
    const nextCursor = shown.length < found.length ? shown.at(-1)?.id : undefined
    tellPart(c, { total: await countCustomOrders(db, page.status), nextCursor })
    return c.json(shown, 200)
  })
  api.openapi({ ...deskRoute, middleware: requireAdmin(db) }, async (c) => {
    keepPrivate(c)
    return c.json(await getQuoteDesk(db, c.req.valid('param').id, now()), 200)
  })
  api.openapi({ ...quoteRoute, middleware: requireAdmin(db) }, async (c) => {
    const { messageKeys } = await sendQuote(db, {
      ...c.req.valid('json'),
      id: c.req.valid('param').id,
      by: c.get('user'),
      publicUrl,
      now: now(),
    })
    const deliveries = await deliveriesWithin(db, messageKeys, waitMs)
    const sentVia = deliveries.filter(({ state }) => state === 'sent').map(({ channel }) => channel)
    keepPrivate(c)
    return c.json({ success: true as const, sentVia: sentVia.sort(), unsent: unsentOf(deliveries) }, 200)
  })
  api.openapi({ ...answerRoute, middleware: requireAdmin(db) }, async (c) => {
    await answerQuestion(db, { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user') })
    return sayDone(c)
  })
  api.openapi({ ...statusRoute, middleware: requireAdmin(db) }, async (c) => {
    const change = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user'), now: now() }
    await setCustomOrderStatus(db, change)
    keepPrivate(c)
    return sayDone(c)
  })
  return api
}
