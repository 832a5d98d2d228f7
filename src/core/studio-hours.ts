import { NATIONAL_HOLIDAYS } from './business-days.ts'
import { WEEKDAYS } from './dates.ts'

/** Minutes after midnight in India. */
export type OpenHours = { opens: number; closes: number }
/** One entry a weekday, Sunday first; null on a day on which the studio rests. */
export type StudioWeek = readonly (OpenHours | null)[]
/** `holidays` are days (2026-11-08) or days of every year (01-26). */
export type StudioHours = { week: StudioWeek; holidays: readonly string[] }

const hours = (opens: number, closes: number): OpenHours => ({ opens: opens * 60, closes: closes * 60 })
const WORKDAY = hours(9, 19)

/** The studio's hours in the specification, section 9, for a shop that has not set its own. */
export const STUDIO_WEEK: StudioWeek = [hours(11, 16), WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, hours(10, 18)]
export const STUDIO_HOURS: StudioHours = { week: STUDIO_WEEK, holidays: NATIONAL_HOLIDAYS }

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/** The week as people read it, days alike drawn together: Mon-Fri 9:00 AM-7:00 PM. */
export function formatStudioHours(week: StudioWeek): string[] {
  const runs: { first: number; last: number; hours: string }[] = []
  for (const weekday of MONDAY_FIRST) {
    const hours = hoursText(week[weekday])
    const run = runs.at(-1)
    if (run?.hours === hours) run.last = weekday
    else runs.push({ first: weekday, last: weekday, hours })
  }
  return runs.map(({ first, last, hours }) => `${daysText(first, last)} ${hours}`)
}

const daysText = (first: number, last: number) =>
  first === last ? WEEKDAYS[first] : `${WEEKDAYS[first]}-${WEEKDAYS[last]}`

function hoursText(day: OpenHours | null | undefined): string {
  return day ? `${clockText(day.opens)}-${clockText(day.closes)}` : 'closed'
}

function clockText(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}
