import { shopDay } from '#src/core/dates.ts'
import { isExampleAddress, isMaskedPhone, SAMPLE_FSSAI, SAMPLE_SOURCE } from '#src/core/shop-contact.ts'
import { HOME_CITY, HOME_STATE } from '#src/core/shop-policy.ts'
import { parseIndianMobile } from '#src/core/validation/fields.ts'

export const MIN_POLICY_LETTERS = 200
const POLICY_WORDS = 20

const lettersOf = (text: string) => text.match(/\p{L}/gu)?.length ?? 0
/** Combining marks belong to their letters (Telugu, Hindi). */
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu))

export function isWrittenPolicy(text: string): boolean {
  const isFiller = /lorem ipsum/i.test(text)
  return !isFiller && lettersOf(text) >= MIN_POLICY_LETTERS && wordsOf(text).size >= POLICY_WORDS
}

/** Whether a source is specific: three words or twelve letters, and not the sample text. */
export function isNamedSource(source: string): boolean {
  const letters = lettersOf(source)
  const words = wordsOf(source).size + (/\b\d{4}\b/.test(source) ? 1 : 0)
  return source !== SAMPLE_SOURCE && ((words >= 3 && letters >= 6) || letters >= 12)
}

const PIN = /\b[1-9]\d{2}\s?\d{3}\b/

/** A PIN code and, besides city, state and country, two words, or a house number and one. */
export function isFullAddress(address: string): boolean {
  const words = wordsOf(address)
  for (const known of wordsOf(`${HOME_CITY} ${HOME_STATE} India`)) words.delete(known)
  const [pin = ''] = PIN.exec(address) ?? []
  const hasHouseNumber = /\d/.test(address.replace(pin, ''))
  return address.length >= 20 && words.size >= (hasHouseNumber ? 1 : 2) && new Set(pin.replace(/\s/, '')).size > 1
}

const FORMATTING = /[\s.()[\]\-\u2010-\u2015]/g
/** Indian landlines: area code and number are ten digits together. Other countries have up to fifteen (E.164). */
const FIXED_LINE = /^(?:(?:\+|00)?91|0)?([1-8]\d{9})$/
const FREE_OF_CHARGE = /^(?:1800|1860)(\d{6,7})$/
const ABROAD = /^(?:\+|00)(?!91)([1-9]\d{7,14})$/

export function isRealPhone(phone: string): boolean {
  if (isMaskedPhone(phone)) return false
  const typed = phone.replaceAll(FORMATTING, '')
  const shapes = [FREE_OF_CHARGE, FIXED_LINE, ABROAD]
  const number = parseIndianMobile(phone)?.slice(3) ?? shapes.map((shape) => shape.exec(typed)?.[1]).find(Boolean)
  return number !== undefined && !isPattern(number, 3) && !/(\d)\1{7}/.test(number)
}

/** Domains reserved for examples (RFC 2606, RFC 6761), and those that forms use as placeholders. */
const RESERVED = /(^|\.)(example|test|invalid|localhost|local)$/
const PLACEHOLDER = /^(.+\.)?(example|test|sample|domain|(your|my)-?(domain|company|shop|store|site|website))\.[a-z.]+$/

export function isRealEmail(email: string): boolean {
  const domain = email.toLowerCase().split('@').at(-1) ?? ''
  return !isExampleAddress(email) && !RESERVED.test(domain) && !PLACEHOLDER.test(domain)
}

const FIRST_YEAR = 6

/** Type, state, year, authority, serial (fssairegistration.in). State codes are not checked: 00 is in use. */
export function isRealFssai(fssai: string, year: number): boolean {
  const issued = /^[12]\d{2}(\d{2})\d{9}$/.exec(fssai)?.[1]
  if (issued === undefined || fssai === SAMPLE_FSSAI) return false
  const isInTime = Number(issued) >= FIRST_YEAR && Number(issued) <= year % 100
  return isInTime && !isPattern(fssai, 7) && !/(\d)\1{7}/.test(fssai)
}

export const isRealFssaiToday = (fssai: string) => isRealFssai(fssai, Number(shopDay(new Date()).slice(0, 4)))

/** Whether the digits repeat a short group, or only rise or fall by one. */
function isPattern(digits: string, longest: number): boolean {
  const groups = Array.from({ length: longest }, (_, less) => digits.slice(0, less + 1))
  const repeats = groups.some((group) => group.repeat(digits.length).startsWith(digits))
  const stepsBy = (step: number) =>
    [...digits].every((digit, at) => at === 0 || Number(digit) === (Number(digits[at - 1]) + step + 10) % 10)
  return repeats || stepsBy(1) || stepsBy(-1)
}
