import { addDays } from '#src/core/delivery/business-days.ts'
import type { DeliveryDay } from '#src/features/orders/delivery/delivery.contract.ts'

/** Arranges days in weeks from Monday to Sunday; null stands for a day that is not listed. */
export function toWeeks(days: readonly DeliveryDay[]): (DeliveryDay | null)[][] {
  const [first] = days
  if (!first) return []
  const cells = [...Array.from({ length: daysSinceMonday(first.day) }, () => null), ...days]
  const weeks = Math.ceil(cells.length / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => cells[week * 7 + weekday] ?? null),
  )
}

/** Returns the day that a key leads to, within the days that are listed; undefined for any other key. */
export function dayForKey(key: string, from: string, days: readonly DeliveryDay[]): string | undefined {
  const first = days[0]?.day ?? from
  const last = days.at(-1)?.day ?? from
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  const step = steps[key]
  if (step !== undefined) {
    const to = addDays(from, step)
    return to < first || to > last ? from : to
  }
  const monday = addDays(from, -daysSinceMonday(from))
  if (key === 'Home') return monday < first ? first : monday
  if (key === 'End') return addDays(monday, 6) > last ? last : addDays(monday, 6)
  return undefined
}

const daysSinceMonday = (day: string) => (new Date(day).getUTCDay() + 6) % 7
