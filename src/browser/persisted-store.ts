import { create } from 'zustand'

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage; nothing on the server, and nothing where the browser forbids it, has none or cannot read it. */
export function getLocalStorage(): TextStorage | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    // Some apps that show web pages have none.
    const storage: Storage | null = window.localStorage
    // A browser that forbids site data throws at the mere look, one whose files are damaged at the first reading.
    storage?.getItem('')
    return storage ?? undefined
  } catch {
    return undefined
  }
}

type KeptPlace<State, Kept> = {
  name: string
  /** Without one (on the server, or where the browser forbids it) the state lives as long as the page. */
  storage: TextStorage | undefined
  /** Takes what is kept, of whatever version, and gives null for what is unusable. */
  read: (text: string | null) => Kept | null
  /** What of the state is kept. */
  keep: (state: State) => Kept
}

type Change<State> = (change: Partial<State> | ((state: State) => Partial<State>)) => void

/**
 * A store that writes a part of itself down at every change. Own code, because zustand's `persist` also knows storages
 * that answer later, and migrations: nobody here needs either, and everybody would load them.
 */
export function createPersistedStore<State extends object, Kept extends Partial<State>>(
  { name, storage = memoryStorage(), read, keep }: KeptPlace<State, Kept>,
  stateOf: (set: Change<State>, get: () => State) => State,
) {
  const store = create<State>()((set, get) => {
    const setAndKeep: Change<State> = (change) => {
      set(change)
      // As `persist` wrote it: nobody's cart may get lost.
      write(JSON.stringify({ state: keep(get()), version: 0 }))
    }
    return stateOf(setAndKeep, get)
  })
  function write(text: string) {
    try {
      storage.setItem(name, text)
    } catch {
      // Full: what has changed lives as long as the page.
    }
  }
  function reread() {
    const kept = read(storage.getItem(name))
    if (kept) store.setState(kept)
  }
  reread()
  return Object.assign(store, { reread })
}

/** Calls `reread` when another tab has written under the key. */
export function syncAcrossTabs(key: string, reread: () => void): void {
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
