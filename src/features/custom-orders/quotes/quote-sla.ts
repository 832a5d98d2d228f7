import { shopDay, startOfShopDay } from '#src/core/dates.ts'
import { isHoliday } from '#src/core/delivery/business-days.ts'
import { STUDIO_HOURS, type StudioHours } from '#src/core/delivery/studio-hours.ts'

export const QUOTE_SLA_MINUTES = 30

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** India has no daylight saving time. */
const INDIA_AHEAD_MS = 330 * MINUTE_MS

/** The due time: 30 minutes of studio hours after the request came in. */
export function quoteDueAt(receivedAt: Date, { week, holidays }: StudioHours = STUDIO_HOURS): Date {
  if (!week.some((day) => day && day.closes > day.opens)) throw new Error('The studio has no opening hours.')
  let left = QUOTE_SLA_MINUTES * MINUTE_MS
  for (let midnight = startOfShopDay(receivedAt).getTime(); ; midnight += DAY_MS) {
    const today = week[weekdayAt(midnight)]
    if (!today || isHoliday(shopDay(new Date(midnight)), holidays)) continue
    const begins = Math.max(receivedAt.getTime(), midnight + today.opens * MINUTE_MS)
    const open = midnight + today.closes * MINUTE_MS - begins
    if (open >= left) return new Date(begins + left)
    left -= Math.max(0, open)
  }
}

export function delayedQuoteDueAt(now: Date, hours: StudioHours = STUDIO_HOURS): Date | null {
  const dueAt = quoteDueAt(now, hours)
  return dueAt.getTime() > now.getTime() + QUOTE_SLA_MINUTES * MINUTE_MS ? dueAt : null
}

function weekdayAt(time: number): number {
  return new Date(time + INDIA_AHEAD_MS).getUTCDay()
}
