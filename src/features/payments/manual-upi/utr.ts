import { formatDayAndTime, shopDay } from '#src/core/dates.ts'

/** The gateway without an API: an admin looks for the money on the bank statement. */
export const MANUAL_UPI = 'manual-upi'

export function normalizeUtr(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}

export const UTR_PATTERN = /^[0-9]{12}$/
export const INVALID_UTR_MESSAGE = 'A UTR has exactly 12 digits.'

export const UTR_LOCATIONS = [
  { app: 'Google Pay', place: "'UPI transaction ID' (12 digits; the long one with letters is not it)" },
  { app: 'PhonePe', place: "'UTR' under the payment's details" },
  { app: 'Paytm', place: "'UPI Ref No'" },
  { app: 'BHIM and others', place: "'UTR', 'RRN' or 'UPI reference number'" },
] as const

export const CONFIRMATION_TIME_TEXT = 'We check with our bank, usually within 2 working hours.'

export function reservationText(reservedUntil: string | null): string {
  if (!reservedUntil)
    return 'Your chocolates are on sale again. If we find your payment, you get them if they are still available, or a full refund.'
  return `We keep your chocolates until ${formatDayAndTime(reservedUntil)}. If we find your payment after that, you get them if they are still available, or a full refund.`
}

/** Most UTRs begin with the last digit of the year and the day of the year (India). A hint: no bank promises it. */
export function isRecentUtr(utr: string, now: Date): boolean {
  return [now, new Date(now.getTime() - DAY_MS)].some((time) => utr.startsWith(yearAndDay(shopDay(time))))
}

const DAY_MS = 24 * 3_600_000

function yearAndDay(day: string): string {
  const dayOfYear = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS + 1
  return `${day.slice(3, 4)}${String(dayOfYear).padStart(3, '0')}`
}

/** Shorter for a customer without a packed order, because a UTR costs nothing to invent. */
export const confirmationWindowMinutes = ({ byFirstTimeCustomer }: { byFirstTimeCustomer: boolean }) =>
  byFirstTimeCustomer ? 2 * 60 : 24 * 60
