/** Sample contacts of the demo: masked numbers and example domains. */
export const SHOP_PHONES = ['+91 XXXXX XXXXX', '+91 40 XXXX XXXX'] as const
export const SHOP_EMAILS = [
  { of: 'General questions', email: 'hello@golconda.example' },
  { of: 'Your order', email: 'orders@golconda.example' },
  { of: 'Custom and bulk', email: 'custom@golconda.example' },
] as const

export function isMaskedPhone(phone: string): boolean {
  return /X{2}/i.test(phone)
}

/** Tells whether an address is in an example domain (RFC 2606). */
export function isExampleAddress(email: string): boolean {
  return email.endsWith('.example')
}

/** Sample registrations of the demo, valid in form but never issued. */
export const SAMPLE_GSTIN = '36AAAAA0000A1Z3'
export const SAMPLE_FSSAI = '10000000000000'
export const SAMPLE_LEGAL_NAME = 'Golconda Cacao (sample, not a registered business)'
export const SAMPLE_SOURCE = 'A sample of the demonstration'

export function isSampleRegistration(number: string): boolean {
  return number === SAMPLE_GSTIN || number === SAMPLE_FSSAI
}

/** A registration number as it is shown: a sample says that it is one. */
export const registrationText = (number: string) => (isSampleRegistration(number) ? `${number} (sample)` : number)

export const REPLY_WITHIN_HOURS = 24
export const CUSTOM_ORDER_NOTICE_DAYS = 7

/** Formats a normalized Indian mobile number as +91 98765 43210; other text stays as it is. */
export const formatMobile = (number: string) => number.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2')
