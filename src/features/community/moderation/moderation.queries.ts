import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { conflictMessage, getPage, sendJson } from '#src/browser/http-client.ts'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import type { ModerationDecision, ModerationItem } from './moderation.contract.ts'

const ALL = ['/api/admin/moderation']

/** What people wrote for the public, page by page. */
export const moderationQuery = (status: ReviewStatus) =>
  infiniteQueryOptions({
    queryKey: [...ALL, status],
    queryFn: ({ pageParam }) => getPage<ModerationItem>(pageParam),
    initialPageParam: `/api/admin/moderation?status=${status}`,
    getNextPageParam: ({ next }) => next,
  })

/** Asks anew for as many pages as are shown. */
export function loadModerationQueue(queryClient: QueryClient, status: ReviewStatus) {
  const query = moderationQuery(status)
  const pages = queryClient.getQueryData(query.queryKey)?.pages.length ?? 1
  return queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
}

/** Publishes, rejects or puts back. What the public sees is asked anew at once. */
export const submitModerationDecision = mutationOptions({
  mutationFn: ({ item: { kind, id }, ...decision }: ModerationDecision & { item: ModerationItem }) =>
    sendJson<{ success: true }>('PUT', `/api/admin/moderation/${kind}/${id}`, decision),
  // One after the other: taking back must not overtake what it takes back.
  scope: { id: 'moderation' },
  meta: {
    failure: (error) => ({ title: 'Not Done', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: [ALL, ['/api/stories'], ['/api/products'], ['/api/admin/today']],
  },
})
