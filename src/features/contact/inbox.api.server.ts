import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { InboxPage, InboxTicket, TicketChange, TicketDetails } from './contact.contract.ts'
import { changeTicket, listTickets, ticketDetails } from './inbox.server.ts'

const OneTicket = TicketDetails.pick({ id: true })

const listRoute = createRoute({
  method: 'get',
  path: '/admin/inbox',
  summary: 'What people wrote to the studio',
  request: { query: InboxPage },
  responses: {
    200: jsonAnswer('What is open: the next promise first. All else: the latest first', z.array(InboxTicket)),
  },
})
const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/inbox/{id}',
  summary: 'One ticket with its words and what was answered',
  request: { params: OneTicket },
  responses: { 200: jsonAnswer('The ticket', TicketDetails) },
})
const changeRoute = createRoute({
  method: 'put',
  path: '/admin/inbox/{id}',
  summary: 'The maker answers, closes or opens a ticket again',
  request: { params: OneTicket, body: jsonBody(TicketChange) },
  responses: { 200: jsonAnswer('The ticket as it is now', TicketDetails) },
})

/** The studio's letters, for the maker alone. */
export function inboxApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, ...part } = await listTickets(db, page)
    keepPrivate(c)
    tellPart(c, part)
    return c.json(items, 200)
  })
  api.openapi({ ...detailsRoute, middleware: requireAdmin(db) }, async (c) => {
    keepPrivate(c)
    return c.json(await ticketDetails(db, c.req.valid('param').id), 200)
  })
  api.openapi({ ...changeRoute, middleware: requireAdmin(db) }, async (c) => {
    const change = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user') }
    return c.json(await changeTicket(db, change), 200)
  })
  return api
}
