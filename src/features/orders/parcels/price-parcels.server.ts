import type { DispatchLoad } from '#src/core/delivery/delivery-rules.ts'
import { summarizeGoods } from '#src/core/delivery/heat.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { allocateProportionally } from '#src/core/order-tax.ts'
import type { Db } from '#src/db/database.server.ts'
import { type PricedLine, priceOrderLines } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { explainUndeliverable } from '#src/features/orders/delivery/deliverable.server.ts'
import { priceDelivery } from '#src/features/orders/delivery/delivery-price.ts'
import { assignDayAt } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { refuseGift } from '#src/features/orders/place/destination.server.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { type ChargedDelivery, calculateTotals, type OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { isServedPincode } from '#src/features/settings/delivery-area/served-pincodes.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import type { GiftParcel, ParcelsQuestion } from './parcels.contract.ts'

type PriceInput = {
  question: Pick<ParcelsQuestion, 'parcels' | 'items' | 'heat' | 'buyerGstin'>
  settings: Settings
  load: DispatchLoad
  now: Date
  heldUntil: Date
}

type Assigned = ReturnType<typeof assignDayAt>
type ParcelPrice = {
  parcel: GiftParcel
  lines: PricedLine<CartItem>[]
  delivery: ChargedDelivery
  totals: OrderTotals
  promised: Assigned
}
export type ParcelProblem = { parcel: GiftParcel; problem: DomainError }
type PricedOrProblem = ParcelPrice | ParcelProblem

export const isPriced = (one: PricedOrProblem): one is ParcelPrice => !('problem' in one)

/** Prices each parcel as an order of its own, before discounts. Each takes its place before the next one is assigned. */
export async function priceParcels(tx: Db, input: PriceInput): Promise<PricedOrProblem[]> {
  const { question, settings } = input
  const counted = question.parcels.flatMap(({ items }) => items ?? question.items)
  const priceLines = onceFor((items: CartItem[]) => priceOrderLines(tx, items, counted))
  const byCourierOnly = { ...settings, pickup: { ...settings.pickup, isOffered: false } }
  const explain = onceFor(async (to: Destination) => {
    const isServed = await isServedPincode(tx, to.pincode)
    return explainUndeliverable({ ...to, method: 'courier', isServed }, byCourierOnly)
  })
  const places = { ...input.load, parcels: new Map(input.load.parcels) }
  const priced: PricedOrProblem[] = []
  for (const parcel of question.parcels) {
    try {
      const lines = await priceLines(parcel.items ?? question.items)
      const { pincode, state } = parcel.shippingAddress
      const refusal = await explain({ pincode, state })
      if (refusal) throw new DomainError('conflict', refusal)
      const one = priceParcel(parcel, { ...input, load: places, lines })
      places.parcels.set(one.promised.shipOn, (places.parcels.get(one.promised.shipOn) ?? 0) + 1)
      priced.push(one)
    } catch (problem) {
      if (!(problem instanceof DomainError)) throw problem
      priced.push({ parcel, problem })
    }
  }
  return priced
}

type Destination = Pick<GiftParcel['shippingAddress'], 'pincode' | 'state'>

/** Most parcels have the same items, and many the same PIN code. */
function onceFor<Input, Answer>(answer: (input: Input) => Answer): (input: Input) => Answer {
  const answers = new Map<string, Answer>()
  return (input) => {
    const key = JSON.stringify(input)
    const found = answers.get(key) ?? answer(input)
    answers.set(key, found)
    return found
  }
}

function priceParcel(
  parcel: GiftParcel,
  { question, settings, load, lines, now, heldUntil }: PriceInput & { lines: PricedLine<CartItem>[] },
): ParcelPrice {
  const { shippingAddress, gift, deliverOn, ...shown } = parcel
  const { pincode } = shippingAddress
  refuseGift({ shippingAddress, gift, buyerGstin: question.buyerGstin, deliveryMethod: 'courier' }, settings)
  const sent = {
    ...{ orderedAt: now, pincode, method: 'courier' as const, deliverOn, heat: question.heat },
    ...summarizeGoods(lines),
  }
  const promised = assignDayAt(load, { parcel: sent, settings, heldUntil, shown })
  const delivery = priceDelivery(settings, { ...sent, hasCoolPack: promised.heat === 'cool-pack', gift })
  return { parcel, lines, delivery, promised, totals: calculateTotals(lines, paise(0), delivery) }
}

export const DISCOUNT_TOO_LARGE = 'This code is too large for so many parcels.'

/** No parcel may cost nothing but its delivery. */
export const isDiscountPossible = (parcels: readonly ParcelPrice[], discount: Paise) =>
  allocateDiscount(parcels, discount).every((share, index) => share < (parcels[index]?.totals.subtotal ?? 0))

/** Allocates a discount in proportion to the goods. Throws `conflict` if it is not possible. */
export function withDiscount(parcels: readonly ParcelPrice[], discount: Paise): ParcelPrice[] {
  if (!isDiscountPossible(parcels, discount)) throw new DomainError('conflict', DISCOUNT_TOO_LARGE)
  const shares = allocateDiscount(parcels, discount)
  return parcels.map((parcel, index) => ({
    ...parcel,
    totals: calculateTotals(parcel.lines, shares[index] ?? paise(0), parcel.delivery),
  }))
}

const allocateDiscount = (parcels: readonly ParcelPrice[], discount: Paise) =>
  allocateProportionally(
    discount,
    parcels.map(({ totals }) => totals.subtotal),
  )

export function sumTotals(parcels: readonly Pick<ParcelPrice, 'totals'>[]): OrderTotals {
  const sum = (amount: keyof OrderTotals) => paise(parcels.reduce((total, { totals }) => total + totals[amount], 0))
  return {
    ...{ subtotal: sum('subtotal'), discount: sum('discount'), shipping: sum('shipping') },
    ...{ coolPack: sum('coolPack'), giftWrap: sum('giftWrap'), total: sum('total') },
  }
}
