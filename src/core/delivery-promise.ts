import {
  addBusinessDays,
  businessDayOnOrAfter,
  COURIER_WEEKDAYS,
  countBusinessDays,
  type WorkCalendar,
  workingWeekdays,
} from './business-days.ts'
import { formatDay, minutesOfShopDay, shopDay } from './dates.ts'
import type { BusinessDays } from './shop-policy.ts'
import type { StudioHours } from './studio-hours.ts'

type Zone = BusinessDays & { prefix: string; place: string }
type BlockedPlace = { prefix: string; text: string; refusesOrders: boolean }

export type DeliveryRules = {
  studio: StudioHours
  /** Minutes after midnight in India; later orders leave on the next working day. */
  cutOff: number
  elsewhere: BusinessDays
  zones: readonly Zone[]
  blocked: readonly BlockedPlace[]
  dispatch: DispatchRules
}

export type DispatchRules = {
  /** Weekdays on which parcels leave, Sunday is 0. */
  weekdays: readonly number[]
  /** Null is no limit. */
  parcelsPerDay: number | null
  /** Working days added to the promise of each parcel without a ready day of its own. */
  busyDays: number
  /** Periods without any work, first and last day included. */
  closures: readonly { from: string; to: string }[]
}

/** Parcels that already have their place, by day of dispatch. */
export type DispatchLoad = ReadonlyMap<string, number>

const NO_LOAD: DispatchLoad = new Map()

export type Parcel = {
  orderedAt: Date
  pincode: string
  /** Working days in production; zero for products in stock. */
  craftingDays?: number
  readyOn?: string
}

export type DeliveryWindow = { shipOn: string; from: string; to: string }

export type DeliveryPromise =
  | ({ kind: 'days'; place: string } & DeliveryWindow)
  | { kind: 'by-arrangement'; shipOn: string; text: string }

/**
 * Calculates the delivery window of a parcel: work, then the first day of dispatch with a free place, then the
 * courier's business days. Pure: the caller reads rules and load.
 */
export function promiseDelivery(parcel: Parcel, rules: DeliveryRules, load = NO_LOAD): DeliveryPromise {
  return deliveryFrom(nextDispatchDay(readyDay(parcel, rules), rules, load), parcel, rules)
}

/** Calculates the delivery window of a parcel that leaves on this day. */
export function deliveryFrom(shipOn: string, parcel: Pick<Parcel, 'pincode'>, rules: DeliveryRules): DeliveryPromise {
  const blocked = longestPrefixMatch(rules.blocked, parcel.pincode)
  if (blocked) return { kind: 'by-arrangement', shipOn, text: blocked.text }
  const { place, from, to } = longestPrefixMatch(rules.zones, parcel.pincode) ?? {
    place: 'Your area',
    ...rules.elsewhere,
  }
  const courier = { weekdays: COURIER_WEEKDAYS, holidays: rules.studio.holidays }
  return {
    kind: 'days',
    place,
    shipOn,
    from: addBusinessDays(shipOn, from, courier),
    to: addBusinessDays(shipOn, to, courier),
  }
}

/** Returns the day on which production ends for an order placed now. */
export function craftingEndsOn(orderedAt: Date, days: number, rules: DeliveryRules): string {
  return addBusinessDays(startingDay(orderedAt, rules), days, workdaysOf(rules))
}

/** Counts the working days between an order and its promised day. */
export function craftingDaysUntil(readyOn: string, orderedAt: Date, rules: DeliveryRules): number {
  return countBusinessDays(startingDay(orderedAt, rules), readyOn, workdaysOf(rules))
}

/** Formats a window: Thu, 26 Nov, or between Thu, 26 Nov and Mon, 30 Nov. */
export function formatDeliveryWindow({ from, to }: Pick<DeliveryWindow, 'from' | 'to'>): string {
  return from === to ? `on ${formatDay(from)}` : `between ${formatDay(from)} and ${formatDay(to)}`
}

/** Explains why orders to this PIN code are refused; undefined if they are accepted. */
export function blockedDeliveryReason(pincode: string, blocked: DeliveryRules['blocked']): string | undefined {
  const found = longestPrefixMatch(blocked, pincode)
  return found?.refusesOrders ? found.text : undefined
}

/** Parses a PIN code, also with a space: 500 034. */
export function parsePincode(typed: string): string | undefined {
  const pincode = typed.replaceAll(/\s/g, '')
  return /^[1-9][0-9]{5}$/.test(pincode) ? pincode : undefined
}

export function longestPrefixMatch<Entry extends { prefix: string }>(
  entries: readonly Entry[],
  pincode: string,
): Entry | undefined {
  return entries
    .filter(({ prefix }) => pincode.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .at(0)
}

/** The day itself if it is a day of dispatch with a free place, else the next one. */
export function nextDispatchDay(day: string, rules: DeliveryRules, load: DispatchLoad): string {
  const { dispatch } = rules
  const workdays = workdaysOf(rules)
  const weekdays = workdays.weekdays.filter((weekday) => dispatch.weekdays.includes(weekday))
  const limit = dispatch.parcelsPerDay ?? Number.POSITIVE_INFINITY
  return businessDayOnOrAfter(day, {
    ...workdays,
    // A week without any day of dispatch would have no answer.
    weekdays: weekdays.length > 0 ? weekdays : workdays.weekdays,
    isClosed: (found) => isClosed(found, dispatch) || (load.get(found) ?? 0) >= limit,
  })
}

/** A named day is the admin's word, so busy mode does not move it. */
function readyDay({ orderedAt, craftingDays = 0, readyOn }: Parcel, rules: DeliveryRules): string {
  const busyDays = readyOn === undefined ? rules.dispatch.busyDays : 0
  const made = craftingEndsOn(orderedAt, craftingDays + busyDays, rules)
  return readyOn !== undefined && readyOn > made ? readyOn : made
}

const isClosed = (day: string, { closures }: DispatchRules) => closures.some(({ from, to }) => from <= day && day <= to)

function startingDay(orderedAt: Date, rules: DeliveryRules): string {
  const today = shopDay(orderedAt)
  const workdays = workdaysOf(rules)
  const first = businessDayOnOrAfter(today, workdays)
  if (first !== today || minutesOfShopDay(orderedAt) < lastMinuteOn(today, rules)) return first
  return addBusinessDays(today, 1, workdays)
}

/** The cut-off, or closing time if that is earlier. */
function lastMinuteOn(day: string, { cutOff, studio }: DeliveryRules): number {
  const closes = studio.week[new Date(day).getUTCDay()]?.closes
  return closes === undefined ? cutOff : Math.min(cutOff, closes)
}

function workdaysOf({ studio: { week, holidays }, dispatch }: DeliveryRules): WorkCalendar {
  const weekdays = workingWeekdays((weekday) => Boolean(week[weekday]))
  return { weekdays, holidays, isClosed: (day) => isClosed(day, dispatch) }
}
