// Times are stored in UTC; days, months and everything people read are Indian Standard Time.

/** A moment in the shop's time zone for people: 21 Nov 2026, 6:30 pm. Takes an ISO time. */
export function formatDayAndTime(iso: string): string {
  const time = formatTime(iso)
  const hour = Number(time.slice(0, 2))
  return `${formatFullDay(shopDay(new Date(iso)))}, ${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`
}

/** The time of day in India for people: 14:05. Takes an ISO time. */
export function formatTime(iso: string): string {
  return addMinutes(new Date(iso), AHEAD_MINUTES).toISOString().slice(11, 16)
}

/** A day for people: Thu, 26 Nov. Takes a day as it is written in calls: 2026-11-26. */
export function formatDay(day: string): string {
  const date = dateOf(day)
  return `${WEEKDAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** A day for people, years apart from others: 26 Nov 2026. Takes a day as it is written in calls. */
export function formatFullDay(day: string): string {
  const date = dateOf(day)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** Throws on what is no day, as a format of the browser would: nobody is to read "NaN undefined". */
const dateOf = (day: string) => new Date(new Date(day).toISOString())

/** As people in India write them. The browser's own formats (Intl) know them too, but take long to load (see money.ts). */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
export const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** India is this much ahead of UTC all year. */
const AHEAD_MINUTES = 5 * 60 + 30

/** The day in India at a moment, as it is written in calls: 2026-11-26. Reckoned, because thousands are asked for at once. */
export function shopDay(moment: Date): string {
  return addMinutes(moment, AHEAD_MINUTES).toISOString().slice(0, 10)
}

/** How many minutes of the day in India have passed at a moment: 14:05 is 845. */
export function minutesOfShopDay(moment: Date): number {
  const time = addMinutes(moment, AHEAD_MINUTES)
  return time.getUTCHours() * 60 + time.getUTCMinutes()
}

/** The moment at which the given moment's day began in India. */
export function startOfShopDay(moment: Date): Date {
  return new Date(`${shopDay(moment)}T00:00:00+05:30`)
}

/** The Monday with which the given moment's week began in India. */
export function startOfShopWeek(moment: Date): Date {
  const today = startOfShopDay(moment)
  const daysSinceMonday = (new Date(shopDay(moment)).getUTCDay() + 6) % 7
  return addMinutes(today, -daysSinceMonday * MINUTES_A_DAY)
}

/** The first of the month of the given moment in India. */
export function startOfShopMonth(moment: Date): Date {
  return new Date(`${shopDay(moment).slice(0, 7)}-01T00:00:00+05:30`)
}

const MINUTES_A_DAY = 24 * 60

export function addMinutes(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000)
}
