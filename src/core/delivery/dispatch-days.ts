import { minutesOfShopDay, shopDay } from '../dates.ts'
import {
  addBusinessDays,
  businessDayOnOrAfter,
  countBusinessDays,
  isHoliday,
  type WorkCalendar,
  workingWeekdays,
} from './business-days.ts'
import { type DeliveryRules, type DispatchLoad, type DispatchRules, NO_LOAD, type Parcel } from './delivery-rules.ts'
import type { OpenHours, StudioWeek } from './studio-hours.ts'

/** The day itself if it is a day of dispatch with a free place, else the next one. */
export function nextDispatchDay(day: string, rules: DeliveryRules, load: DispatchLoad): string {
  const { dispatch } = rules
  const workdays = workdaysOf(rules)
  const weekdays = workdays.weekdays.filter((weekday) => dispatch.weekdays.includes(weekday))
  return businessDayOnOrAfter(day, {
    ...workdays,
    // A week without any day of dispatch would have no answer.
    weekdays: weekdays.length > 0 ? weekdays : workdays.weekdays,
    isClosed: (found) => isClosed(found, dispatch) || isFull(found, dispatch, load),
  })
}

export function isStudioOpen(day: string, { studio, dispatch }: DeliveryRules): boolean {
  const { week, holidays } = studio
  return Boolean(week[weekdayOf(day)]) && !isHoliday(day, holidays) && !isClosed(day, dispatch)
}

type PickupRules = { studio: { week: StudioWeek }; pickup: { readyFrom: number } }

/** When a parcel that is packed on a day can be picked up on another, or on the same one. */
export function pickupHours(day: string, packedOn: string, { studio, pickup }: PickupRules): OpenHours | null {
  const hours = studio.week[weekdayOf(day)]
  if (!hours) return null
  return day === packedOn ? { ...hours, opens: Math.max(hours.opens, pickup.readyFrom) } : hours
}

/** The day on which a parcel can leave. A named day is the admin's word, so busy mode does not move it. */
export function readyDay(parcel: Parcel, rules: DeliveryRules, load: DispatchLoad): string {
  const { orderedAt, craftingDays = 0, readyOn } = parcel
  const busyDays = readyOn === undefined ? rules.dispatch.busyDays : 0
  const made = craftingEndsOn(orderedAt, craftingDays + busyDays, rules)
  const crafted = planCrafting(parcel, rules, load).at(-1)?.day ?? made
  return [made, crafted, readyOn ?? made].toSorted().at(-1) ?? made
}

/** A thousand hours of one order. */
export const MAX_CRAFTING_MINUTES = 60_000

type CraftingPlan = { day: string; minutes: number }[]

/** Spreads the work of a parcel over the first working days with free minutes; without a limit, on its last day. */
export function planCrafting(parcel: Parcel, rules: DeliveryRules, load: DispatchLoad): CraftingPlan {
  const { orderedAt, craftingDays = 0, craftingMinutes = 0 } = parcel
  const limit = rules.dispatch.craftingMinutesPerDay
  if (craftingMinutes === 0) return []
  if (limit === null) return [{ day: craftingEndsOn(orderedAt, craftingDays, rules), minutes: craftingMinutes }]
  const plan: CraftingPlan = []
  let day = startingDay(orderedAt, rules)
  for (let left = craftingMinutes; left > 0; day = addBusinessDays(day, 1, workdaysOf(rules))) {
    const free = limit - (load.craftingMinutes.get(day) ?? 0)
    const minutes = Math.min(left, free)
    if (minutes > 0) plan.push({ day, minutes })
    left -= Math.max(0, minutes)
  }
  return plan
}

/** Returns the day on which production ends for an order placed now. */
export function craftingEndsOn(orderedAt: Date, days: number, rules: DeliveryRules): string {
  return addBusinessDays(startingDay(orderedAt, rules), days, workdaysOf(rules))
}

/** Counts the working days between an order and its promised day. */
export function craftingDaysUntil(readyOn: string, orderedAt: Date, rules: DeliveryRules): number {
  return countBusinessDays(startingDay(orderedAt, rules), readyOn, workdaysOf(rules))
}

export function isFullDay(day: string, rules: DeliveryRules, load: DispatchLoad): boolean {
  return isFull(day, rules.dispatch, load) && nextDispatchDay(day, rules, NO_LOAD) === day
}

function isFull(day: string, { parcelsPerDay }: DispatchRules, load: DispatchLoad): boolean {
  return parcelsPerDay !== null && (load.parcels.get(day) ?? 0) >= parcelsPerDay
}

const isClosed = (day: string, { closures }: DispatchRules) => closures.some(({ from, to }) => from <= day && day <= to)

const weekdayOf = (day: string) => new Date(day).getUTCDay()

function startingDay(orderedAt: Date, rules: DeliveryRules): string {
  const today = shopDay(orderedAt)
  const workdays = workdaysOf(rules)
  const first = businessDayOnOrAfter(today, workdays)
  if (first !== today || minutesOfShopDay(orderedAt) < lastMinuteOn(today, rules)) return first
  return addBusinessDays(today, 1, workdays)
}

function lastMinuteOn(day: string, { cutOff, studio }: DeliveryRules): number {
  const closes = studio.week[weekdayOf(day)]?.closes
  return closes === undefined ? cutOff : Math.min(cutOff, closes)
}

function workdaysOf({ studio: { week, holidays }, dispatch }: DeliveryRules): WorkCalendar {
  const weekdays = workingWeekdays((weekday) => Boolean(week[weekday]))
  return { weekdays, holidays, isClosed: (day) => isClosed(day, dispatch) }
}
