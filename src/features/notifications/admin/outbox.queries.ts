import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { conflictMessage, getPage, sendJson } from '#src/browser/http-client.ts'
import type { MessageStatus } from '#src/features/notifications/message-status.ts'
import type { OutboxMessage } from '#src/features/notifications/notifications.contract.ts'

const ALL = ['/api/admin/messages']

type Wanted = { status?: MessageStatus; q?: string }

export const outboxQuery = ({ status, q }: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...ALL, status ?? '', q ?? ''],
    queryFn: ({ pageParam }) => getPage<OutboxMessage>(pageParam),
    initialPageParam: `/api/admin/messages?${new URLSearchParams({ ...(status && { status }), ...(q && { q }) })}`,
    getNextPageParam: ({ next }) => next,
  })

export function loadOutboxPages(queryClient: QueryClient, wanted: Wanted) {
  const query = outboxQuery(wanted)
  const pages = queryClient.getQueryData(query.queryKey)?.pages.length ?? 1
  return queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
}

export const resendMessage = mutationOptions({
  mutationFn: (id: OutboxMessage['id']) => sendJson<OutboxMessage>('POST', `/api/admin/messages/${id}/resend`),
  meta: {
    success: { title: 'Message Queued', description: 'We will try again right away.' },
    failure: (error) => ({ title: 'Not Resent', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: [ALL, ['/api/admin/today']],
  },
})
