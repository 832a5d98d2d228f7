/** Times are stored in UTC; days, months and everything people read are Indian Standard Time. */
const SHOP_TIME_ZONE = 'Asia/Kolkata'

const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: SHOP_TIME_ZONE,
})
const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: SHOP_TIME_ZONE })
const isoDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: SHOP_TIME_ZONE })
const weekdayAndDay = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

const fullDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** A moment in the shop's time zone for people: 21 Nov 2026, 6:30 pm. Takes an ISO time. */
export function formatDayAndTime(iso: string): string {
  return dayAndTime.format(new Date(iso))
}

/** The time of day in India for people: 14:05. Takes an ISO time. */
export function formatTime(iso: string): string {
  return timeOfDay.format(new Date(iso))
}

/** A day for people: Thu, 26 Nov. Takes a day as it is written in calls: 2026-11-26. */
export function formatDay(day: string): string {
  return weekdayAndDay.format(new Date(day))
}

/** A day for people, years apart from others: 26 Nov 2026. Takes a day as it is written in calls. */
export function formatFullDay(day: string): string {
  return fullDay.format(new Date(day))
}

/** The day in India at a moment, as it is written in calls: 2026-11-26. */
export function shopDay(moment: Date): string {
  return isoDay.format(moment)
}

/** The moment at which the given moment's day began in India. India has no daylight saving, so the offset is fixed. */
export function startOfShopDay(moment: Date): Date {
  return new Date(`${shopDay(moment)}T00:00:00+05:30`)
}

/** The Monday with which the given moment's week began in India. */
export function startOfShopWeek(moment: Date): Date {
  const today = startOfShopDay(moment)
  const daysSinceMonday = (new Date(shopDay(moment)).getUTCDay() + 6) % 7
  return minutesLater(today, -daysSinceMonday * MINUTES_A_DAY)
}

/** The first of the month of the given moment in India. */
export function startOfShopMonth(moment: Date): Date {
  return new Date(`${shopDay(moment).slice(0, 7)}-01T00:00:00+05:30`)
}

const MINUTES_A_DAY = 24 * 60

export function minutesLater(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000)
}
