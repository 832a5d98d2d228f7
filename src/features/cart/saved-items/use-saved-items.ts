import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mutateInBackground } from '#src/browser/background-mutation.ts'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { deleteSavedItems, syncSavedItemsQuery, uploadSavedItems } from './saved-items.queries.ts'
import { filterVisibleItems, type SavedItem, type SavedItemKey } from './saved-items.ts'
import { useSavedItemsStore } from './saved-items-store.ts'

const NOTHING: SavedItem[] = []

/** What this visitor has saved: on the device at once, and in the account where there is one. Nothing before hydration. */
export function useSavedItems() {
  const userId = useUser()?.id ?? null
  const isHydrated = useHydrated()
  const { items, userId: owner, keep, forget } = useSavedItemsStore()
  useQuery({ ...syncSavedItemsQuery(userId), enabled: isHydrated })
  const queryClient = useQueryClient()
  return {
    saved: isHydrated ? filterVisibleItems({ items, userId: owner }, userId) : NOTHING,
    keep(more: readonly SavedItem[]) {
      keep(more)
      if (userId) mutateInBackground(queryClient, uploadSavedItems, more)
    },
    forget(keys: readonly SavedItemKey[]) {
      forget(keys)
      if (userId) mutateInBackground(queryClient, deleteSavedItems, keys)
    },
  }
}
