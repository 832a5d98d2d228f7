import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { conflictMessage, getJson, nullOn404, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import type { InboxTicket, TicketChange, TicketDetails } from '#src/features/contact/contact.contract.ts'
import type { TicketStatus } from '#src/features/contact/tickets.ts'

const ALL = ['/api/admin/inbox']

export const inboxQuery = (filters: { status?: TicketStatus; q?: string }) =>
  pagedQuery<InboxTicket>([...ALL, 'list'], '/api/admin/inbox', filters)

export const ticketQuery = (id: string) =>
  queryOptions<TicketDetails | null>({
    queryKey: [...ALL, id],
    queryFn: () => getJson<TicketDetails>(`/api/admin/inbox/${encodeURIComponent(id)}`).catch(nullOn404),
  })

const changing = (success: { title: string; description?: string }) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: TicketChange & { id: string }) =>
      sendJson<TicketDetails>('PUT', `/api/admin/inbox/${id}`, change),
    meta: {
      success,
      failure: (error) => ({ title: 'Not Done', description: conflictMessage(error) ?? 'Please try again.' }),
      refreshes: [ALL, ['/api/admin/problems'], ['/api/admin/messages'], ['/api/admin/today']],
    },
  })

export const answerTicket = changing({ title: 'Reply Saved', description: 'We send it by e-mail within seconds.' })
export const closeTicket = changing({ title: 'Ticket Closed' })
export const reopenTicket = changing({ title: 'Ticket Reopened' })
