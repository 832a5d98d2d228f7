/** Times are stored in UTC; days, months and everything people read are Indian Standard Time. */
const SHOP_TIME_ZONE = 'Asia/Kolkata'

const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: SHOP_TIME_ZONE,
})
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

export function minutesLater(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000)
}
