// Times are stored in UTC; days, months and all displayed times are Indian Standard Time.

/** Formats an ISO time: 21 Nov 2026, 6:30 pm. */
export function formatDayAndTime(iso: string): string {
  const time = formatTime(iso)
  const hour = Number(time.slice(0, 2))
  return `${formatFullDay(shopDay(new Date(iso)))}, ${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`
}

/** Formats an ISO time as the time of day in India: 14:05. */
export function formatTime(iso: string): string {
  return addMinutes(new Date(iso), AHEAD_MINUTES).toISOString().slice(11, 16)
}

/** Formats 2026-11-26 as Thu, 26 Nov. */
export function formatDay(day: string): string {
  const date = dateOf(day)
  return `${WEEKDAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** Formats 2026-11-26 as 26 Nov 2026. */
export function formatFullDay(day: string): string {
  const date = dateOf(day)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** Throws on an invalid day instead of formatting "NaN undefined". */
const dateOf = (day: string) => new Date(new Date(day).toISOString())

/** Not Intl, which takes long to load (see money.ts). */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
export const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const AHEAD_MINUTES = 5 * 60 + 30

/** Returns the day in India: 2026-11-26. Computed without Intl, because lists need thousands. */
export function shopDay(date: Date): string {
  return addMinutes(date, AHEAD_MINUTES).toISOString().slice(0, 10)
}

/** Returns the minutes since midnight in India: 14:05 is 845. */
export function minutesOfShopDay(date: Date): number {
  const time = addMinutes(date, AHEAD_MINUTES)
  return time.getUTCHours() * 60 + time.getUTCMinutes()
}

/** Returns the start of the day in India. */
export function startOfShopDay(date: Date): Date {
  return new Date(`${shopDay(date)}T00:00:00+05:30`)
}

/** Returns the start of the week (Monday) in India. */
export function startOfShopWeek(date: Date): Date {
  const today = startOfShopDay(date)
  const daysSinceMonday = (new Date(shopDay(date)).getUTCDay() + 6) % 7
  return addMinutes(today, -daysSinceMonday * MINUTES_A_DAY)
}

/** Returns the start of the month in India. */
export function startOfShopMonth(date: Date): Date {
  return new Date(`${shopDay(date).slice(0, 7)}-01T00:00:00+05:30`)
}

const MINUTES_A_DAY = 24 * 60

export function addMinutes(date: Date, minutes: number): Date {
  return new Date(date.getTime() + minutes * 60_000)
}
