import { addMinutes } from '#src/core/dates.ts'
import type { CityTemperatures } from '#src/core/delivery/city-temperatures.ts'
import type { DeliveryRules, DispatchRules } from '#src/core/delivery/delivery-rules.ts'
import { longestPrefixMatch } from '#src/core/delivery/delivery-window.ts'
import { listPrefixesOfState } from '#src/core/delivery/pincode-states.ts'
import type { StudioHours } from '#src/core/delivery/studio-hours.ts'
import { shipsWithinStateOnly } from '#src/core/gst.ts'
import type { BusinessDays } from '#src/core/shop-policy.ts'
import { DISPATCH_WEEKDAYS, MONTH_NAMES } from '#src/features/settings/setting-names.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

export function toStudioHours({ week, holidays }: Settings['hours']): StudioHours {
  return {
    week: week.map((day) => day && { opens: minutesOf(day.opens), closes: minutesOf(day.closes) }),
    holidays: holidayDays({ holidays }),
  }
}

/** Dates (2026-11-08) and yearly days (01-26). */
function holidayDays({ holidays }: Pick<Settings['hours'], 'holidays'>): string[] {
  return holidays.map(({ day, everyYear }) => (everyYear ? day.slice(5) : day))
}

export type DeliverySettings = Pick<Settings, 'delivery' | 'dispatch' | 'hours' | 'heat' | 'pickup' | 'sameDay'>

export function toDeliveryRules({ delivery, dispatch, hours, heat, pickup, sameDay }: DeliverySettings): DeliveryRules {
  const { elsewhere, zones, blocked, cutOff } = delivery
  return {
    elsewhere,
    zones,
    blocked,
    cutOff: minutesOf(cutOff),
    studio: toStudioHours(hours),
    dispatch: toDispatchRules(dispatch),
    heat: { ...heat, cities: heat.cities.map(toCityTemperatures) },
    pickup: { isOffered: pickup.isOffered, readyFrom: minutesOf(pickup.readyFrom) },
    sameDay: { ...sameDay, cutOff: minutesOf(sameDay.cutOff) },
  }
}

function toCityTemperatures({ months, ...city }: Settings['heat']['cities'][number]): CityTemperatures {
  return { ...city, months: MONTH_NAMES.map((name) => months[name]) }
}

function toDispatchRules({ weekdays, closures, busyDays, ...limits }: Settings['dispatch']): DispatchRules {
  const limit = (count: number) => (count === 0 ? null : count)
  return {
    weekdays: DISPATCH_WEEKDAYS.flatMap((name, index) => (weekdays[name] ? [index + 1] : [])),
    parcelsPerDay: limit(limits.parcelsPerDay),
    craftingMinutesPerDay: limit(Math.round(limits.craftingHoursPerDay * 60)),
    busyDays,
    closures,
  }
}

export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

export type DefaultTaxRate = { hsn: string; rateBasisPoints: number }

/** The rate on a day: the latest that is valid by then, or the first one. */
export function findDefaultTaxRate({ rates }: Pick<Settings['tax'], 'rates'>, day: string): DefaultTaxRate {
  const sorted = [...rates].sort((a, b) => a.validFrom.localeCompare(b.validFrom))
  const current = sorted.findLast(({ validFrom }) => validFrom <= day) ?? sorted[0]
  if (!current) throw new Error('The shop has no default GST rate')
  return { hsn: current.hsn, rateBasisPoints: toBasisPoints(current.percent) }
}

export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100)
}

/** Until when problems can be reported with a parcel that arrived at that time. */
export const getReportingEnd = (arrivedAt: Date, { reportDays }: Settings['problems']): Date =>
  addMinutes(arrivedAt, reportDays * 24 * 60)

/** The days without a PIN code. A shop that may sell only within its state names those of the places there. */
export function usualDeliveryDays({ delivery, tax }: Pick<Settings, 'delivery' | 'tax'>): BusinessDays {
  const { elsewhere, zones } = delivery
  if (!shipsWithinStateOnly(tax)) return elsewhere
  const prefixes = listPrefixesOfState(tax.homeState)
  const inside = zones.filter((zone) => prefixes.some((prefix) => zone.prefix.startsWith(prefix)))
  const days = [...prefixes.map((prefix) => longestPrefixMatch(zones, prefix) ?? elsewhere), ...inside]
  return { from: Math.min(...days.map(({ from }) => from)), to: Math.max(...days.map(({ to }) => to)) }
}
