import type { QueryClient } from '@tanstack/react-query'
import type { DeskProps, DeskSearch } from '#src/platform/desk.ts'

export async function loadDesk(_queryClient: QueryClient, _search: DeskSearch): Promise<void> {}

export function Desk(_props: DeskProps) {
  return null
}
