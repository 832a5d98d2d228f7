import { STATE_CODES } from './gst.ts'

const GSTIN_SHAPE = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** Says what is wrong with a GSTIN; undefined if nothing is. */
export function findGstinFault(gstin: string): string | undefined {
  if (!GSTIN_SHAPE.test(gstin)) return 'This is not a GSTIN: it has 15 characters, like 36AAAAA0000A1Z3.'
  if (!Object.values<string>(STATE_CODES).includes(gstin.slice(0, 2)))
    return 'A GSTIN begins with the code of a state. Please check the first two digits.'
  if (checkCharacter(gstin.slice(0, -1)) !== gstin.at(-1))
    return 'This GSTIN has a typo: its check character does not match.'
  return undefined
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** GSTN's check character: weights 1 and 2 in turn, digit sums in base 36, complement to a multiple of 36. */
function checkCharacter(body: string): string | undefined {
  const sum = [...body].reduce((total, character, at) => {
    const product = DIGITS.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    return total + Math.trunc(product / 36) + (product % 36)
  }, 0)
  return DIGITS[(36 - (sum % 36)) % 36]
}
