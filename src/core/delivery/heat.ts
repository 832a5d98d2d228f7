import { formatPrice } from '../money.ts'
import { countDays } from './business-days.ts'
import type { CityTemperatures } from './city-temperatures.ts'
import { type DeliveryWindow, formatDeliveryWindow, longestPrefixMatch } from './delivery-window.ts'
import { getStatesOfPincode } from './pincode-states.ts'

export const MELT_CLASSES = ['bar', 'bonbon', 'truffle'] as const
export type MeltClass = (typeof MELT_CLASSES)[number]

export type HeatRules = {
  isOn: boolean
  /** Business days on the road that need no cooling. */
  safeTransit: number
  /** From `coolPackFrom` degrees Celsius on a parcel needs a cool pack, which lasts `longestTransit` business days. */
  classes: Record<MeltClass, { coolPackFrom: number; longestTransit: number }>
  cities: readonly CityTemperatures[]
  coolPackFee: number
}

/** `month` counts from January, which is 0. */
type HeatAtPlace = { place: string; celsius: number; month: number }

/**
 * When a parcel would arrive with a cool pack or after the heat; null if not possible. `keepsTooShort`: it cannot wait,
 * because too little of the shelf life would be left. The fee of a cool pack is in rupees.
 */
export type HeatAdvice = Omit<HeatAtPlace, 'month'> & {
  coolPack: DeliveryWindow | null
  wait: DeliveryWindow | null
  keepsTooShort: boolean
  fee: number
}

/** A journey on the road: the day of dispatch, the last day of delivery, and its business days. */
type Journey = { pincode: string; shipOn: string; to: string; transit: number }

/** `fine` needs no cooling, `cool-pack` needs it, and `too-hot` cannot leave on that day. */
export type HeatLevel = 'fine' | 'cool-pack' | 'too-hot'

/** Judges the heat of a journey. A parcel that needs cooling must not spend a Sunday on the road. */
export function assessHeat(journey: Journey, meltClass: MeltClass, rules: HeatRules): HeatLevel {
  if (!rules.isOn || journey.transit <= rules.safeTransit) return 'fine'
  const { coolPackFrom, longestTransit } = rules.classes[meltClass]
  const { celsius } = heatOnJourney(journey, rules.cities)
  if (celsius < coolPackFrom) return 'fine'
  return journey.transit <= longestTransit && !spendsSunday(journey) ? 'cool-pack' : 'too-hot'
}

/** The hottest month of a journey, in the city of the PIN code or in the strictest one of its states. */
export function heatOnJourney(
  { pincode, shipOn, to }: Omit<Journey, 'transit'>,
  cities: readonly CityTemperatures[],
): HeatAtPlace {
  const city = longestPrefixMatch(cities, pincode)
  const states = getStatesOfPincode(pincode)
  const ofState = cities.filter(({ state }) => states?.includes(state))
  const considered = city ? [city] : ofState.length > 0 ? ofState : cities
  const months = monthsBetween(shipOn, to)
  const found = considered.flatMap(({ place, state, months: degrees }) =>
    months.map((month) => ({ place: city ? place : state, celsius: degrees[month] ?? 0, month })),
  )
  return found.reduce((most, one) => (one.celsius > most.celsius ? one : most))
}

/** One gel pack per started kilogram, or per ten pieces of unknown weight; two at least for truffles. */
export function countGelPacks(parcel: { grams: number | null; pieces: number; meltClass: MeltClass }): number {
  const { grams, pieces, meltClass } = parcel
  const bySize = grams === null ? Math.ceil(pieces / 10) : Math.ceil(grams / 1000)
  return Math.max(bySize, meltClass === 'truffle' ? 2 : 1)
}

/** The most sensitive melt class of a cart, and its shortest shelf life. */
export function summarizeGoods(goods: readonly { meltClass: MeltClass; shelfLifeDays: number | null }[]) {
  const known = goods.flatMap(({ shelfLifeDays }) => shelfLifeDays ?? [])
  return {
    meltClass: meltsFirst(goods.map(({ meltClass }) => meltClass)),
    shelfLifeDays: known.length > 0 ? Math.min(...known) : undefined,
  }
}

export function meltsFirst(classes: readonly MeltClass[]): MeltClass {
  return MELT_CLASSES.findLast((found) => classes.includes(found)) ?? 'bar'
}

function monthsBetween(first: string, last: string): number[] {
  const [from, to] = [monthOf(first), monthOf(last)]
  return from === to ? [from] : [from, to]
}

const monthOf = (day: string) => Number(day.slice(5, 7)) - 1

function spendsSunday({ shipOn, to }: Journey): boolean {
  const weekday = new Date(shipOn).getUTCDay()
  return weekday + countDays(shipOn, to) >= 7
}

export const KEEPS_TOO_SHORT = 'It does not keep long enough to wait for cooler weather.'

/** Explains the heat on the way, and what the customer can choose. */
export function heatText({ place, celsius, coolPack, wait, keepsTooShort, fee }: HeatAdvice): string {
  const price = fee > 0 ? ` for ${formatPrice(fee)}` : ''
  const packed = coolPack && `with a cool pack${price}, ${formatDeliveryWindow(coolPack)}`
  const later = wait && `when it is cooler, ${formatDeliveryWindow(wait)}`
  const ways = [packed, later].filter((way) => way !== null)
  const heat = `It is up to ${celsius} °C in ${place}, too hot for this chocolate without cooling.`
  if (ways.length === 0) return `${heat} We cannot send it there. Please choose another chocolate.`
  const why = keepsTooShort ? ` ${KEEPS_TOO_SHORT}` : ''
  return `${heat} We can send it ${ways.join(', or ')}.${why}`
}
