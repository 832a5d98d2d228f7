import { formatDay, shopDay } from '../dates.ts'
import type { BusinessDays } from '../shop-policy.ts'
import { addBusinessDays, addDays, COURIER_WEEKDAYS } from './business-days.ts'
import {
  type DeliveryMethod,
  type DeliveryRules,
  type DispatchLoad,
  type HeatChoice,
  NO_LOAD,
  type Parcel,
} from './delivery-rules.ts'
import { type DeliveryWindow, longestPrefixMatch } from './delivery-window.ts'
import { isFullDay, isStudioOpen, nextDispatchDay, readyDay } from './dispatch-days.ts'
import { assessHeat, type HeatAdvice, type HeatLevel, heatOnJourney } from './heat.ts'

export type DeliveryPromise =
  | ({ kind: 'days'; place: string; heat: HeatAdvice | null } & DeliveryWindow)
  | { kind: 'by-arrangement'; shipOn: string; text: string }

/** `full` has no free place on its day of dispatch, `hot` is too hot; on `closed` days nothing arrives. */
export type ArrivalDay = { day: string } & (
  | ({ state: 'free'; needsCoolPack: boolean } & Pick<DeliveryWindow, 'shipOn' | 'from'>)
  | { state: 'full' | 'hot' | 'closed' }
)

export const CHOICE_DAYS = 21
const MAX_HELD_DAYS = 120

/**
 * Calculates the delivery window of a parcel: work, then the first day of dispatch with a free place on which the heat
 * allows it, then the courier's business days. With a chosen day, the nearest one that is free. Pure: the caller reads
 * rules and load.
 */
export function promiseDelivery(parcel: Parcel, rules: DeliveryRules, load = NO_LOAD): DeliveryPromise {
  const soonest = promiseSoonest(parcel, rules, load)
  const { deliverOn } = parcel
  if (deliverOn === undefined || soonest.kind === 'by-arrangement' || deliverOn <= soonest.to) return soonest
  const chosen = nearestFreeDay(deliverOn, listDeliveryDays(parcel, rules, load))
  if (!chosen) return soonest
  const window = { shipOn: chosen.shipOn, from: chosen.from, to: chosen.day }
  if (chosen.needsCoolPack) return { ...soonest, ...window, heat: heatOnChosenDay(window, { parcel, rules, soonest }) }
  // A cool day needs no choice, but 'wait' stays if the customer chose it.
  return { ...soonest, ...window, heat: parcel.heat === 'wait' ? soonest.heat : null }
}

type ChosenDayInput = { parcel: Parcel; rules: DeliveryRules; soonest: { heat: HeatAdvice | null } }

/** The heat may begin after the soonest day, or be greater than on it. */
function heatOnChosenDay(window: DeliveryWindow, { parcel, rules, soonest }: ChosenDayInput): HeatAdvice {
  const { place, celsius } = heatOnJourney({ ...window, pincode: parcel.pincode }, rules.heat.cities)
  return {
    place,
    celsius,
    coolPack: window,
    wait: soonest.heat?.wait ?? null,
    keepsTooShort: false,
    fee: rules.heat.coolPackFee,
  }
}

/** The first free day from the wanted one on, or the last one before it. */
export function nearestFreeDay(wanted: string, days: readonly ArrivalDay[]) {
  const free = days.filter((found) => found.state === 'free')
  return free.find(({ day }) => day >= wanted) ?? free.at(-1)
}

/** Says why the chosen day is not possible, and names the nearest possible one. */
export function unavailableDayText(method: DeliveryMethod, chosen: string, nearest: string | undefined): string {
  const refusal =
    method === 'pickup'
      ? `Your order cannot be picked up on ${formatDay(chosen)}.`
      : `We cannot deliver on ${formatDay(chosen)}.`
  return nearest ? `${refusal} The nearest day is ${formatDay(nearest)}.` : refusal
}

