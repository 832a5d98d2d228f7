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
  keep: (items: readonly SavedItem[]) => void
  forget: (keys: readonly SavedItemKey[]) => void
  /** Somebody else looks at this device, or nobody any more: what another account holds is dropped. */
  setOwner: (userId: string | null) => void
  /** What the account holds now. */
  receiveAccountItems: (answer: readonly SavedItem[]) => void
}

export const SAVED_ITEMS_KEY = 'golconda-saved'

/** What is saved, over some storage. Without one it lives as long as the page. */
export function createSavedItemsStore(storage: TextStorage | undefined) {
  return createPersistedStore<SavedItemsState, StoredSavedItems>(
    { name: SAVED_ITEMS_KEY, storage, read: parseStoredItems, keep: ({ items, userId }) => ({ items, userId }) },
    (set) => ({
      items: [],
      userId: null,
      keep: (more) =>
        set(({ items }) => ({
          items: mergeSavedItems(
            items,
            more.map((item) => ({ ...item, sent: false })),
          ),
        })),
      forget: (keys) =>
        set(({ items }) => ({ items: items.filter((item) => !keys.some((key) => isSameSavedItem(key, item))) })),
      setOwner: (userId) => set((kept) => ({ items: filterVisibleItems(kept, userId), userId })),
      receiveAccountItems: (answer) => set((kept) => ({ items: mergeAccountItems(kept, answer) })),
    }),
  )
}

export const useSavedItemsStore = createSavedItemsStore(getLocalStorage())

syncAcrossTabs(SAVED_ITEMS_KEY, useSavedItemsStore.reread)
