import { useSyncExternalStore } from 'react'

/** False on the server and during hydration, which both lack browser state. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
