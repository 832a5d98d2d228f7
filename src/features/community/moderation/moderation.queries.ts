import { mutationOptions } from '@tanstack/react-query'
import { conflictMessage, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import type { ModerationDecision, ModerationItem } from './moderation.contract.ts'

const ALL = ['/api/admin/moderation']

export const moderationQuery = (status: ReviewStatus) =>
  pagedQuery<ModerationItem>(ALL, '/api/admin/moderation', { status })

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
