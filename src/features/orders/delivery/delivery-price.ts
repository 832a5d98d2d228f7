import type { DeliveryMethod } from '#src/core/delivery/delivery-rules.ts'
import { longestPrefixMatch } from '#src/core/delivery/delivery-window.ts'
import { type Paise, paise, paiseFromRupees } from '#src/core/money.ts'
import { toShippingRule } from '#src/core/shop-policy.ts'
import { type ChargedDelivery, calculateTotals } from '#src/features/pricing/totals/totals.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

type Priced = {
  method: DeliveryMethod
  pincode: string
  hasCoolPack: boolean
  gift?: { hasWrap: boolean } | undefined
}
type PriceSettings = Pick<Settings, 'shipping' | 'delivery' | 'pickup' | 'sameDay' | 'heat' | 'gift'>

/** What the parcel costs beside its goods: its way of delivery, a cool pack and gift wrapping. */
export function priceDelivery(
  settings: PriceSettings,
  { method, pincode, hasCoolPack, gift }: Priced,
): ChargedDelivery {
  const coolPack = hasCoolPack ? paiseFromRupees(settings.heat.coolPackFee) : paise(0)
  const giftWrap = gift?.hasWrap ? paiseFromRupees(settings.gift.wrapFee) : paise(0)
  return { ...priceMethod(settings, method, pincode), coolPack, giftWrap }
}

/** The most that an order of this price can cost with delivery, gift wrapping and a cool pack, wherever it goes. */
export function mostPayable(settings: PriceSettings, price: Paise): Paise {
  const { delivery, pickup, sameDay, heat, gift } = settings
  const fees = [
    toShippingRule(settings.shipping),
    ...delivery.zones.map(({ prefix }) => courierPrice(settings, prefix)),
    ...(pickup.isOffered ? [priceMethod(settings, 'pickup', '')] : []),
    ...(sameDay.isOffered ? [priceMethod(settings, 'same-day', '')] : []),
  ]
  const coolPack = paiseFromRupees(heat.isOn ? heat.coolPackFee : 0)
  const giftWrap = paiseFromRupees(gift.isOffered ? gift.wrapFee : 0)
  const goods = [{ unitPrice: price, quantity: 1 }]
  const totals = fees.map((fee) => calculateTotals(goods, paise(0), { ...fee, coolPack, giftWrap }).total)
  return paise(Math.max(...totals))
}

function priceMethod(settings: PriceSettings, method: DeliveryMethod, pincode: string): ChargedDelivery {
  switch (method) {
    case 'courier':
      return courierPrice(settings, pincode)
    case 'pickup':
      return { fee: paiseFromRupees(settings.pickup.fee), freeFrom: null }
    case 'same-day':
      return { fee: paiseFromRupees(settings.sameDay.fee), freeFrom: null }
  }
}

/** The price of the zone, or the shipping rule of the shop. */
function courierPrice({ delivery, shipping }: PriceSettings, pincode: string): ChargedDelivery {
  const { fee = null, freeFrom = null } = longestPrefixMatch(delivery.zones, pincode) ?? {}
  if (fee === null) return toShippingRule(shipping)
  return toChargedDelivery({ fee, freeFrom })
}

/** Reads the price of an offer or a zone, which is in rupees. */
export function toChargedDelivery({ fee, freeFrom }: { fee: number; freeFrom: number | null }): ChargedDelivery {
  return { fee: paiseFromRupees(fee), freeFrom: freeFrom === null ? null : paiseFromRupees(freeFrom) }
}
