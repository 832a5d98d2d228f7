import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { InboxTicket, TicketChange, TicketDetails, TicketListParams } from '#src/features/contact/contact.contract.ts'
import { setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { changeTicket, getTicketDetails, listTickets } from './inbox.server.ts'

const OneTicket = TicketDetails.pick({ id: true })

const listRoute = defineRoute('get', '/admin/inbox', {
  ...ADMIN,
  summary: 'List contact tickets',
  query: TicketListParams,
  ok: ['Open tickets by due date, all others latest first', z.array(InboxTicket)],
})
const detailsRoute = defineRoute('get', '/admin/inbox/{id}', {
  ...ADMIN,
  summary: 'Get a ticket with its message and replies',
  params: OneTicket,
  ok: ['The ticket', TicketDetails],
})
const changeRoute = defineRoute('put', '/admin/inbox/{id}', {
  ...ADMIN,
  summary: 'Reply to, close or reopen a ticket',
  params: OneTicket,
  json: TicketChange,
  ok: ['The changed ticket', TicketDetails],
})

export function inboxApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const page = await listTickets(db, c.req.valid('query'))
    return setPagination(c, page).json(page.items, 200)
  })
  api.openapi(detailsRoute(db), async (c) => {
    return c.json(await getTicketDetails(db, c.req.valid('param').id), 200)
  })
  api.openapi(changeRoute(db), async (c) => {
    const change = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user') }
    return c.json(await changeTicket(db, change), 200)
  })
  return api
}
