import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '#src/features/account/account.queries.ts'
import { startMutation } from '#src/platform/start-mutation.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { savedVisit, sendSaved, takeFromSaved } from './saved.queries.ts'
import { type SavedItem, type SavedKey, visibleTo } from './saved.rules.ts'
import { useSavedStore } from './saved-store.ts'

const NOTHING: SavedItem[] = []

/** What this visitor has saved: on the device at once, and in the account where there is one. Nothing before hydration. */
export function useSaved() {
  const userId = useUser()?.id ?? null
  const isHydrated = useHydrated()
  const { items, userId: owner, keep, forget } = useSavedStore()
  useQuery({ ...savedVisit(userId), enabled: isHydrated })
  const queryClient = useQueryClient()
  return {
    saved: isHydrated ? visibleTo({ items, userId: owner }, userId) : NOTHING,
    keep(more: readonly SavedItem[]) {
      keep(more)
      if (userId) startMutation(queryClient, sendSaved, more)
    },
    forget(keys: readonly SavedKey[]) {
      forget(keys)
      if (userId) startMutation(queryClient, takeFromSaved, keys)
    },
  }
}
