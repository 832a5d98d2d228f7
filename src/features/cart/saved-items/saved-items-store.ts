import {
  createPersistedStore,
  getLocalStorage,
  syncAcrossTabs,
  type TextStorage,
} from '#src/browser/persisted-store.ts'
import {
  filterVisibleItems,
  isSameSavedItem,
  mergeAccountItems,
  mergeSavedItems,
  parseStoredItems,
  type SavedItem,
  type SavedItemKey,
  type StoredSavedItems,
} from './saved-items.ts'

export type SavedItemsState = StoredSavedItems & {
  save: (items: readonly SavedItem[]) => void
  remove: (keys: readonly SavedItemKey[]) => void
  /** Another account, or none, uses this device: drops the items of the previous account. */
  setOwner: (userId: string | null) => void
  receiveAccountItems: (answer: readonly SavedItem[]) => void
}

export const SAVED_ITEMS_KEY = 'golconda-saved'

export function createSavedItemsStore(storage: TextStorage | undefined) {
  return createPersistedStore<SavedItemsState, StoredSavedItems>(
    { name: SAVED_ITEMS_KEY, storage, read: parseStoredItems, keep: ({ items, userId }) => ({ items, userId }) },
    (set) => ({
      items: [],
      userId: null,
      save: (added) =>
        set(({ items }) => ({
          items: mergeSavedItems(
            items,
            added.map((item) => ({ ...item, sent: false })),
          ),
        })),
      remove: (keys) =>
        set(({ items }) => ({ items: items.filter((item) => !keys.some((key) => isSameSavedItem(key, item))) })),
      setOwner: (userId) => set((stored) => ({ items: filterVisibleItems(stored, userId), userId })),
      receiveAccountItems: (answer) => set((stored) => ({ items: mergeAccountItems(stored, answer) })),
    }),
  )
}

export const useSavedItemsStore = createSavedItemsStore(getLocalStorage())

syncAcrossTabs(SAVED_ITEMS_KEY, useSavedItemsStore.reread)
