import { z } from 'zod'

/** Control characters and lone surrogates, without line breaks and tabs. */
const UNREADABLE = /(?![\r\n\t])[\p{Cc}\p{Cs}]/u
const LINE_BREAK = /[\r\n\t\u2028\u2029]/u

/** Scripts and emoji that need a joiner or a non-joiner. */
const JOINED =
  '[\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Arab}]'
const PICTURE = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]'
const JOINERS = new RegExp(`(?<=${JOINED})[\\u200c\\u200d]|(?<=${PICTURE})\\u200d(?=\\p{Extended_Pictographic})`, 'gu')
/** Direction marks, zero-width spaces, fillers. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u

/** Indian scripts use three or four marks on a letter; dozens paint over other lines. */
const PILE_OF_MARKS = /\p{M}{5}/u

/** Full-width letters are normalized before. */
const SITE = /:\/\/|www\./i
/** Abbreviations that may stand before a dot without a space: K.Rao, Dr.Rao, Flat.No/12. */
const ABBREVIATED = '(?<![\\w-])(?:\\w{1,2}|mrs|sri|shri|smt|mohd|prof|capt|adv|flat|plot|door|opp|near)\\.'
const DOMAIN = `\\w\\.(?<!${ABBREVIATED})[a-z]{2,}`
const LINKED_PAGE = new RegExp(`${DOMAIN}/`, 'i')
const ENDINGS = /[\p{L}\p{N}]\.(?:com|in|net|org|co|io|xyz|top|site|shop|link|ly)(?![\p{L}\p{N}\p{M}])/iu
const ANY_DOMAIN = new RegExp(`${DOMAIN}(?![a-z0-9])`, 'i')

/** Trimmed text of several lines, without control or invisible characters. May be empty. */
export const multiLineText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `At most ${max} letters, please.`, abort: true })
    .refine((typed) => !UNREADABLE.test(typed), 'This contains unreadable characters.')
    .refine(
      (typed) => !INVISIBLE.test(typed.replace(JOINERS, '')),
      'This has invisible characters. Please type it instead of pasting it.',
    )
    .refine((typed) => !PILE_OF_MARKS.test(typed), 'This has too many accents on one letter.')

export const singleLineText = (max: number) =>
  multiLineText(max).refine((typed) => !LINE_BREAK.test(typed), 'This must be one line.')

/** Full-width letters and the Chinese full stop count as links, too. */
const asLinked = (typed: string) => typed.normalize('NFKC').replaceAll('\u3002', '.')
const without =
  (...patterns: RegExp[]) =>
  (typed: string) =>
    !patterns.some((pattern) => pattern.test(asLinked(typed)))
const WITHOUT_SITES = 'Please leave out website addresses.'

/** As `multiLineText`, without links. May be empty. */
export const multiLineTextNoLinks = (max: number) =>
  multiLineText(max).refine(without(SITE, LINKED_PAGE), WITHOUT_SITES)

/** One line without links. May be empty. */
export const optionalLineNoLinks = (max: number) => lineWithout(max, SITE, LINKED_PAGE, ENDINGS)

const lineWithout = (max: number, ...patterns: RegExp[]) =>
  singleLineText(max).refine(without(...patterns), WITHOUT_SITES)

export const requiredLineNoLinks = (max: number, empty = 'This is required.') => optionalLineNoLinks(max).min(1, empty)

export const MAX_NAME_LENGTH = 60

/** A person's name in any script, with initials or titles before a dot. */
export const personName = (empty = 'This is required.') =>
  lineWithout(MAX_NAME_LENGTH, SITE, LINKED_PAGE, ENDINGS, ANY_DOMAIN).min(1, empty)

/** A name that an SMS may carry: one value of a DLT template, in the GSM alphabet, without numbers or links. */
export const isSmsName = (name: string) => /^[A-Za-z][A-Za-z '-]{0,29}$/.test(name)

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

/** Separators, and direction marks that come along when a number is copied. */
const BETWEEN_DIGITS = /[\s.()[\]\-\u2010-\u2015\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** +91, 0091, 91 or 0 before ten digits; mobile numbers begin with 6 to 9. */
const MOBILE = /^(?:(?:\+|00)?91|0)?([6-9][0-9]{9})$/

/** Normalizes an Indian mobile number to +91 and ten digits, by its shape alone. */
export function parseIndianMobile(typed: string): string | undefined {
  const number = MOBILE.exec(typed.replaceAll(BETWEEN_DIGITS, ''))?.[1]
  return number && `+91${number}`
}

export const requiredLine = (maxLength: number) => singleLineText(maxLength).min(1, 'This is required.')

/** An object with exactly these keys. */
export const recordOfKeys = <K extends string, V extends z.ZodType>(keys: readonly K[], value: V) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>)

export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a valid time.')

/** A day in a plan. Days after the year 9999 have another form, so that searching for one would never end. */
export const PlannedDay = z.iso
  .date('Please enter a valid date.')
  .refine((day) => day < '2100-01-01', 'Please choose a day before the year 2100.')

/** A price of a setting; amounts of the API are rupees. */
export const RupeeAmount = coerceNumber(z.number('Please enter a valid amount.').min(0).max(100_000).multipleOf(0.01))

/** The query of an upload that is previewed, and then applied by the hash of the plan that was shown. */
export const previewThenApply = (message: string) =>
  z
    .strictObject({
      dryRun: z.enum(['true', 'false']).optional(),
      plan: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .optional(),
    })
    .refine(({ dryRun, plan }) => (dryRun === 'true') !== (plan !== undefined), { path: ['dryRun'], message })
