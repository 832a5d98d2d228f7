import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { conflictMessage, getJson, getPage, nullOn404, sendJson } from '#src/browser/http-client.ts'
import type { InboxTicket, TicketChange, TicketDetails } from '#src/features/contact/contact.contract.ts'
import type { TicketStatus } from '#src/features/contact/tickets.ts'

const ALL = ['/api/admin/inbox']

type InboxFilters = { status?: TicketStatus; q?: string }

export const inboxQuery = ({ status, q }: InboxFilters) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'list', status ?? '', q ?? ''],
    queryFn: ({ pageParam }) => getPage<InboxTicket>(pageParam),
    initialPageParam: `/api/admin/inbox?${new URLSearchParams({ ...(status && { status }), ...(q && { q }) })}`,
    getNextPageParam: ({ next }) => next,
  })

/** Refetches as many pages as are shown. */
export function loadInbox(queryClient: QueryClient, filters: InboxFilters) {
  const query = inboxQuery(filters)
  const pages = queryClient.getQueryData(query.queryKey)?.pages.length ?? 1
  return queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
}

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
      refreshes: [ALL, ['/api/admin/messages'], ['/api/admin/today']],
    },
  })

export const answerTicket = changing({ title: 'Reply Saved', description: 'We send it by e-mail within seconds.' })
export const closeTicket = changing({ title: 'Ticket Closed' })
export const reopenTicket = changing({ title: 'Ticket Reopened' })
