import { shopDay } from './dates.ts'

/** Days on which all of India rests, as month and day: Republic Day, Independence Day, Gandhi's birthday. */
const NATIONAL_HOLIDAYS = new Set(['01-26', '08-15', '10-02'])
const ONE_DAY_MS = 86_400_000

/** The day in India (2026-11-26) that is so many business days after the day of the given moment, which itself does not count. */
export function businessDaysLater(moment: Date, days: number): string {
  let day = shopDay(moment)
  for (let left = days; left > 0; ) {
    day = nextDay(day)
    if (isBusinessDay(day)) left -= 1
  }
  return day
}

function isBusinessDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !NATIONAL_HOLIDAYS.has(day.slice(5))
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + ONE_DAY_MS).toISOString().slice(0, 10)
}
