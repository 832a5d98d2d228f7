import { startOfShopDay } from '#src/core/dates.ts'

/** Minutes after midnight in India. */
type OpenHours = { opens: number; closes: number }
/** One entry a weekday, Sunday first; null on a day on which the studio rests. */
export type StudioWeek = readonly (OpenHours | null)[]

const hours = (opens: number, closes: number): OpenHours => ({ opens: opens * 60, closes: closes * 60 })
const WORKDAY = hours(9, 19)

/** STUDIO_HOURS of the shop's policy, in numbers. */
export const STUDIO_WEEK: StudioWeek = [hours(11, 16), WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, hours(10, 18)]

export const QUOTE_MINUTES = 30

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** India has no daylight saving. */
const INDIA_AHEAD_MS = 330 * MINUTE_MS

/**
 * By when the maker owes a quotation: 30 minutes in which the studio was open, counted from the moment the request came
 * in. While it is closed the clock stands still, so the promise never ends at night.
 */
export function quoteDueAt(receivedAt: Date, week: StudioWeek = STUDIO_WEEK): Date {
  if (!week.some((day) => day && day.closes > day.opens)) throw new Error('A studio that never opens promises nothing.')
  let left = QUOTE_MINUTES * MINUTE_MS
  for (let midnight = startOfShopDay(receivedAt).getTime(); ; midnight += DAY_MS) {
    const today = week[weekdayAt(midnight)]
    if (!today) continue
    const begins = Math.max(receivedAt.getTime(), midnight + today.opens * MINUTE_MS)
    const open = midnight + today.closes * MINUTE_MS - begins
    if (open >= left) return new Date(begins + left)
    left -= Math.max(0, open)
  }
}

function weekdayAt(moment: number): number {
  return new Date(moment + INDIA_AHEAD_MS).getUTCDay()
}
