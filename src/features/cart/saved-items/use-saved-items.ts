import { type MutationOptions, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { deleteSavedItems, syncSavedItemsQuery, uploadSavedItems } from './saved-items.queries.ts'
import { filterVisibleItems, type SavedItem, type SavedItemKey } from './saved-items.ts'
import { useSavedItemsStore } from './saved-items-store.ts'

const NO_ITEMS: SavedItem[] = []

/** Saves on the device at once, and in the account if signed in. Empty before hydration. */
export function useSavedItems() {
  const userId = useUser()?.id ?? null
  const isHydrated = useHydrated()
  const { items, userId: owner, save, remove } = useSavedItemsStore()
  useQuery({ ...syncSavedItemsQuery(userId), enabled: isHydrated })
  const queryClient = useQueryClient()
  return {
    saved: isHydrated ? filterVisibleItems({ items, userId: owner }, userId) : NO_ITEMS,
    save(added: readonly SavedItem[]) {
      save(added)
      if (userId) mutateInBackground(queryClient, uploadSavedItems, added)
    },
    remove(keys: readonly SavedItemKey[]) {
      remove(keys)
      if (userId) mutateInBackground(queryClient, deleteSavedItems, keys)
    },
  }
}

/** Runs a mutation without an observer, which the shop's public pages then need not load. */
function mutateInBackground<Answer, Given>(
  queryClient: QueryClient,
  options: MutationOptions<Answer, Error, Given>,
  given: Given,
): void {
  const mutation = queryClient.getMutationCache().build(queryClient, options)
  // The mutation cache reports the failure.
  mutation.execute(given).catch(() => undefined)
}
