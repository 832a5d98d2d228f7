import { businessDaysText, freeShippingText, toShippingRule } from '#src/core/shop-policy.ts'
import type { PublicSettings } from './settings.contract.ts'

export function formatClaim({ figure, of }: { figure: string; of: string }): string {
  return `${figure} ${of}`
}

export type Promises = {
  freeShipping: string
  delivery: string
  deliveryWithArea: string
  returns?: string
  handcrafted?: string
}

export function readPromises({ claims: { returns, handcrafted }, shipping, delivery }: PublicSettings): Promises {
  const days = businessDaysText(delivery.usual)
  return {
    freeShipping: freeShippingText(toShippingRule(shipping)),
    delivery: days,
    deliveryWithArea: delivery.onlyIn ? `${days}, inside ${delivery.onlyIn} only` : days,
    ...(returns && { returns: formatClaim(returns) }),
    ...(handcrafted && { handcrafted: formatClaim(handcrafted) }),
  }
}
