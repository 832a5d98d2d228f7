import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getJson, sendJson } from '#src/platform/http.ts'
import type { SavedItem, SavedKey } from './saved.rules.ts'
import { useSavedStore } from './saved-store.ts'

/** Brings device and account together, once a visit: what the device has not sent is added, then the account's list counts. */
export const savedVisit = (userId: string | null) =>
  queryOptions({
    queryKey: ['/api/saved', userId],
    queryFn: async () => {
      const { belongTo, learn } = useSavedStore.getState()
      belongTo(userId)
      if (userId) {
        const unsent = useSavedStore.getState().items.filter((item) => !item.sent)
        learn(await (unsent.length > 0 ? putSaved(unsent) : getJson<SavedItem[]>('/api/saved')))
      }
      return null
    },
  })

// One after the other, in the order in which the shopper did things.
const scope = { id: 'saved' }

export const sendSaved = mutationOptions({
  mutationFn: (items: readonly SavedItem[]) => putSaved(items),
  onSuccess: (answer: SavedItem[]) => useSavedStore.getState().learn(answer),
  scope,
})

/** The device has forgotten them already; an answer that was under way may have brought them back. */
export const takeFromSaved = mutationOptions({
  mutationFn: async (keys: readonly SavedKey[]) => {
    for (const { productId, kind } of keys) await sendJson<undefined>('DELETE', `/api/saved/${productId}?kind=${kind}`)
    return keys
  },
  onSuccess: (keys: readonly SavedKey[]) => useSavedStore.getState().forget(keys),
  meta: {
    failure: { title: 'Not Saved', description: 'Your account still holds what you removed. Please try again.' },
  },
  scope,
})

/** As many as one call takes; the rest stays unsent until the next visit. */
function putSaved(items: readonly SavedItem[]): Promise<SavedItem[]> {
  const plain = items.slice(0, 100).map(({ productId, quantity, kind }) => ({ productId, quantity, kind }))
  return sendJson<SavedItem[]>('PUT', '/api/saved', { items: plain })
}
