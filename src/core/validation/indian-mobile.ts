/** What people put between digits, and the marks for the direction of writing that come along when a number is copied. */
const BETWEEN_DIGITS = /[\s.()[\]\-\u2010-\u2015\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** +91, 0091, 91 before ten digits, or the 0 of calls within India; mobiles begin with 6 to 9, fixed lines do not. */
const MOBILE = /^(?:(?:\+|00)?91|0)?([6-9][0-9]{9})$/

/**
 * An Indian mobile number however it is written, as +91 and ten digits; undefined when it is none. By the shape alone:
 * lists of the series in use are always older than somebody's new number.
 */
export function parseIndianMobile(typed: string): string | undefined {
  const number = MOBILE.exec(typed.replaceAll(BETWEEN_DIGITS, ''))?.[1]
  return number && `+91${number}`
}
