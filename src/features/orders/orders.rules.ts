import { addPaise, type Paise, paise, timesPaise } from '#src/core/money.ts'
import { FREE_SHIPPING_FROM, SHIPPING_FEE } from '#src/core/shop-policy.ts'

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The values in the maker's selector. `delivered` comes from the shopper or from tracking. */
export const ADMIN_ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'completed',
  'cancelled',
] as const satisfies readonly OrderStatus[]

export type OrderTotals = { subtotal: Paise; shipping: Paise; total: Paise }

/** The only price arithmetic of the shop: the cart shows it, the server decides by it. An empty cart ships nothing. */
export function totalsOf(lines: readonly { unitPrice: Paise; quantity: number }[]): OrderTotals {
  const subtotal = addPaise(...lines.map((line) => timesPaise(line.unitPrice, line.quantity)))
  const shipping = subtotal === 0 || subtotal >= FREE_SHIPPING_FROM ? paise(0) : SHIPPING_FEE
  return { subtotal, shipping, total: addPaise(subtotal, shipping) }
}
