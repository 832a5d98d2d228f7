import { z } from 'zod'

const NUMERAL = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** Accepts a JSON number or its text (`"1234.5"`), checked and refused by `number`. */
export function coerceNumber<T extends z.ZodType<number, number>>(number: T) {
  return z.preprocess((sent: number | string) => readNumeral(sent), number)
}

function readNumeral(sent: number | string): number | string {
  if (typeof sent !== 'string') return sent
  const text = sent.trim()
  return NUMERAL.test(text) ? Number(text) : sent
}
