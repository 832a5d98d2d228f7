import { addPaise, type Paise, paise, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import { SHIPPING, type ShippingRule } from '#src/core/shop-policy.ts'

/** `price` is rupees for one piece. */
type PricedItem = { price: number; quantity: number }

export type OrderTotals = { subtotal: Paise; discount: Paise; shipping: Paise; total: Paise }

/** The shop's only price arithmetic. Free shipping depends on the subtotal before discounts. */
export function calculateTotals(
  lines: readonly { unitPrice: Paise; quantity: number }[],
  promised: Paise = paise(0),
  { freeFrom, fee }: ShippingRule = SHIPPING,
): OrderTotals {
  const subtotal = addPaise(...lines.map((line) => timesPaise(line.unitPrice, line.quantity)))
  const shipping = subtotal === 0 || subtotal >= freeFrom ? paise(0) : fee
  const discount = paise(Math.min(promised, subtotal))
  return { subtotal, discount, shipping, total: paise(subtotal + shipping - discount) }
}

export function calculateCartTotals(
  lines: readonly PricedItem[],
  discount: Paise = paise(0),
  shipping: ShippingRule = SHIPPING,
): OrderTotals {
  return calculateTotals(
    lines.map((line) => ({ unitPrice: paiseFromRupees(line.price), quantity: line.quantity })),
    discount,
    shipping,
  )
}

export function calculateLineTotal(line: PricedItem): number {
  return rupees(timesPaise(paiseFromRupees(line.price), line.quantity))
}

export function remainingForFreeShipping(
  { subtotal }: Pick<OrderTotals, 'subtotal'>,
  { freeFrom }: ShippingRule = SHIPPING,
): Paise {
  return paise(Math.max(0, freeFrom - subtotal))
}
