import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getJson, sendJson } from '#src/browser/http-client.ts'
import type { SavedItem, SavedItemKey } from './saved-items.ts'
import { useSavedItemsStore } from './saved-items-store.ts'

/** Uploads what the device has not sent, then takes the account's list. Once a visit. */
export const syncSavedItemsQuery = (userId: string | null) =>
  queryOptions({
    queryKey: ['/api/saved', userId],
    queryFn: async () => {
      const { setOwner, receiveAccountItems } = useSavedItemsStore.getState()
      setOwner(userId)
      if (userId) {
        const unsent = useSavedItemsStore.getState().items.filter((item) => !item.sent)
        receiveAccountItems(await (unsent.length > 0 ? putSaved(unsent) : getJson<SavedItem[]>('/api/saved')))
      }
      return null
    },
  })

// Runs one mutation after the other, in the customer's order.
const scope = { id: 'saved' }

export const uploadSavedItems = mutationOptions({
  mutationFn: (items: readonly SavedItem[]) => putSaved(items),
  onSuccess: (answer: SavedItem[]) => useSavedItemsStore.getState().receiveAccountItems(answer),
  scope,
})

/** The device has removed them already; a running upload may have brought them back. */
export const deleteSavedItems = mutationOptions({
  mutationFn: async (keys: readonly SavedItemKey[]) => {
    for (const { productId, kind } of keys) await sendJson<undefined>('DELETE', `/api/saved/${productId}?kind=${kind}`)
    return keys
  },
  onSuccess: (keys: readonly SavedItemKey[]) => useSavedItemsStore.getState().remove(keys),
  meta: {
    failure: { title: 'Not Saved', description: 'We could not remove it from your account. Please try again.' },
  },
  scope,
})

/** Sends as many as one request takes; the rest follows on the next visit. */
function putSaved(items: readonly SavedItem[]): Promise<SavedItem[]> {
  const plain = items.slice(0, 100).map(({ productId, quantity, kind }) => ({ productId, quantity, kind }))
  return sendJson<SavedItem[]>('PUT', '/api/saved', { items: plain })
}
