/** Separators, and direction marks that come along when a number is copied. */
const BETWEEN_DIGITS = /[\s.()[\]\-\u2010-\u2015\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** +91, 0091, 91 or 0 before ten digits; mobile numbers begin with 6 to 9. */
const MOBILE = /^(?:(?:\+|00)?91|0)?([6-9][0-9]{9})$/

/** Normalizes an Indian mobile number to +91 and ten digits, by its shape alone. */
export function parseIndianMobile(typed: string): string | undefined {
  const number = MOBILE.exec(typed.replaceAll(BETWEEN_DIGITS, ''))?.[1]
  return number && `+91${number}`
}
