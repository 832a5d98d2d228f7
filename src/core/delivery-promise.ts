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

/** Places by the first digits of their PIN codes, and the business days on the way to them. */
type Zone = BusinessDays & { prefix: string; place: string }
/** Where parcels do not simply go, and what the shop says about it. */
type BlockedPlace = { prefix: string; text: string; refusesOrders: boolean }

/** Everything that a date depends on besides the parcel itself. */
export type DeliveryRules = {
  studio: StudioHours
  /** Minutes after midnight in India. What is ordered later is handed over on the next day on which the studio works. */
  cutOff: number
  elsewhere: BusinessDays
  zones: readonly Zone[]
  blocked: readonly BlockedPlace[]
}

export type Parcel = {
  /** When it was, or would be, ordered. */
  orderedAt: Date
  pincode: string
  /** Working days of the studio that making it takes before it can leave; what is on the shelf takes none. */
  craftingDays?: number
  /** The day (2026-11-26) on which it is promised to be made; it leaves no earlier. */
  readyOn?: string
}

/** Days in India, as 2026-11-26: when the parcel leaves the studio, and between which two days it arrives. */
export type DeliveryWindow = { shipOn: string; from: string; to: string }

export type DeliveryPromise =
  | ({ kind: 'days'; place: string } & DeliveryWindow)
  | { kind: 'by-arrangement'; shipOn: string; text: string }

/**
 * The one date that the shop promises for a parcel: product page, checkout, order, mails and quotations all ask here.
 * The studio hands a parcel over on its working days (Monday to Saturday), until the cut-off; then the courier needs the
 * business days of the place. Pure: the same parcel under the same rules has the same date.
 */
export function promiseDelivery(parcel: Parcel, rules: DeliveryRules): DeliveryPromise {
  const shipOn = shippingDay(parcel, rules)
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

/** The day on which something ordered now is made, when making it takes so many working days of the studio. */
export function craftingEndsOn(orderedAt: Date, days: number, rules: DeliveryRules): string {
  return addBusinessDays(startingDay(orderedAt, rules), days, workdaysOf(rules))
}

/** How many working days of the studio lie between an order at this moment and the day on which it is to be ready. */
export function craftingDaysUntil(readyOn: string, orderedAt: Date, rules: DeliveryRules): number {
  return countBusinessDays(startingDay(orderedAt, rules), readyOn, workdaysOf(rules))
}

/** The days of a window for people: Thu, 26 Nov, or between Thu, 26 Nov and Mon, 30 Nov. */
export function formatDeliveryWindow({ from, to }: Pick<DeliveryWindow, 'from' | 'to'>): string {
  return from === to ? `on ${formatDay(from)}` : `between ${formatDay(from)} and ${formatDay(to)}`
}

/** Why an order to this PIN code is not taken; undefined wherever the shop has not said so in as many words. */
export function blockedDeliveryReason(pincode: string, blocked: DeliveryRules['blocked']): string | undefined {
  const found = longestPrefixMatch(blocked, pincode)
  return found?.refusesOrders ? found.text : undefined
}

/** How people write a PIN code: 500 034. */
export function parsePincode(typed: string): string | undefined {
  const pincode = typed.replaceAll(/\s/g, '')
  return /^[1-9][0-9]{5}$/.test(pincode) ? pincode : undefined
}

/** The entry that says most about a PIN code: the one with the longest prefix of it. */
export function longestPrefixMatch<Entry extends { prefix: string }>(
  entries: readonly Entry[],
  pincode: string,
): Entry | undefined {
  return entries
    .filter(({ prefix }) => pincode.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .at(0)
}

function shippingDay({ orderedAt, craftingDays = 0, readyOn = '' }: Parcel, rules: DeliveryRules): string {
  const made = craftingEndsOn(orderedAt, craftingDays, rules)
  return businessDayOnOrAfter(made > readyOn ? made : readyOn, workdaysOf(rules))
}

/** The working day on which the studio begins with an order, or hands over what needs no making. */
function startingDay(orderedAt: Date, rules: DeliveryRules): string {
  const today = shopDay(orderedAt)
  const workdays = workdaysOf(rules)
  const first = businessDayOnOrAfter(today, workdays)
  if (first !== today || minutesOfShopDay(orderedAt) < lastMinuteOn(today, rules)) return first
  return addBusinessDays(today, 1, workdays)
}

/** A studio that closes before the cut-off hands nothing over after it has closed. */
function lastMinuteOn(day: string, { cutOff, studio }: DeliveryRules): number {
  const closes = studio.week[new Date(day).getUTCDay()]?.closes
  return closes === undefined ? cutOff : Math.min(cutOff, closes)
}

function workdaysOf({ studio: { week, holidays } }: DeliveryRules): WorkCalendar {
  return { weekdays: workingWeekdays((weekday) => Boolean(week[weekday])), holidays }
}
