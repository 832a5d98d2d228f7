import { WEEKDAYS } from '../dates.ts'
import { NATIONAL_HOLIDAYS } from './business-days.ts'

export type OpenHours = { opens: number; closes: number }
/** One entry per weekday, Sunday first; null when closed. */
export type StudioWeek = readonly (OpenHours | null)[]
export type StudioHours = { week: StudioWeek; holidays: readonly string[] }

const hours = (opens: number, closes: number): OpenHours => ({ opens: opens * 60, closes: closes * 60 })
const WORKDAY = hours(9, 19)

/** Default hours of the specification, section 9. */
export const STUDIO_WEEK: StudioWeek = [hours(11, 16), WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, hours(10, 18)]
export const STUDIO_HOURS: StudioHours = { week: STUDIO_WEEK, holidays: NATIONAL_HOLIDAYS }

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/** Formats the week, equal days grouped: Mon-Fri 9:00 AM-7:00 PM. */
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

const hoursText = (day: OpenHours | null | undefined) => (day ? formatOpenHours(day) : 'closed')

/** Formats the hours of a day: 11:00 AM-4:00 PM. */
export function formatOpenHours({ opens, closes }: OpenHours): string {
  return `${formatMinutes(opens)}-${formatMinutes(closes)}`
}

/** Formats a time of a setting, 14:30, as hours are: 2:30 PM. */
export function formatClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return formatMinutes(hours * 60 + minutes)
}

/** Formats minutes after midnight: 2:30 PM. */
export function formatMinutes(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}
