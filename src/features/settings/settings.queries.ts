import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { PublicSettings } from './settings.contract.ts'

/** What the maker has set, as far as visitors see it. It comes with every page, so nothing is fetched for it. */
export const publicSettingsQuery = queryOptions<PublicSettings>({ queryKey: ['/api/settings/public'] })

export function usePublicSettings(): PublicSettings {
  return useSuspenseQuery(publicSettingsQuery).data
}
