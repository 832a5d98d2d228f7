import { browserStorage, createKeptStore, followOtherTabs, type TextStorage } from '#src/platform/browser-storage.ts'
import {
  isSame,
  type KeptSaved,
  mergeSaved,
  readKeptSaved,
  type SavedItem,
  type SavedKey,
  visibleTo,
  withAccount,
} from './saved.rules.ts'

export type SavedState = KeptSaved & {
  keep: (items: readonly SavedItem[]) => void
  forget: (keys: readonly SavedKey[]) => void
  /** Somebody else looks at this device, or nobody any more: what another account holds is dropped. */
  belongTo: (userId: string | null) => void
  /** What the account holds now. */
  learn: (answer: readonly SavedItem[]) => void
}

export const SAVED_KEY = 'golconda-saved'

/** What is saved, over some storage. Without one it lives as long as the page. */
export function createSavedStore(storage: TextStorage | undefined) {
  return createKeptStore<SavedState, KeptSaved>(
    { name: SAVED_KEY, storage, read: readKeptSaved, keep: ({ items, userId }) => ({ items, userId }) },
    (set) => ({
      items: [],
      userId: null,
      keep: (more) =>
        set(({ items }) => ({
          items: mergeSaved(
            items,
            more.map((item) => ({ ...item, sent: false })),
          ),
        })),
      forget: (keys) => set(({ items }) => ({ items: items.filter((item) => !keys.some((key) => isSame(key, item))) })),
      belongTo: (userId) => set((kept) => ({ items: visibleTo(kept, userId), userId })),
      learn: (answer) => set((kept) => ({ items: withAccount(kept, answer) })),
    }),
  )
}

export const useSavedStore = createSavedStore(browserStorage())

followOtherTabs(SAVED_KEY, useSavedStore.reread)
