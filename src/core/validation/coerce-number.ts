import { z } from 'zod'

/** Digits with or without decimals, as programs write a number; no exponent, no grouping. */
const NUMERAL = /^-?\d{1,15}(?:\.\d{1,15})?$/

/**
 * A number in the body of a call: a JSON number or its text (`1234.5` or `"1234.5"`). Comes out as a number that
 * `number` has checked; whatever is no number is refused in the words of `number`.
 */
export function coerceNumber<T extends z.ZodType<number, number>>(number: T) {
  return z.preprocess((sent: number | string) => readNumeral(sent), number)
}

function readNumeral(sent: number | string): number | string {
  if (typeof sent !== 'string') return sent
  const text = sent.trim()
  return NUMERAL.test(text) ? Number(text) : sent
}
