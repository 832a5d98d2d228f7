import { craftingDaysUntil, craftingEndsOn, type DeliveryRules } from '#src/core/delivery-promise.ts'
import { CRAFTING_DAYS } from '#src/features/custom-orders/custom-order-options.ts'

/** The day that a quotation names where the admin names none: after the crafting time that the shop promises. */
export function defaultReadyDate(quotedAt: Date, rules: DeliveryRules): string {
  return craftingEndsOn(quotedAt, CRAFTING_DAYS.to, rules)
}

type Quoted = { quotedAt: Date; readyOn: string | null }
/** What making it takes from the payment on, and the day before which it does not leave. */
type Crafting = { craftingDays: number; readyOn: string }

/**
 * How a quotation binds the studio. Paid on the day it was sent, the chocolate is ready on the day it names. Paid later,
 * the studio needs its crafting time from the payment on, but never more than it had allowed itself.
 */
export function resolveCraftingTime({ quotedAt, readyOn }: Quoted, rules: DeliveryRules): Crafting {
  const named = readyOn ?? defaultReadyDate(quotedAt, rules)
  return { craftingDays: Math.min(craftingDaysUntil(named, quotedAt, rules), CRAFTING_DAYS.to), readyOn: named }
}

/** The day on which it is ready when it is paid at the given moment. */
export function calculateReadyDate({ craftingDays, readyOn }: Crafting, paidAt: Date, rules: DeliveryRules): string {
  const made = craftingEndsOn(paidAt, craftingDays, rules)
  return made > readyOn ? made : readyOn
}
