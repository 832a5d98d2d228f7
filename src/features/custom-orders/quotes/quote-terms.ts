import { craftingDaysUntil, craftingEndsOn, type DeliveryRules } from '#src/core/delivery-promise.ts'
import { CRAFTING_DAYS, type CustomOrderStatus, isAgreed } from '#src/features/custom-orders/custom-order-options.ts'

/** The ready day when the admin names none: after the usual crafting time. */
export function defaultReadyDate(quotedAt: Date, rules: DeliveryRules): string {
  return craftingEndsOn(quotedAt, CRAFTING_DAYS.to, rules)
}

type Quoted = { quotedAt: Date; readyOn: string | null }
type CraftingTime = { craftingDays: number; readyOn: string }

/** Paid later, it is ready after the crafting time of the quotation, which is at most the usual one. */
export function resolveCraftingTime({ quotedAt, readyOn }: Quoted, rules: DeliveryRules): CraftingTime {
  const named = readyOn ?? defaultReadyDate(quotedAt, rules)
  return { craftingDays: Math.min(craftingDaysUntil(named, quotedAt, rules), CRAFTING_DAYS.to), readyOn: named }
}

export function calculateReadyDate(
  { craftingDays, readyOn }: CraftingTime,
  paidAt: Date,
  rules: DeliveryRules,
): string {
  const made = craftingEndsOn(paidAt, craftingDays, rules)
  return made > readyOn ? made : readyOn
}

type QuoteState = 'open' | 'expired' | 'agreed' | 'closed'

/** `validUntil` is null before the first quotation. */
type QuotedOrder = { status: CustomOrderStatus; validUntil: Date | null }

/** `agreed` is being made or done, `closed` is declined. */
export function getQuoteState({ status, validUntil }: QuotedOrder, now: Date): QuoteState {
  if (isAgreed(status)) return 'agreed'
  if (status !== 'quoted') return 'closed'
  return validUntil && validUntil > now ? 'open' : 'expired'
}
