import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { UNDO_SECONDS } from '#src/features/stories/moderation.rules.ts'
import type { ModerationItem } from './moderation.contract.ts'
import { decide } from './moderation.queries.ts'
import type { ReviewStatus } from './reviews.rules.ts'

/** A decision that can still be taken back; its item is as it was before. */
export type Decided = { item: ModerationItem; to: ReviewStatus }

/** The maker's decisions of the last seconds. Each is made on the server at once; the seconds are only for undoing. */
export function useDecisions() {
  const { mutateAsync } = useMutation(decide)
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const forget = (gone: Decided) => setDecided((now) => now.filter((one) => one !== gone))

  function make(item: ModerationItem, to: ReviewStatus, reason?: string) {
    const made = { item, to }
    setDecided((now) => [...now, made])
    // A failure is announced by the mutation itself; the item stands where it stood.
    mutateAsync({ item, decision: to, reason }).catch(() => forget(made))
    setTimeout(() => forget(made), UNDO_SECONDS * 1000)
  }

  function undo(made: Decided) {
    const { item } = made
    mutateAsync({ item, decision: item.status, reason: item.reason ?? undefined }).then(
      () => forget(made),
      () => forget(made),
    )
  }
  return { decided, make, undo }
}
