import type { DeliveryRules } from '#src/core/delivery/delivery-rules.ts'
import { craftingDaysUntil, craftingEndsOn } from '#src/core/delivery/dispatch-days.ts'
import { CRAFTING_DAYS, type CustomOrderStatus, isAgreed } from '#src/features/custom-orders/custom-order-options.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

/** The ready day when the admin names none: after the usual crafting time. */
function usualReadyDay(quotedAt: Date, rules: DeliveryRules): string {
  return craftingEndsOn(quotedAt, CRAFTING_DAYS.to, rules)
}

/** The work that the shop usually has with so many pieces. */
export function usualWork({ dispatch }: Pick<Settings, 'dispatch'>, quantity: number) {
  return { craftingDays: CRAFTING_DAYS.to, craftingMinutes: quantity * dispatch.craftingMinutesPerPiece }
}

type Requested = { kind: 'composed' | 'bulk'; quantity: number }

/** As `usualWork`. The products of a bulk request are in stock. */
export function plannedWork(settings: Pick<Settings, 'dispatch'>, { kind, quantity }: Requested) {
  return kind === 'bulk' ? { craftingDays: 0, craftingMinutes: 0 } : usualWork(settings, quantity)
}

type Quoted = { quotedAt: Date; readyOn: string | null }
type CraftingTime = { craftingDays: number; readyOn: string }

/** Paid later, it is ready after the crafting time of the quotation, which is at most the usual one. */
export function resolveCraftingTime({ quotedAt, readyOn }: Quoted, rules: DeliveryRules): CraftingTime {
  const named = readyOn ?? usualReadyDay(quotedAt, rules)
  return { craftingDays: Math.min(craftingDaysUntil(named, quotedAt, rules), CRAFTING_DAYS.to), readyOn: named }
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
