import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { ShippingRule } from '#src/core/shop-policy.ts'
import { toShippingRule } from '#src/core/shop-policy.ts'
import type { PublicSettings } from './settings.contract.ts'
import { type Promises, readPromises } from './shop-promises.ts'

/** The public settings. They are part of every page, so they need no request. */
export const publicSettingsQuery = queryOptions<PublicSettings>({ queryKey: ['/api/settings/public'] })

export function usePublicSettings(): PublicSettings {
  return useSuspenseQuery(publicSettingsQuery).data
}

export function usePromises(): Promises {
  return readPromises(usePublicSettings())
}

export function useShippingRule(): ShippingRule {
  return toShippingRule(usePublicSettings().shipping)
}
