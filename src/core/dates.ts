/** Times are stored in UTC; days, months and everything people read are Indian Standard Time. */
const SHOP_TIME_ZONE = 'Asia/Kolkata'

const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: SHOP_TIME_ZONE,
})
const isoDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: SHOP_TIME_ZONE })

/** A moment in the shop's time zone for people: 21 Nov 2026, 6:30 pm. Takes an ISO time. */
export function formatDayAndTime(iso: string): string {
  return dayAndTime.format(new Date(iso))
}

/** The moment at which the given moment's day began in India. India has no daylight saving, so the offset is fixed. */
export function startOfShopDay(moment: Date): Date {
  return new Date(`${isoDay.format(moment)}T00:00:00+05:30`)
}

export function minutesLater(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000)
}
