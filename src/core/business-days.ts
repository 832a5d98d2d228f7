/** Days on which all of India rests, as month and day: Republic Day, Independence Day, Gandhi's birthday. */
export const NATIONAL_HOLIDAYS = ['01-26', '08-15', '10-02'] as const
const ONE_DAY_MS = 86_400_000

/** Monday to Saturday. Couriers and the post move no parcels on Sundays. */
export const COURIER_WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6]

/** The days that count: weekdays (Sunday is 0), without holidays, which are one day (2026-11-08) or of every year (01-26). */
export type WorkCalendar = { weekdays: readonly number[]; holidays: readonly string[] }

/** The given day in India (2026-11-26) if it counts, else the first one after it that does. */
export function businessDayOnOrAfter(day: string, calendar: WorkCalendar): string {
  let found = day
  while (!isCounted(found, calendar)) found = nextDay(found)
  return found
}

/** The day in India that is so many counted days after the given one, which itself does not count. */
export function addBusinessDays(day: string, count: number, calendar: WorkCalendar): string {
  let reached = day
  for (let left = count; left > 0; left -= 1) reached = businessDayOnOrAfter(nextDay(reached), calendar)
  return reached
}

/** How many counted days lie after the first day, up to and with the second; 0 where the second is not later. */
export function countBusinessDays(first: string, second: string, calendar: WorkCalendar): number {
  let count = 0
  for (let day = nextDay(first); day <= second; day = nextDay(day)) if (isCounted(day, calendar)) count += 1
  return count
}

/** Whether a day in India (2026-11-26) is one of the holidays, of which some come every year. */
export function isHoliday(day: string, holidays: readonly string[]): boolean {
  return holidays.some((holiday) => day.endsWith(holiday))
}

/** Monday to Saturday as far as the week has them; all of them for a studio that opens on Sundays only. */
export function workingWeekdays(opens: (weekday: number) => boolean): readonly number[] {
  const open = COURIER_WEEKDAYS.filter(opens)
  return open.length > 0 ? open : COURIER_WEEKDAYS
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + ONE_DAY_MS).toISOString().slice(0, 10)
}

function isCounted(day: string, { weekdays, holidays }: WorkCalendar): boolean {
  return weekdays.includes(new Date(day).getUTCDay()) && !isHoliday(day, holidays)
}
