import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** What the address of one of the maker's desks says beyond its name: `?status=open&q=ravi`. */
export type AdminSearch = { status?: string; q?: string; id?: string; cursor?: string; from?: string; to?: string }

/** `go` changes the address in place; a field given as undefined is taken out. */
export type AdminPageProps = { search: AdminSearch; go: (change: AdminSearch) => void }

/** What the module of a desk exports. `loadDesk` fetches what `Desk` shows: on the server, and anew on every visit. */
export type AdminPageModule = {
  AdminPage: ComponentType<AdminPageProps>
  loader: (queryClient: QueryClient, search: AdminSearch) => Promise<unknown>
}

const MAX_LENGTH = 200

/** Reads what anybody may have typed into the address; what makes no sense counts as not given. */
export const parseAdminSearch = (typed: Record<string, unknown>): AdminSearch => textsIn(typed, SEARCH)

const SEARCH = ['status', 'q', 'id', 'cursor', 'from', 'to'] as const

/** `view` names a desk; without one it is the dashboard, open at `tab`. Which there are is known where they are shown. */
export type AdminLocation = AdminSearch & { view?: string; tab?: string }

/** Reads the address of the dashboard and of the desks that are views of it. */
export const parseAdminLocation = (typed: Record<string, unknown>): AdminLocation =>
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