/** Lists the days on which a parcel can arrive, from the first free one on. */
export function listDeliveryDays(parcel: Parcel, rules: DeliveryRules, load = NO_LOAD): ArrivalDay[] {
  const soonest = promiseSoonest(parcel, rules, load)
  if (soonest.kind === 'by-arrangement') return []
  const first = soonest.to
  const last = parcel.method === 'same-day' ? first : addDays(first, CHOICE_DAYS - 1)
  // A parcel for which no cool pack is offered has none on a later day either.
  const heat = parcel.heat ?? (soonest.heat ? undefined : 'wait')
  const days = new Map<string, ArrivalDay>()
  for (let day = soonest.shipOn; day <= last; day = addDays(day, 1)) {
    const found = arrivalOf(day, { parcel: { ...parcel, heat }, rules, load })
    // Two days of dispatch can have one day of arrival: the later one keeps chocolate fresher.
    if (found && (found.state === 'free' || days.get(found.day)?.state !== 'free')) days.set(found.day, found)
  }
  const listed: ArrivalDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const found = days.get(day)
    const stored = found?.state === 'free' ? undefined : storedForPickup(day, { listed, parcel, rules })
    listed.push(stored ?? found ?? { day, state: 'closed' })
  }
  return listed
}

type Dispatched = { parcel: Parcel; rules: DeliveryRules; load: DispatchLoad }

function arrivalOf(shipOn: string, { parcel, rules, load }: Dispatched): ArrivalDay | undefined {
  const { from, to: day } = windowFrom(shipOn, parcel, rules)
  if (nextDispatchDay(shipOn, rules, load) !== shipOn)
    return isFullDay(shipOn, rules, load) ? { day, state: 'full' } : undefined
  if (!isCoolEnough(shipOn, parcel, rules)) return { day, state: 'hot' }
  return { day, state: 'free', shipOn, from, needsCoolPack: heatLevel(shipOn, parcel, rules) !== 'fine' }
}

type PickupInput = { listed: readonly ArrivalDay[]; parcel: Parcel; rules: DeliveryRules }

/** A packed parcel can be picked up on every later day on which the studio is open, also on Sundays. */
function storedForPickup(day: string, { listed, parcel, rules }: PickupInput): ArrivalDay | undefined {
  const packed = listed.findLast((found) => found.state === 'free')
  if (parcel.method !== 'pickup' || !packed || !isStudioOpen(day, rules)) return undefined
  return { ...packed, day, from: day }
}

/** Calculates the delivery window of a parcel that leaves on this day. */
export function deliveryFrom(
  shipOn: string,
  parcel: Pick<Parcel, 'pincode' | 'method'>,
  rules: DeliveryRules,
): DeliveryPromise {
  const blocked = isSentByCourier(parcel) && longestPrefixMatch(rules.blocked, parcel.pincode)
  if (blocked) return { kind: 'by-arrangement', shipOn, text: blocked.text }
  return { kind: 'days', place: zoneOf(parcel, rules).place, ...windowFrom(shipOn, parcel, rules), heat: null }
}

/** The first day from this one on on which a parcel can leave: with a free place, cool enough, and while it keeps. */
export function nextShipDay(day: string, search: WindowSearch): string | null {
  const found = firstWindow(nextDispatchDay(day, search.rules, search.load), search)
  return found && keepsUntil(found.to, search.parcel) ? found.shipOn : null
}

function promiseSoonest(parcel: Parcel, rules: DeliveryRules, load: DispatchLoad): DeliveryPromise {
  const first = firstDispatchDay(parcel, rules, load)
  const usual = deliveryFrom(first, parcel, rules)
  if (usual.kind === 'by-arrangement' || heatLevel(first, parcel, rules) === 'fine') return usual
  const packed = firstWindow(first, { parcel: { ...parcel, heat: 'cool-pack' }, rules, load })
  const cool = firstWindow(first, { parcel: { ...parcel, heat: 'wait' }, rules, load })
  const wait = cool && keepsUntil(cool.to, parcel) ? cool : null
  const isPackUseful = packed && keepsUntil(packed.to, parcel) && (cool === null || packed.shipOn < cool.shipOn)
  const coolPack = isPackUseful ? packed : null
  const { place, celsius } = heatOnJourney({ ...usual, pincode: parcel.pincode }, rules.heat.cities)
  const heat = {
    place,
    celsius,
    coolPack,
    wait,
    keepsTooShort: cool !== null && wait === null,
    fee: rules.heat.coolPackFee,
  }
  const chosen = parcel.heat === 'wait' ? (wait ?? coolPack) : (coolPack ?? wait)
  return { ...usual, ...chosen, heat }
}

