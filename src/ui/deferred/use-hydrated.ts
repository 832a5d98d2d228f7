import { useSyncExternalStore } from 'react'

/** False on the server and in the first browser rendering, which both know nothing of what the browser keeps. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
