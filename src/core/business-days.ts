import { shopDay } from './dates.ts'

/** Days on which all of India rests, as month and day: Republic Day, Independence Day, Gandhi's birthday. */
export const NATIONAL_HOLIDAYS = ['01-26', '08-15', '10-02'] as const
const ONE_DAY_MS = 86_400_000

/**
 * The day in India (2026-11-26) that is so many business days after the day of the given moment, which itself does not
 * count. A holiday is one day (2026-11-08) or the same day of every year (01-26).
 */
export function businessDaysLater(moment: Date, days: number, holidays: readonly string[] = NATIONAL_HOLIDAYS): string {
  let day = shopDay(moment)
  for (let left = days; left > 0; ) {
    day = nextDay(day)
    if (isBusinessDay(day, holidays)) left -= 1
  }
  return day
}

/** Whether a day in India (2026-11-26) is one of the holidays, of which some come every year. */
export function isHoliday(day: string, holidays: readonly string[]): boolean {
  return holidays.some((holiday) => day.endsWith(holiday))
}

function isBusinessDay(day: string, holidays: readonly string[]): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, holidays)
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + ONE_DAY_MS).toISOString().slice(0, 10)
}
