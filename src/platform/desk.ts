import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** What the address of one of the maker's desks says beyond its name: `?status=open&q=ravi`. */
export type DeskSearch = { status?: string; q?: string; id?: string; cursor?: string; from?: string; to?: string }

/** `go` changes the address in place; a field given as undefined is taken out. */
export type DeskProps = { search: DeskSearch; go: (change: DeskSearch) => void }

/** What the module of a desk exports. `loadDesk` fetches what `Desk` shows: on the server, and anew on every visit. */
export type DeskModule = {
  Desk: ComponentType<DeskProps>
  loadDesk: (queryClient: QueryClient, search: DeskSearch) => Promise<unknown>
}

const MAX_LENGTH = 200

/** Reads what anybody may have typed into the address; what makes no sense counts as not given. */
export const readDeskSearch = (typed: Record<string, unknown>): DeskSearch => textsIn(typed, SEARCH)

const SEARCH = ['status', 'q', 'id', 'cursor', 'from', 'to'] as const

/** `view` names a desk; without one it is the dashboard, open at `tab`. Which there are is known where they are shown. */
export type AdminAddress = DeskSearch & { view?: string; tab?: string }

/** Reads the address of the dashboard and of the desks that are views of it. */
export const readAdminAddress = (typed: Record<string, unknown>): AdminAddress =>
  textsIn(typed, [...SEARCH, 'view', 'tab'])

function textsIn<Name extends string>(typed: Record<string, unknown>, names: readonly Name[]) {
  const kept: { [One in Name]?: string } = {}
  for (const name of names) {
    const value = typed[name]
    // The router reads ?q=500001 as a number.
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH) kept[name] = text
  }
  return kept
}
