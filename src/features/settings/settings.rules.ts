import { paiseFromRupees } from '#src/core/money.ts'
import { businessDaysText, freeShippingClaim, type ShippingRule } from '#src/core/shop-policy.ts'
import type { PublicSettings, Settings } from './settings.contract.ts'

/** A claim as one text: 12+ years experience. */
export function claimText({ figure, of }: { figure: string; of: string }): string {
  return `${figure} ${of}`
}

/** What the shop promises beside every price; undefined is a claim that the maker does not make. */
export type Promises = { freeShipping: string; delivery: string; returns?: string; handcrafted?: string }

export function promisesOf({ claims: { returns, handcrafted }, shipping, delivery }: PublicSettings): Promises {
  return {
    freeShipping: freeShippingClaim(shippingRuleOf(shipping)),
    delivery: businessDaysText(delivery.elsewhere),
    ...(returns && { returns: claimText(returns) }),
    ...(handcrafted && { handcrafted: claimText(handcrafted) }),
  }
}

export function shippingRuleOf({ freeFrom, fee }: Settings['shipping']): ShippingRule {
  return { freeFrom: paiseFromRupees(freeFrom), fee: paiseFromRupees(fee) }
}
