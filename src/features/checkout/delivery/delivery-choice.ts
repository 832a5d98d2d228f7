import { nearestFreeDay, unavailableDayText } from '#src/core/delivery/delivery-promise.ts'
import { type DeliveryMethod, isHeatChoicePossible } from '#src/core/delivery/delivery-rules.ts'
import type { DeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { paise, paiseFromRupees } from '#src/core/money.ts'
import type { DeliveryWish } from '#src/features/checkout/form/checkout.contract.ts'
import type { Delivery, DeliveryOffer } from '#src/features/orders/delivery/delivery.contract.ts'
import { toChargedDelivery } from '#src/features/orders/delivery/delivery-price.ts'
import type { OrderForm } from '#src/features/orders/order-form.contract.ts'
import type { ChargedDelivery } from '#src/features/pricing/totals/totals.ts'

export type DeliveryChoice = {
  offer: DeliveryOffer | undefined
  /** Null without a day: delivery is by arrangement, or a day is still to be chosen. */
  window: DeliveryWindow | null
  /** The choices that heat makes necessary; null if there are none. */
  heat: Delivery['heat']
  isHeatSettled: boolean
  needsCoolPack: boolean
  charged: ChargedDelivery | undefined
  /** Why the wish cannot be met any more, and the day that can be taken instead. */
  unavailable: string | undefined
  nearestDay: string | undefined
  missing: string | undefined
}

/** Compares what the customer wants with what the shop offers now. Never replaces a wish by another one. */
export function resolveDelivery(wish: DeliveryWish, answer: Delivery): DeliveryChoice {
  const offer = answer.offers.find(({ method }) => method === wish.deliveryMethod)
  const heat = wish.deliveryMethod === 'courier' ? answer.heat : null
  const isHeatSettled = heat === null || isHeatChoicePossible(wish.heat, heat)
  const { chosen, isGone } = resolveDay(wish, offer)
  const nearestDay = isGone ? nearestFreeDay(wish.deliverOn, offer?.days ?? [])?.day : undefined
  const needsCoolPack = heat !== null && (chosen?.needsCoolPack ?? true)
  const isPacked = needsCoolPack && isHeatSettled && wish.heat === 'cool-pack'
  return {
    offer,
    window: (wantsDay(wish, offer) ? chosen?.window : offer?.promise) ?? null,
    heat,
    isHeatSettled,
    needsCoolPack,
    charged: offer && chargeFor(offer, isPacked ? heat : null),
    unavailable:
      unavailableMethod(wish, answer) ??
      (isGone ? unavailableDayText(wish.deliveryMethod, wish.deliverOn, nearestDay) : undefined),
    nearestDay,
    missing: isHeatSettled ? missingDay(wish, offer) : missingHeat(heat),
  }
}

function resolveDay(wish: DeliveryWish, offer: DeliveryOffer | undefined) {
  if (!wantsDay(wish, offer) || wish.deliverOn === '') return { chosen: undefined, isGone: false }
  const chosen = findWishedDay(wish, offer)
  return { chosen, isGone: chosen === undefined }
}

/** Returns the fields of the order. Before the shop has answered they hold the wish; the server decides. */
export function toOrderedDelivery(
  wish: DeliveryWish,
  choice: DeliveryChoice | undefined,
): Pick<OrderForm, 'deliveryMethod' | 'deliverOn' | 'heat'> {
  const { deliveryMethod, deliverOn, heat } = wish
  const sendsDay = deliverOn !== '' && (choice ? wantsDay(wish, choice.offer) : wish.when === 'day')
  const sendsHeat = heat !== '' && (choice ? choice.heat !== null : deliveryMethod === 'courier')
  return {
    ...(deliveryMethod !== 'courier' && { deliveryMethod }),
    ...(sendsDay && { deliverOn }),
    ...(sendsHeat && { heat }),
  }
}

/** One day, or none, is no choice. */
export function hasDays(offer: DeliveryOffer | undefined): offer is DeliveryOffer {
  return offer !== undefined && offer.days.length > 1
}

const wantsDay = ({ when }: DeliveryWish, offer: DeliveryOffer | undefined) => when === 'day' && hasDays(offer)

function findWishedDay({ deliverOn }: DeliveryWish, offer: DeliveryOffer | undefined) {
  const found = offer?.days.find(({ day }) => day === deliverOn)
  if (found?.state !== 'free') return undefined
  const { shipOn, from, day: to, needsCoolPack } = found
  return { window: { shipOn, from, to }, needsCoolPack }
}

const NOT_OFFERED: Record<Exclude<DeliveryMethod, 'courier'>, string> = {
  pickup: 'Orders cannot be picked up at the moment. Please choose another way.',
  'same-day': 'We do not deliver on the same day to your address. Please choose another way.',
}

function unavailableMethod({ deliveryMethod }: DeliveryWish, answer: Delivery): string | undefined {
  const offer = answer.offers.find(({ method }) => method === deliveryMethod)
  if (deliveryMethod === 'courier') return answer.kind === 'not-served' ? answer.text : undefined
  if (offer?.promise) return undefined
  return offer && deliveryMethod === 'same-day'
    ? `${offer.text} Please choose another way.`
    : NOT_OFFERED[deliveryMethod]
}

function missingDay(wish: DeliveryWish, offer: DeliveryOffer | undefined): string | undefined {
  return wantsDay(wish, offer) && wish.deliverOn === '' ? 'Please choose a day, or as soon as possible.' : undefined
}

function missingHeat(heat: Delivery['heat']): string {
  return heat?.coolPack || heat?.wait
    ? 'Please choose how we send your chocolate in this heat.'
    : 'We cannot send this chocolate in this heat. Please choose another way, or another chocolate.'
}

function chargeFor(offer: DeliveryOffer, packed: Delivery['heat']): ChargedDelivery {
  return { ...toChargedDelivery(offer), coolPack: packed ? paiseFromRupees(packed.fee) : paise(0) }
}
