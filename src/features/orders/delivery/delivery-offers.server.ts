import { listDeliveryDays, promiseDelivery } from '#src/core/delivery/delivery-promise.ts'
import type { DeliveryMethod, DeliveryRules, DispatchLoad, Parcel } from '#src/core/delivery/delivery-rules.ts'
import { heatText, summarizeGoods } from '#src/core/delivery/heat.ts'
import { refuseSameDay, sameDayRefusalText } from '#src/core/delivery/same-day.ts'
import { rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findKeeping } from '#src/features/catalog/products/products.server.ts'
import { readLimitedLoad } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { explainForbiddenPincode } from '#src/features/orders/place/shipping-states.ts'
import { isServedPincode } from '#src/features/settings/delivery-area/served-pincodes.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { explainUnservedPincode } from './deliverable.server.ts'
import type { Delivery, DeliveryOffer, DeliveryQuestion } from './delivery.contract.ts'
import { priceDelivery } from './delivery-price.ts'

/** Answers what an order that is placed now would be promised, by every way of delivery. */
export async function offerDelivery(db: Db, question: DeliveryQuestion, orderedAt: Date): Promise<Delivery> {
  const settings = await readSettings(db)
  const { products, order: ownOrder, ...parts } = question
  const goods = products && summarizeGoods(await findKeeping(db, products.split(',').map(Number)))
  const parcel: Parcel = { ...parts, orderedAt, ...(goods || {}) }
  const load = await readLimitedLoad(db, settings, { now: orderedAt, ownOrder })
  const shop = { settings, rules: toDeliveryRules(settings), load }
  const promise = promiseDelivery(parcel, shop.rules, shop.load)
  const others = Object.values(OTHER_OFFERS).flatMap((offer) => offer(parcel, shop))
  const { pincode } = parcel
  const text = explainUnservedPincode({ pincode, isServed: await isServedPincode(db, pincode) }, settings)
  if (text) return { kind: 'not-served', shipOn: promise.shipOn, text, heat: null, offers: others }
  const offers = [offerCourier(parcel, shop), ...others]
  if (promise.kind === 'by-arrangement') return { ...promise, heat: null, offers }
  return { ...promise, heat: promise.heat && { ...promise.heat, text: heatText(promise.heat) }, offers }
}

type Shop = { settings: Settings; rules: DeliveryRules; load: DispatchLoad }
type FindOffers = (parcel: Parcel, shop: Shop) => DeliveryOffer[]

const OTHER_OFFERS: Record<Exclude<DeliveryMethod, 'courier'>, FindOffers> = {
  'same-day': offerSameDay,
  pickup: offerPickup,
}

function offerCourier(parcel: Parcel, shop: Shop): DeliveryOffer {
  const promise = promiseDelivery(parcel, shop.rules, shop.load)
  const text = promise.kind === 'by-arrangement' ? promise.text : promise.place
  return toOffer({ ...parcel, method: 'courier' }, shop, text)
}

function offerPickup(parcel: Parcel, shop: Shop): DeliveryOffer[] {
  const { isOffered, address, text, readyFrom } = shop.settings.pickup
  if (!isOffered) return []
  const where = [address, text].filter(Boolean).join('. ')
  return [{ ...toOffer({ ...parcel, method: 'pickup' }, shop, where), readyFrom }]
}

/** Where it is not possible today the offer stays, without a promise, and says why. */
function offerSameDay(parcel: Parcel, shop: Shop): DeliveryOffer[] {
  if (explainForbiddenPincode(parcel.pincode, shop.settings.tax)) return []
  const today = { ...parcel, method: 'same-day' } as const
  const refusal = refuseSameDay(today, shop.rules, shop.load)
  if (refusal === undefined) return [toOffer(today, shop, shop.settings.sameDay.text)]
  if (refusal === 'not-offered') return []
  return [{ ...toOffer(today, shop, sameDayRefusalText(refusal, shop.rules)), promise: null, days: [] }]
}

function toOffer(parcel: Parcel & { method: DeliveryMethod }, { settings, rules, load }: Shop, text: string) {
  const promise = promiseDelivery(parcel, rules, load)
  const { fee, freeFrom } = priceDelivery(settings, { ...parcel, hasCoolPack: false })
  return {
    method: parcel.method,
    fee: rupees(fee),
    freeFrom: freeFrom === null ? null : rupees(freeFrom),
    promise: promise.kind === 'days' ? { shipOn: promise.shipOn, from: promise.from, to: promise.to } : null,
    text,
    days: listDeliveryDays(parcel, rules, load),
  }
}
