import { isExampleAddress, isMaskedPhone, SAMPLE_FSSAI, SAMPLE_SOURCE } from '#src/core/shop-contact.ts'
import { HOME_CITY, HOME_STATE } from '#src/core/shop-policy.ts'
import { parseIndianMobile } from '#src/core/validation/indian-mobile.ts'

/** The shortest policy that says something, in letters. */
export const MIN_POLICY_LETTERS = 200
const POLICY_WORDS = 20

const lettersOf = (text: string) => text.match(/\p{L}/gu)?.length ?? 0
/** Two letters at least; each once. Signs over letters belong to them (Telugu, Hindi). */
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu))

/** Whether a policy says something: letters and different words, whatever stands between them. */
export function isWrittenPolicy(text: string): boolean {
  const isFiller = /lorem ipsum/i.test(text)
  return !isFiller && lettersOf(text) >= MIN_POLICY_LETTERS && wordsOf(text).size >= POLICY_WORDS
}

/** Whether the source of a claim names something: three words, of which a year is one, or twelve letters; no sample. */
export function isNamedSource(source: string): boolean {
  const letters = lettersOf(source)
  const words = wordsOf(source).size + (/\b\d{4}\b/.test(source) ? 1 : 0)
  return source !== SAMPLE_SOURCE && ((words >= 3 && letters >= 6) || letters >= 12)
}

/** A PIN code, and two words at least besides the city, the state and the country: house and street. */
export function isFullAddress(address: string): boolean {
  const words = wordsOf(address)
  for (const known of wordsOf(`${HOME_CITY} ${HOME_STATE} India`)) words.delete(known)
  const pin = /\b[1-9]\d{2}\s?\d{3}\b/.exec(address)?.[0].replace(/\s/, '') ?? ''
  return address.length >= 20 && words.size >= 2 && new Set(pin).size > 1
}

const FORMATTING = /[\s.()[\]\-\u2010-\u2015]/g
/** Fixed lines of India: area code and number are ten digits. A country's own are up to fifteen (E.164). */
const FIXED_LINE = /^(?:(?:\+|00)?91|0)?([1-8]\d{9})$/
const FREE_OF_CHARGE = /^(?:1800|1860)(\d{6,7})$/
const ABROAD = /^(?:\+|00)(?!91)([1-9]\d{7,14})$/

/** Whether somebody can be called there: a mobile or fixed line of India, a toll-free one, or one abroad. */
export function isRealPhone(phone: string): boolean {
  if (isMaskedPhone(phone)) return false
  const typed = phone.replaceAll(FORMATTING, '')
  const shapes = [FREE_OF_CHARGE, FIXED_LINE, ABROAD]
  const number = parseIndianMobile(phone)?.slice(3) ?? shapes.map((shape) => shape.exec(typed)?.[1]).find(Boolean)
  return number !== undefined && !isPattern(number, 3) && !/(\d)\1{7}/.test(number)
}

/** Domains that exist for examples (RFC 2606 and 6761) or that stand in forms to be replaced. */
const RESERVED = /(^|\.)(example|test|invalid|localhost|local)$/
const PLACEHOLDER = /^(.+\.)?(example|test|sample|domain|(your|my)-?(domain|company|shop|store|site|website))\.[a-z.]+$/

/** Whether mail to this address can arrive at a person. */
export function isRealEmail(email: string): boolean {
  const domain = email.toLowerCase().split('@').at(-1) ?? ''
  return !isExampleAddress(email) && !RESERVED.test(domain) && !PLACEHOLDER.test(domain)
}

/** Food licences began with the Food Safety and Standards Act of 2006. */
const FIRST_YEAR = 6

/**
 * Whether this has the parts of an FSSAI number: 1 or 2, two digits of the state, two of the year of registration, no later
 * than `year` (four digits), three of the authority and six of its own, together no pattern. Sources: for the parts
 * fssairegistration.in/fssai-registration-number; for the first digit vakilsearch.com/blog/fssai-certification-number-what-each-digit-means.
 * Every state passes: these have no list of codes, and 00 is in use (blog.theadviso.com/?p=2166: 10015042002228).
 */
export function isRealFssai(fssai: string, year: number): boolean {
  const issued = /^[12]\d{2}(\d{2})\d{9}$/.exec(fssai)?.[1]
  if (issued === undefined || fssai === SAMPLE_FSSAI) return false
  const isInTime = Number(issued) >= FIRST_YEAR && Number(issued) <= year % 100
  return isInTime && !isPattern(fssai, 7) && !/(\d)\1{7}/.test(fssai)
}

/** Digits that repeat a group of up to `longest`, or that only rise or only fall by one. */
function isPattern(digits: string, longest: number): boolean {
  const groups = Array.from({ length: longest }, (_, less) => digits.slice(0, less + 1))
  const repeats = groups.some((group) => group.repeat(digits.length).startsWith(digits))
  const stepsBy = (step: number) =>
    [...digits].every((digit, at) => at === 0 || Number(digit) === (Number(digits[at - 1]) + step + 10) % 10)
  return repeats || stepsBy(1) || stepsBy(-1)
}
