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
  summary: 'What people wrote to the studio',
  request: { query: TicketListParams },
  responses: {
    200: jsonResponse('What is open: the next promise first. All else: the latest first', z.array(InboxTicket)),
  },
})
const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/inbox/{id}',
  summary: 'One ticket with its words and what was answered',
  request: { params: OneTicket },
  responses: { 200: jsonResponse('The ticket', TicketDetails) },
})
const changeRoute = createRoute({
  method: 'put',
  path: '/admin/inbox/{id}',
  summary: 'The maker answers, closes or opens a ticket again',
  request: { params: OneTicket, body: jsonBody(TicketChange) },
  responses: { 200: jsonResponse('The ticket as it is now', TicketDetails) },
})

/** The studio's letters, for the maker alone. */
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
