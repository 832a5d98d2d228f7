import { formatDayAndTime, shopDay } from '#src/core/dates.ts'

/** The provider without a gateway: money goes to the maker's own UPI id, and the maker looks for it on the statement. */
export const MANUAL_UPI = 'manual-upi'

/** What was typed as a UTR, without the spaces that apps put between its digits. */
export function normalizeUtr(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}

export const UTR_PATTERN = /^[0-9]{12}$/
export const INVALID_UTR_MESSAGE = 'A UTR has 12 digits and nothing else.'

/** Where UPI apps show the number. */
export const UTR_LOCATIONS = [
  { app: 'Google Pay', place: "'UPI transaction ID' (12 digits; the long one with letters is not it)" },
  { app: 'PhonePe', place: "'UTR' under the payment's details" },
  { app: 'Paytm', place: "'UPI Ref No'" },
  { app: 'BHIM and others', place: "'UTR', 'RRN' or 'UPI reference number'" },
] as const

export const CONFIRMATION_TIME_TEXT = 'We check with our bank, usually within 2 working hours.'

/** What becomes of the pieces meanwhile: a night can be longer than the time for which they are kept. */
export function keepingText(keptUntil: string | null): string {
  if (!keptUntil)
    return 'Your chocolates are on sale again. If we find the money, you get them if they are still there, or all of it back.'
  return `We keep your chocolates until ${formatDayAndTime(keptUntil)}. If we find the money after that, you get them if they are still there, or all of it back.`
}

/**
 * Whether a UTR begins as those of today or yesterday do: the last digit of the year, then the day of the year, in
 * India. Most banks count so and nobody promises it: what looks otherwise is worth a second look, never a refusal.
 */
export function isRecentUtr(utr: string, now: Date): boolean {
  return [now, new Date(now.getTime() - DAY_MS)].some((moment) => utr.startsWith(yearAndDay(shopDay(moment))))
}

const DAY_MS = 24 * 3_600_000

/** Of 2026-11-22: 6326. */
function yearAndDay(day: string): string {
  const dayOfYear = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS + 1
  return `${day.slice(3, 4)}${String(dayOfYear).padStart(3, '0')}`
}

/**
 * How long the pieces are kept for a payment that the maker has to look for, from its beginning. A number costs nothing to
 * invent, so an account that has never paid has as long as we promise to need.
 */
export const confirmationWindowMinutes = ({ ofNewcomer }: { ofNewcomer: boolean }) => (ofNewcomer ? 2 * 60 : 24 * 60)
