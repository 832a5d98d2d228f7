import { type GstMode, type IndianState, STATE_CODES } from '#src/core/gst.ts'

/** Invoices of small sellers need four digits, others six. */
export const HSN_SHAPE = /^\d{4}(\d{2}){0,2}$/

/** State, PAN, registration number, Z, check character. */
const GSTIN_SHAPE = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

export function findGstinProblem(gstin: string, homeState: IndianState): string | undefined {
  if (!GSTIN_SHAPE.test(gstin)) return 'This is not a GSTIN: it has 15 characters, like 36AAAAA0000A1Z3.'
  const code = STATE_CODES[homeState]
  if (!gstin.startsWith(code)) return `A GSTIN of ${homeState} begins with ${code}.`
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

/** Licences begin with 1, registrations with 2. That is custom, not law, so a mismatch only warns. */
export function hasFssaiShape(typed: string): boolean {
  return /^[12]\d{13}$/.test(typed)
}

type Registration = { tax: { mode: GstMode; legalName: string }; contact: { gstin: string } }

export function findRegistrationProblem({ tax, contact }: Registration): string | undefined {
  if (tax.mode === 'unregistered') return undefined
  const document = tax.mode === 'regular' ? 'A tax invoice' : 'A bill of supply'
  if (contact.gstin === '') return `${document} names the GSTIN. Please give it under Contact first.`
  if (tax.legalName === '') return `${document} names the legal name. Please give it as on the certificate.`
  return undefined
}
