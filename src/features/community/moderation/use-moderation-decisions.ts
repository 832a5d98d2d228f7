import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import type { ModerationItem } from './moderation.contract.ts'
import { submitModerationDecision } from './moderation.queries.ts'
import { UNDO_SECONDS } from './moderation-flags.ts'

/** `item` is as it was before the decision. */
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