/** Of an advisory of November 2024 (docs/law.md): so much of the shelf life must be left on arrival. */
const [SHARE_LEFT, DAYS_LEFT] = [0.3, 45]

/** The last day on which it may arrive; undefined if it has no limit. */
export function lastArrivalDay({ orderedAt, shelfLifeDays }: Parcel): string | undefined {
  if (shelfLifeDays === undefined) return undefined
  const mustBeLeft = Math.min(DAYS_LEFT, Math.ceil(shelfLifeDays * SHARE_LEFT))
  return addDays(shopDay(orderedAt), shelfLifeDays - mustBeLeft)
}

function keepsUntil(day: string, parcel: Parcel): boolean {
  const last = lastArrivalDay(parcel)
  return last === undefined || day <= last
}

type WindowSearch = Dispatched & { parcel: { heat: HeatChoice } }

function firstWindow(first: string, { parcel, rules, load }: WindowSearch): DeliveryWindow | null {
  const last = addDays(first, MAX_HELD_DAYS)
  for (let day = first; day <= last; day = nextDispatchDay(addDays(day, 1), rules, load))
    if (isCoolEnough(day, parcel, rules)) return windowFrom(day, parcel, rules)
  return null
}

/** Without a choice, as with a cool pack: the customer is asked before paying. */
function isCoolEnough(shipOn: string, parcel: Parcel, rules: DeliveryRules): boolean {
  const level = heatLevel(shipOn, parcel, rules)
  return level === 'fine' || (level === 'cool-pack' && parcel.heat !== 'wait')
}

function heatLevel(shipOn: string, parcel: Parcel, rules: DeliveryRules): HeatLevel {
  if (!isSentByCourier(parcel) || parcel.meltClass === undefined) return 'fine'
  const { to } = windowFrom(shipOn, parcel, rules)
  const journey = { pincode: parcel.pincode, shipOn, to, transit: zoneOf(parcel, rules).to }
  return assessHeat(journey, parcel.meltClass, rules.heat)
}

function firstDispatchDay(parcel: Parcel, rules: DeliveryRules, load: DispatchLoad): string {
  return nextDispatchDay(readyDay(parcel, rules, load), rules, load)
}

function windowFrom(shipOn: string, parcel: Pick<Parcel, 'pincode' | 'method'>, rules: DeliveryRules): DeliveryWindow {
  const { method = 'courier' } = parcel
  switch (method) {
    case 'same-day':
      return { shipOn, from: shipOn, to: shipOn }
    case 'pickup': {
      const day = pickupDay(shipOn, rules)
      return { shipOn, from: day, to: day }
    }
    case 'courier': {
      const { from, to } = zoneOf(parcel, rules)
      const courier = { weekdays: COURIER_WEEKDAYS, holidays: rules.studio.holidays }
      return { shipOn, from: addBusinessDays(shipOn, from, courier), to: addBusinessDays(shipOn, to, courier) }
    }
  }
}

/** The day of packing, if the studio is still open when the parcel is ready; else the next day on which it opens. */
function pickupDay(packedOn: string, rules: DeliveryRules): string {
  const closes = rules.studio.week[new Date(packedOn).getUTCDay()]?.closes ?? 0
  let day = closes > rules.pickup.readyFrom ? packedOn : addDays(packedOn, 1)
  while (!isStudioOpen(day, rules)) day = addDays(day, 1)
  return day
}

const isSentByCourier = ({ method = 'courier' }: Pick<Parcel, 'method'>) => method === 'courier'

function zoneOf(
  { pincode, method }: Pick<Parcel, 'pincode' | 'method'>,
  rules: DeliveryRules,
): BusinessDays & { place: string } {
  if (method === 'pickup') return { place: 'The studio', from: 0, to: 0 }
  const zone = longestPrefixMatch(rules.zones, pincode)
  return zone ?? { place: 'Your area', ...rules.elsewhere }
}
