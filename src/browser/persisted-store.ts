import { create } from 'zustand'

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Undefined on the server, and where the browser forbids or lacks storage. */
export function getLocalStorage(): TextStorage | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    const storage: Storage | null = window.localStorage
    // `getItem` throws if site data is forbidden or damaged.
    storage?.getItem('')
    return storage ?? undefined
  } catch {
    return undefined
  }
}

type PersistOptions<State, Stored> = {
  name: string
  storage: TextStorage | undefined
  read: (text: string | null) => Stored | null
  keep: (state: State) => Stored
}

type Change<State> = (change: Partial<State> | ((state: State) => Partial<State>)) => void

/** Smaller than zustand's `persist`: neither async storage nor migrations. */
export function createPersistedStore<State extends object, Stored extends Partial<State>>(
  { name, storage, read, keep }: PersistOptions<State, Stored>,
  stateOf: (set: Change<State>, get: () => State) => State,
) {
  const store = create<State>()((set, get) => {
    const setAndPersist: Change<State> = (change) => {
      set(change)
      // In the format of `persist`, so that stored carts stay readable.
      write(JSON.stringify({ state: keep(get()), version: 0 }))
    }
    return stateOf(setAndPersist, get)
  })
  function write(text: string) {
    try {
      storage?.setItem(name, text)
    } catch {
      // The storage is full: the change lives as long as the page.
    }
  }
  function reread() {
    const stored = storage && read(storage.getItem(name))
    if (stored) store.setState(stored)
  }
  reread()
  return Object.assign(store, { reread })
}

export function syncAcrossTabs(key: string, reread: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key === key) reread()
  })
  // A page restored from the back-forward cache has missed changes in other tabs.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reread()
  })
}
