import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { InboxTicket, TicketChange, TicketDetails, TicketListParams } from '#src/features/contact/contact.contract.ts'
import { jsonBody, jsonResponse, setNoStore, setPagination } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { changeTicket, getTicketDetails, listTickets } from './inbox.server.ts'

const OneTicket = TicketDetails.pick({ id: true })

const listRoute = createRoute({
  method: 'get',
  path: '/admin/inbox',
  summary: 'List contact tickets',
  request: { query: TicketListParams },
  responses: {
    200: jsonResponse('Open tickets by due date, all others latest first', z.array(InboxTicket)),
  },
})
const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/inbox/{id}',
  summary: 'Get a ticket with its message and replies',
  request: { params: OneTicket },
  responses: { 200: jsonResponse('The ticket', TicketDetails) },
})
const changeRoute = createRoute({
  method: 'put',
  path: '/admin/inbox/{id}',
  summary: 'Reply to, close or reopen a ticket',
  request: { params: OneTicket, body: jsonBody(TicketChange) },
  responses: { 200: jsonResponse('The changed ticket', TicketDetails) },
})

export function inboxApi({ db }: { db: Db }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...listRoute, middleware: requireAdmin(db) }, async (c) => {
    const page = c.req.valid('query')
    const { items, ...part } = await listTickets(db, page)
    setNoStore(c)
    setPagination(c, part)
    return c.json(items, 200)
  })
  api.openapi({ ...detailsRoute, middleware: requireAdmin(db) }, async (c) => {
    setNoStore(c)
    return c.json(await getTicketDetails(db, c.req.valid('param').id), 200)
  })
  api.openapi({ ...changeRoute, middleware: requireAdmin(db) }, async (c) => {
    const change = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user') }
    return c.json(await changeTicket(db, change), 200)
  })
  return api
}
