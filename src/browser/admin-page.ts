import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

export type AdminSearch = { status?: string; q?: string; id?: string; cursor?: string; from?: string; to?: string }

export type AdminPageProps = { search: AdminSearch; go: (change: AdminSearch) => void }

/** What the module of an admin page exports; `loader` runs on the server and on every visit. */
export type AdminPageModule = {
  AdminPage: ComponentType<AdminPageProps>
  loader: (queryClient: QueryClient, search: AdminSearch) => Promise<unknown>
}

const MAX_LENGTH = 200

export const parseAdminSearch = (typed: Record<string, unknown>): AdminSearch => textsIn(typed, SEARCH)

const SEARCH = ['status', 'q', 'id', 'cursor', 'from', 'to'] as const

export type AdminLocation = AdminSearch & { view?: string; tab?: string }

export const parseAdminLocation = (typed: Record<string, unknown>): AdminLocation =>
  textsIn(typed, [...SEARCH, 'view', 'tab'])

function textsIn<Name extends string>(typed: Record<string, unknown>, names: readonly Name[]) {
  const search: { [One in Name]?: string } = {}
  for (const name of names) {
    const value = typed[name]
    // The router parses ?q=500001 as a number.
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH) search[name] = text
  }
  return search
}
