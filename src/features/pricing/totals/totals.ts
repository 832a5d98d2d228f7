import { addPaise, type Paise, paise, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import { SHIPPING } from '#src/core/shop-policy.ts'

type PricedItem = { price: number; quantity: number }

export type OrderTotals = {
  subtotal: Paise
  discount: Paise
  shipping: Paise
  coolPack: Paise
  giftWrap: Paise
  total: Paise
}

/** What a parcel costs beside its goods. `freeFrom` null is never free. */
export type ChargedDelivery = { fee: Paise; freeFrom: Paise | null; coolPack?: Paise; giftWrap?: Paise }

/** The shop's only price arithmetic. Free shipping depends on the subtotal before discounts. */
export function calculateTotals(
  lines: readonly { unitPrice: Paise; quantity: number }[],
  promised: Paise = paise(0),
  { freeFrom, fee, coolPack = paise(0), giftWrap = paise(0) }: ChargedDelivery = SHIPPING,
): OrderTotals {
  const subtotal = addPaise(...lines.map((line) => timesPaise(line.unitPrice, line.quantity)))
  const isFree = subtotal === 0 || (freeFrom !== null && subtotal >= freeFrom)
  const shipping = isFree ? paise(0) : fee
  const discount = paise(Math.min(promised, subtotal))
  const total = paise(subtotal + shipping + coolPack + giftWrap - discount)
  return { subtotal, discount, shipping, coolPack, giftWrap, total }
}

export function calculateCartTotals(
  lines: readonly PricedItem[],
  discount: Paise = paise(0),
  delivery: ChargedDelivery = SHIPPING,
): OrderTotals {
  return calculateTotals(
    lines.map((line) => ({ unitPrice: paiseFromRupees(line.price), quantity: line.quantity })),
    discount,
    delivery,
  )
}

export function calculateLineTotal(line: PricedItem): number {
  return rupees(timesPaise(paiseFromRupees(line.price), line.quantity))
}

export function remainingForFreeShipping(
  { subtotal }: Pick<OrderTotals, 'subtotal'>,
  freeFrom: Paise = SHIPPING.freeFrom,
): Paise {
  return paise(Math.max(0, freeFrom - subtotal))
}
