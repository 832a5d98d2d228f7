import { mutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { conflictMessage, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import type { ModerationDecision, ModerationItem } from './moderation.contract.ts'
import { UNDO_SECONDS } from './moderation-flags.ts'

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

export type UndoableDecision = { item: ModerationItem; to: ReviewStatus }

/** Decisions are sent at once and can be undone for some seconds. */
export function useModerationDecisions() {
  const { mutateAsync } = useMutation(submitModerationDecision)
  const [decided, setDecided] = useState<readonly UndoableDecision[]>([])
  const removeDecision = (gone: UndoableDecision) => setDecided((now) => now.filter((one) => one !== gone))

  function decide(item: ModerationItem, to: ReviewStatus, reason?: string) {
    const decision = { item, to }
    setDecided((now) => [...now, decision])
    // The mutation shows the error, and the item returns to its position.
    mutateAsync({ item, decision: to, reason }).catch(() => removeDecision(decision))
    setTimeout(() => removeDecision(decision), UNDO_SECONDS * 1000)
  }

  function undo(decision: UndoableDecision) {
    const { item } = decision
    mutateAsync({ item, decision: item.status, reason: item.reason ?? undefined }).then(
      () => removeDecision(decision),
      () => removeDecision(decision),
    )
  }
  return { decided, decide, undo }
}
