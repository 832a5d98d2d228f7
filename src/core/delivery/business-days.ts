/** National holidays: Republic Day, Independence Day, Gandhi's birthday. */
export const NATIONAL_HOLIDAYS = ['01-26', '08-15', '10-02'] as const
const ONE_DAY_MS = 86_400_000

/** Couriers deliver nothing on Sundays. */
export const COURIER_WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6]

/** Weekdays (Sunday is 0) without holidays, which are one day (2026-11-08) or yearly (01-26), and without closed days. */
export type WorkCalendar = {
  weekdays: readonly number[]
  holidays: readonly string[]
  isClosed?: (day: string) => boolean
}

/** Returns the day itself if it is a business day, else the next one. */
export function businessDayOnOrAfter(day: string, calendar: WorkCalendar): string {
  let found = day
  while (!isCounted(found, calendar)) found = nextDay(found)
  return found
}

/** Adds business days to a day in India; the first day does not count. */
export function addBusinessDays(day: string, count: number, calendar: WorkCalendar): string {
  let reached = day
  for (let left = count; left > 0; left -= 1) reached = businessDayOnOrAfter(nextDay(reached), calendar)
  return reached
}

/** Counts the business days after the first day, up to and including the second. */
export function countBusinessDays(first: string, second: string, calendar: WorkCalendar): number {
  let count = 0
  for (let day = nextDay(first); day <= second; day = nextDay(day)) if (isCounted(day, calendar)) count += 1
  return count
}

/** Tells whether a day is a holiday. */
export function isHoliday(day: string, holidays: readonly string[]): boolean {
  return holidays.some((holiday) => day.endsWith(holiday))
}

/** Monday to Saturday, or every day for a studio that opens on Sundays only. */
export function workingWeekdays(opens: (weekday: number) => boolean): readonly number[] {
  const open = COURIER_WEEKDAYS.filter(opens)
  return open.length > 0 ? open : COURIER_WEEKDAYS
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * ONE_DAY_MS).toISOString().slice(0, 10)
}

export function countDays(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / ONE_DAY_MS
}

const nextDay = (day: string) => addDays(day, 1)

function isCounted(day: string, { weekdays, holidays, isClosed }: WorkCalendar): boolean {
  return weekdays.includes(new Date(day).getUTCDay()) && !isHoliday(day, holidays) && !isClosed?.(day)
}
