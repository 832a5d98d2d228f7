import { paiseFromRupees, rupees } from '#src/core/money.ts'
import type { OrderTotals } from './totals.ts'

export type RupeeTotals = Record<keyof OrderTotals, number>

export function toOrderTotals(amounts: RupeeTotals): OrderTotals {
  return mapTotals((name) => paiseFromRupees(amounts[name]))
}

export function toRupeeTotals(totals: OrderTotals): RupeeTotals {
  return mapTotals((name) => rupees(totals[name]))
}

/** Every amount by name: the compiler asks for a new one here. */
function mapTotals<Amount extends number>(
  amountOf: (name: keyof OrderTotals) => Amount,
): Record<keyof OrderTotals, Amount> {
  return {
    subtotal: amountOf('subtotal'),
    discount: amountOf('discount'),
    shipping: amountOf('shipping'),
    coolPack: amountOf('coolPack'),
    giftWrap: amountOf('giftWrap'),
    total: amountOf('total'),
  }
}
