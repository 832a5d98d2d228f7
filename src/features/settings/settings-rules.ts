import type { DeliveryRules, DispatchRules } from '#src/core/delivery-promise.ts'
import type { StudioHours } from '#src/core/studio-hours.ts'
import { DISPATCH_WEEKDAYS } from '#src/features/settings/setting-names.ts'
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

export function toDeliveryRules({ delivery, dispatch, hours }: DeliverySettings): DeliveryRules {
  const { elsewhere, zones, blocked, cutOff } = delivery
  return {
    elsewhere,
    zones,
    blocked,
    cutOff: minutesOf(cutOff),
    studio: toStudioHours(hours),
    dispatch: toDispatchRules(dispatch),
  }
}

function toDispatchRules({ weekdays, parcelsPerDay, busyDays, closures }: Settings['dispatch']): DispatchRules {
  return {
    weekdays: DISPATCH_WEEKDAYS.flatMap((name, index) => (weekdays[name] ? [index + 1] : [])),
    parcelsPerDay: parcelsPerDay === 0 ? null : parcelsPerDay,
    busyDays,
    closures,
  }
}

export type DeliverySettings = Pick<Settings, 'delivery' | 'dispatch' | 'hours'>

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

export type DefaultTaxRate = { hsn: string; rateBasisPoints: number }

/** The rate on a day: the latest that has begun, or the first one. */
export function findDefaultTaxRate({ rates }: Pick<Settings['tax'], 'rates'>, day: string): DefaultTaxRate {
  const sorted = [...rates].sort((a, b) => a.validFrom.localeCompare(b.validFrom))
  const current = sorted.findLast(({ validFrom }) => validFrom <= day) ?? sorted[0]
  if (!current) throw new Error('The shop has no default GST rate')
  return { hsn: current.hsn, rateBasisPoints: toBasisPoints(current.percent) }
}

export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100)
}
