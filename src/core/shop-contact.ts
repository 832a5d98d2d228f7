/**
 * How to reach the studio. The demo has no telephone and no mailbox: the numbers are masked and the addresses belong to
 * a domain that exists for examples only. Screens say so where they show them.
 */
export const SHOP_PHONES = ['+91 XXXXX XXXXX', '+91 40 XXXX XXXX'] as const
export const SHOP_EMAILS = [
  { of: 'General questions', email: 'hello@golconda.example' },
  { of: 'Your order', email: 'orders@golconda.example' },
  { of: 'Custom and bulk', email: 'custom@golconda.example' },
] as const

/** A number that is no number yet: some of its digits are crossed out. */
export function isMaskedPhone(phone: string): boolean {
  return /X{2}/i.test(phone)
}

/** An address in a domain that exists for examples only (RFC 2606). */
export function isExampleAddress(email: string): boolean {
  return email.endsWith('.example')
}

/**
 * The demo's numbers with the offices. No office has given them out: a PAN of AAAAA0000A and a licence of zeros exist
 * for nobody. Screens say so where they show them.
 */
export const SAMPLE_GSTIN = '36AAAAA0000A1Z3'
export const SAMPLE_FSSAI = '10000000000000'
/** What the demo trades under, and where its claims are known from. A live shop opens with neither. */
export const SAMPLE_LEGAL_NAME = 'Golconda Cacao (sample, not a registered business)'
export const SAMPLE_SOURCE = 'A sample of the demonstration'

/** A number of the demo's, which no office knows. */
export function isSampleRegistration(number: string): boolean {
  return number === SAMPLE_GSTIN || number === SAMPLE_FSSAI
}

/** How soon a message is answered. */
export const REPLY_WITHIN_HOURS = 24
/** How early a custom order has to be talked about. */
export const CUSTOM_ORDER_NOTICE_DAYS = 7
