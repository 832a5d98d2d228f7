import { type Paise, paise } from './money.ts'

const RUPEES = /^([0-9]{1,7}|[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3})(?:\.([0-9]{1,2}))?$/

/** Reads a typed amount: 450, 450.5, ₹1,25,000.00. Undefined for anything else. */
export function readTypedRupees(typed: string): Paise | undefined {
  const parts = RUPEES.exec(typed.replace(/^\s*₹/, '').trim())
  if (!parts) return undefined
  const [, whole = '', fraction = ''] = parts
  return paise(withoutCommas(whole) * 100 + Number(fraction.padEnd(2, '0')))
}

const WHOLE = /^([0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3})$/

/** Reads a typed number of pieces: 1000, 1,000. NaN, which is sent as null and refused, for anything else. */
export function readTypedWhole(typed: string): number {
  const text = typed.trim()
  return WHOLE.test(text) ? withoutCommas(text) : Number.NaN
}

const withoutCommas = (digits: string) => Number(digits.replaceAll(',', ''))
