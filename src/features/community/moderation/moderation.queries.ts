import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { conflictMessage, getPage, sendJson } from '#src/browser/http-client.ts'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import type { ModerationDecision, ModerationItem } from './moderation.contract.ts'

const ALL = ['/api/admin/moderation']

export const moderationQuery = (status: ReviewStatus) =>
  infiniteQueryOptions({
    queryKey: [...ALL, status],
    queryFn: ({ pageParam }) => getPage<ModerationItem>(pageParam),
    initialPageParam: `/api/admin/moderation?status=${status}`,
    getNextPageParam: ({ next }) => next,
  })

export function loadModerationQueue(queryClient: QueryClient, status: ReviewStatus) {
  const query = moderationQuery(status)
  const pages = queryClient.getQueryData(query.queryKey)?.pages.length ?? 1
  return queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
}

export const submitModerationDecision = mutationOptions({
  mutationFn: ({ item: { kind, id }, ...decision }: ModerationDecision & { item: ModerationItem }) =>
    sendJson<{ success: true }>('PUT', `/api/admin/moderation/${kind}/${id}`, decision),
  // In sequence: an undo must not overtake its decision.
  scope: { id: 'moderation' },
  meta: {
    failure: (error) => ({ title: 'Not Done', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: [ALL, ['/api/stories'], ['/api/products'], ['/api/admin/today']],
  },
})
