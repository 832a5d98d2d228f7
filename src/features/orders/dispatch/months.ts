import { formatFullDay, shopDay } from '#src/core/dates.ts'

export const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/

export const currentMonth = () => shopDay(new Date()).slice(0, 7)

export const formatMonth = (month: string) => formatFullDay(`${month}-01`).slice(2)

/** Formats minutes of work: 45 min, 2 h, 2.5 h. */
export function formatWork(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`
}

/** Returns the month that comes `by` months later, or before it. */
export function shiftMonth(month: string, by: number): string {
  return dateIn(month, by, 1).toISOString().slice(0, 7)
}

export function daysOfMonth(month: string): string[] {
  const last = dateIn(month, 1, 0).getUTCDate()
  return Array.from({ length: last }, (_, index) =>
    dateIn(month, 0, index + 1)
      .toISOString()
      .slice(0, 10),
  )
}

/** Day 0 is the last one of the month before. */
function dateIn(month: string, later: number, day: number): Date {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + later, day))
}
