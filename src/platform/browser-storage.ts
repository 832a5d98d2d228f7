import type { PersistStorage } from 'zustand/middleware'

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage; nothing on the server, and nothing where the browser forbids it. */
export function browserStorage(): TextStorage | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return window.localStorage
  } catch {
    // A browser that forbids site data throws at the mere look.
    return undefined
  }
}

/**
 * A store's place in a storage whose content is looked at when it comes back: `read` takes the text and gives null for
 * what is unusable. Without a storage the state lives as long as the page.
 */
export function checkedStorage<Kept>(
  storage: TextStorage = memoryStorage(),
  read: (text: string | null) => Kept | null,
): PersistStorage<Kept> {
  return {
    getItem: (name) => {
      const state = read(storage.getItem(name))
      // `read` understands every version, so none of them needs a migration.
      return state && { state, version: 0 }
    },
    setItem: (name, value) => storage.setItem(name, JSON.stringify(value)),
    removeItem: (name) => storage.removeItem(name),
  }
}

/** Calls `reread` when another tab has written under the key. */
export function followOtherTabs(key: string, reread: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key === key) reread()
  })
  // A page that comes back from the back-forward cache has missed what other tabs said meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reread()
  })
}

function memoryStorage(): TextStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  }
}
