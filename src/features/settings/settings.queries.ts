import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { ShippingRule } from '#src/core/shop-policy.ts'
import type { PublicSettings } from './settings.contract.ts'
import { type Promises, readPromises, toShippingRule } from './shop-promises.ts'

/** What the maker has set, as far as visitors see it. It comes with every page, so nothing is fetched for it. */
export const publicSettingsQuery = queryOptions<PublicSettings>({ queryKey: ['/api/settings/public'] })

export function usePublicSettings(): PublicSettings {
  return useSuspenseQuery(publicSettingsQuery).data
}

export function usePromises(): Promises {
  return readPromises(usePublicSettings())
}

/** What sending costs, for showing it: what an order pays is the server's to say. */
export function useShippingRule(): ShippingRule {
  return toShippingRule(usePublicSettings().shipping)
}
